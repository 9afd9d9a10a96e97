package io.clockwise.endure;

import io.clockwise.testkit.RawClient;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A load that grows to four times, falls, and has a spike, in two minutes and a half: backends come
 * in time, no step is taken back within the cooldown, and as many keys move as was said.
 */
final class AutoscaleRun {
  private static final int CAPACITY = 20;
  private static final int BASE = 12;
  private static final int STANDBY = 4;
  private static final double INTERVAL = 1;
  private static final double COOLDOWN = 8;
  private static final double SECONDS = 150;
  private static final double RATIO = 0.8 / 0.7; // of high and target
  private static final int KEYS = 2000;
  private static final int BATCH = 100;
  private static final int SERVICE_MILLIS = 100;
  private static final Pattern MOVED =
      Pattern.compile("pool carts: ([0-9.]+) % of the keys moved? with it");

  private final Marks marks = new Marks("autoscale");
  private final List<Double> counted = new ArrayList<>();
  private Vertx vertx;
  private HttpServer server;
  private double longestShort;

  private record Step(Instant time, boolean up, long inFlight) {}

  static List<String> go(int count) throws Exception {
    return new AutoscaleRun().run();
  }

  private static int load(double second) {
    if (second < 30) {
      return (int) Math.round(BASE * (1 + 3 * second / 30));
    }
    if (second < 45) {
      return 4 * BASE;
    }
    if (second < 70) {
      return (int) Math.round(BASE * (4 - 3 * (second - 45) / 25));
    }
    return second >= 105 && second < 115 ? 3 * BASE : BASE;
  }

