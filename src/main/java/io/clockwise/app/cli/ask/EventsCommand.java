package io.clockwise.app.cli.ask;

import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.Shown;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.remote.ApiPath;
import io.clockwise.app.cli.remote.EventFeed;
import io.clockwise.app.cli.remote.Json;
import io.clockwise.app.cli.remote.JsonTree;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code events}: what happens, as it happens. */
@Command(
    name = "events",
    description = "Follow what happens, one line each, until Ctrl-C.",
    footer = {"", "Examples:", "  clockwise events", "  clockwise events --output json | jq .data"})
public final class EventsCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;

  @Option(
      names = {"-n", "--count"},
      paramLabel = "N",
      description = "End after so many events. Default: never.")
  private long count = Long.MAX_VALUE;

  @Option(
      names = "--pool",
      paramLabel = "POOL",
      description = "Only what is about this pool, or about all.")
  private String pool = "";

  private long seen;

  @Override
  public Integer call() {
    ApiPath path = ApiPath.of("events");
    new EventFeed(
            remote.client(timeout.time()),
            pool.isEmpty() ? path : path.with("pool", pool),
            remote::note)
        .follow(this::take);
    return 0;
  }

  private boolean take(EventFeed.Event event) {
    remote.out().println(remote.wantsJson() ? json(event) : text(event));
    remote.out().flush();
    seen++;
    return seen < count;
  }

  private static String json(EventFeed.Event event) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("id", event.id());
    line.put("event", event.name());
    line.put("data", event.json());
    return Json.write(line);
  }

  private static String text(EventFeed.Event event) {
    StringBuilder line = new StringBuilder();
    line.append(event.id().isEmpty() ? "" : event.id() + " ").append(event.name());
    Map<String, JsonTree> members = event.json().members();
    if (members.isEmpty()) {
      line.append(' ').append(event.data());
    }
    members.forEach((name, value) -> line.append(' ').append(name).append('=').append(word(value)));
    return Shown.plain(line.toString());
  }

  private static String word(JsonTree value) {
    String text = value.text();
    return text.isEmpty() || text.indexOf(' ') >= 0 ? Json.write(text) : text;
  }
}
