package io.clockwise.app.cli.plan;

import io.clockwise.app.cli.console.ProgressLine;
import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.Shown;
import io.clockwise.app.cli.remote.ApiClient;
import io.clockwise.app.cli.remote.ApiRefusal;
import io.clockwise.app.cli.remote.Json;
import io.clockwise.app.cli.remote.JsonTree;
import io.clockwise.app.cli.settings.ClientFailure;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The wait for drains, with what is left to wait for. */
final class DrainWatch {
  private static final int TIMED_OUT = 3;
  private static final long PAUSE_MILLIS = 300;
  private static final int NOT_FOUND = 404;

  private final RemoteOptions remote;
  private final ApiClient api;
  private final List<Target> targets;
  private final ProgressLine progress;
  private final Map<Target, DrainState> seen = new LinkedHashMap<>();
  private String silence = "";
  private long most;

  DrainWatch(RemoteOptions remote, ApiClient api, List<Target> targets) {
    this.remote = remote;
    this.api = api;
    this.targets = targets;
    this.progress = new ProgressLine(remote.err(), remote.around().draws());
  }

  /** Waits until all drains are over, or the time is up; returns the exit code. */
  int await(Duration timeout) {
    Thread parting = new Thread(this::part, "parting-words"); // Ctrl-C ends the JVM, not the drain
    Runtime.getRuntime().addShutdownHook(parting);
    long begin = System.nanoTime();
    boolean over = false;
    try {
      over = look();
      while (!over && System.nanoTime() - begin < timeout.toNanos()) {
        show();
        pause();
        over = look();
      }
    } finally {
      progress.clear();
      forget(parting);
    }
    return over ? ended() : timedOut(timeout);
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the JVM is ending already, and the hook says so
    }
  }

  private void part() {
    progress.clear();
    remote.note("the drain goes on; " + advice());
  }

  private String advice() {
    Target first = targets.get(0);
    return "'clockwise backends' shows it, 'clockwise ready "
        + first.pool()
        + " "
        + (targets.size() == 1 ? first.id() : "ID")
        + "' takes it back";
  }

  /* Tells whether all are over. */
  private boolean look() {
    boolean over = true;
    silence = "";
    for (Target target : targets) {
      DrainState last = seen.get(target);
      if (last == null || !last.isOver()) {
        look(target);
        DrainState now = seen.get(target);
        over &= now != null && now.isOver();
      }
    }
    return over;
  }

  private void look(Target target) {
    try {
      DrainState now = new DrainState(api.get(target.path("drain")).json());
      seen.put(target, now);
      report(target, now);
    } catch (ApiRefusal e) {
      if (e.status() != NOT_FOUND) {
        throw e;
      }
      DrainState gone = new DrainState(new JsonTree(Map.of("state", "cancelled")));
      seen.put(target, gone);
      report(target, gone);
      remote.note(target + ": " + Shown.plain(e.details().text("detail")));
    } catch (ClientFailure e) {
      silence = String.valueOf(e.getMessage()); // it may be back before the time is up
    }
  }

  private void report(Target target, DrainState now) {
    if (now.isOver() && !remote.wantsJson()) {
      progress.clear();
      remote.out().println(target + ": " + now.end());
      remote.out().flush();
    }
  }

  private void show() {
    long left = seen.values().stream().filter(s -> !s.isOver()).mapToLong(DrainState::work).sum();
    most = Math.max(most, left);
    double done = most == 0 ? 0 : 1 - (double) left / most;
    progress.show(done, silence.isEmpty() ? text() : silence, System.nanoTime());
  }

  private String text() {
    List<Target> open = targets.stream().filter(t -> seen.containsKey(t) && !isOver(t)).toList();
    if (targets.size() == 1 || open.size() == 1) {
      Target target = open.isEmpty() ? targets.get(0) : open.get(0);
      DrainState state = seen.get(target);
      return target + ": " + (state == null ? "" : state.text());
    }
    long left = open.stream().mapToLong(this::work).sum();
    return (targets.size() - open.size())
        + " of "
        + targets.size()
        + " drained; "
        + left
        + " requests, streams and sessions left";
  }

  private boolean isOver(Target target) {
    DrainState state = seen.get(target);
    return state != null && state.isOver();
  }

  private long work(Target target) {
    DrainState state = seen.get(target);
    return state == null ? 0 : state.work();
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientFailure("interrupted; the drain goes on");
    }
  }

  private int ended() {
    printJson();
    return seen.values().stream().allMatch(DrainState::isGood) ? 0 : 1;
  }

  private int timedOut(Duration timeout) {
    printJson();
    if (!silence.isEmpty()) {
      remote.note(silence);
    }
    for (Target target : targets) {
      DrainState state = seen.get(target);
      if (state != null && !state.isOver()) {
        remote.note(target + ": still " + state.state() + ": " + state.text());
      }
    }
    remote.note("not over within " + Shown.time(timeout) + "; the drain goes on; " + advice());
    return TIMED_OUT;
  }

  private void printJson() {
    if (!remote.wantsJson()) {
      return;
    }
    List<Object> drains =
        targets.stream()
            .map(
                target -> {
                  Map<String, Object> drain = new LinkedHashMap<>();
                  drain.put("pool", target.pool());
                  drain.put("id", target.id());
                  DrainState state = seen.get(target);
                  if (state != null) {
                    state.body().members().forEach(drain::put);
                  }
                  return (Object) drain;
                })
            .toList();
    remote.out().println(Json.write(Map.of("drains", drains)));
  }
}