  private List<String> run() throws Exception {
    vertx = Vertx.vertx();
    try {
      server = vertx.createHttpServer().requestHandler(this::serve);
      server
          .listen(0, "0.0.0.0") // each backend has a loopback address of its own
          .toCompletionStage()
          .toCompletableFuture()
          .get(10, TimeUnit.SECONDS);
      try (Subject subject = Subject.start(document())) {
        drive(subject);
        judge(subject);
      }
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
    return marks.missed();
  }

  private void serve(HttpServerRequest request) {
    if (request.path().equals("/ask")) {
      request.response().end(request.localAddress().hostAddress());
    } else {
      vertx.setTimer(SERVICE_MILLIS, late -> request.response().end("served"));
    }
  }

  private String document() {
    StringBuilder backends = new StringBuilder();
    for (int i = 0; i <= STANDBY; i++) {
      backends.append(
          "      - { id: b%d, address: \"127.0.9.%d:%d\", standby: %s }\n"
              .formatted(i, i + 1, server.actualPort(), i > 0));
    }
    return """
    routes: [{ key: { header: X-Key }, pool: carts }]
    pools:
      carts:
        autoscale: { capacity: %d, interval: %ds, cooldown: %ds }
        drain: 2s
        backends:
    %s
    """
        .formatted(CAPACITY, (int) INTERVAL, (int) COOLDOWN, backends);
  }

  private void drive(Subject subject) throws Exception {
    Crowd crowd = new Crowd(vertx, subject.port());
    Operator operator = subject.operator();
    long start = System.nanoTime();
    List<String> owners = owners(subject.port());
    int steps = 0;
    double shortSince = -1;
    double second = 0;
    while (second < SECONDS) {
      second = (System.nanoTime() - start) / 1e9;
      int load = load(second);
      crowd.size(load);
      int capacity = CAPACITY * open(operator);
      shortSince = load <= capacity ? -1 : shortSince < 0 ? second : shortSince;
      longestShort = Math.max(longestShort, shortSince < 0 ? 0 : second - shortSince);
      int now = moved(subject).size();
      if (now > steps) {
        List<String> next = owners(subject.port());
        // two steps at once cannot be told apart, nor one that was made while the keys were asked
        boolean one = now == steps + 1 && moved(subject).size() == now;
        counted.add(one ? share(owners, next) : -1);
        for (int more = steps + 1; more < now; more++) {
          counted.add(-1.0);
        }
        owners = next;
        steps = now;
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    crowd.size(0);
    marks.reach(crowd.failed() == 0, "%d requests, %d failed", crowd.served(), crowd.failed());
  }

  private static int open(Operator operator) throws Exception {
    JsonArray all = operator.get("/v1/pools/carts/backends").taken().getJsonArray("backends");
    return (int)
        all.stream()
            .map(JsonObject.class::cast)
            .filter(each -> each.getString("availability").equals("open"))
            .count();
  }

  private static List<Double> moved(Subject subject) {
    List<Double> shares = new ArrayList<>();
    for (String line : subject.news()) {
      Matcher matcher = MOVED.matcher(line);
      if (matcher.find()) {
        shares.add(Double.parseDouble(matcher.group(1)) / 100);
      }
    }
    return shares;
  }

  private static List<String> owners(int port) throws Exception {
    List<String> owners = new ArrayList<>();
    try (RawClient client = RawClient.to(port)) {
      for (int from = 0; from < KEYS; from += BATCH) {
        StringBuilder requests = new StringBuilder();
        for (int i = from; i < from + BATCH; i++) {
          requests.append(
              "GET /ask HTTP/1.1\r\nHost: t\r\nX-Key: %s\r\n\r\n".formatted(Crowd.key(i)));
        }
        client.send(requests.toString());
        for (int i = 0; i < BATCH; i++) {
          owners.add(client.answer().text());
        }
      }
    }
    return owners;
  }

  private static double share(List<String> before, List<String> after) {
    int moved = 0;
    for (int i = 0; i < before.size(); i++) {
      moved += before.get(i).equals(after.get(i)) ? 0 : 1;
    }
    return moved / (double) before.size();
  }

  private void judge(Subject subject) throws Exception {
    List<Step> steps = steps(subject.operator());
    long ups = steps.stream().filter(Step::up).count();
    marks.reach(
        ups >= 4 && steps.size() - ups >= 4, "%d steps up, %d down", ups, steps.size() - ups);
    marks.reach(
        longestShort <= COOLDOWN + INTERVAL,
        "capacity was below the load for %.1f s at the longest, allowed are %.0f",
        longestShort,
        COOLDOWN + INTERVAL);
    int swings = 0;
    for (int i = 1; i < steps.size(); i++) {
      Step before = steps.get(i - 1);
      Step now = steps.get(i);
      double apart = Duration.between(before.time(), now.time()).toMillis() / 1e3;
      boolean tooSoon = !now.up() && apart < COOLDOWN - 0.1; // the interval's clock is another one
      boolean back = now.up() && !before.up() && now.inFlight() <= before.inFlight() * RATIO;
      swings += tooSoon || back ? 1 : 0;
    }
    marks.reach(swings == 0, "%d steps were taken back too soon", swings);
    List<Double> told = moved(subject);
    int compared = 0;
    double farthest = 0;
    for (int i = 0; i < Math.min(told.size(), counted.size()); i++) {
      if (counted.get(i) >= 0) {
        double allowed = 5 * Math.sqrt(told.get(i) * (1 - told.get(i)) / KEYS) + 0.001;
        farthest = Math.max(farthest, Math.abs(told.get(i) - counted.get(i)) / allowed);
        compared++;
      }
    }
    marks.reach(
        farthest <= 1 && compared >= 6,
        "moved shares of %d steps: said and counted differ by %.0f %% of what chance allows",
        compared,
        100 * farthest);
    marks.reach(subject.complaints() == 0, "%d complaints in the log", subject.complaints());
  }

  private List<Step> steps(Operator operator) throws Exception {
    Pattern inFlight = Pattern.compile("in flight ([0-9]+) of");
    JsonArray revisions = operator.get("/v1/revisions?limit=200").taken().getJsonArray("revisions");
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < revisions.size(); i++) {
      JsonObject each = revisions.getJsonObject(i);
      Matcher reason = inFlight.matcher(each.getString("reason"));
      if (each.getString("kind").equals("autoscale") && reason.find()) {
        boolean up = each.getJsonArray("changes").getString(0).startsWith("ready");
        Instant time = Instant.parse(each.getString("time"));
        steps.add(new Step(time, up, Long.parseLong(reason.group(1))));
        marks.say(
            "%s %s: %s", time, each.getJsonArray("changes").getString(0), each.getString("reason"));
      }
    }
    Collections.reverse(steps);
    return steps;
  }
}
