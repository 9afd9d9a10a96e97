package io.clockwise.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.telemetry.BackendMeters;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Following what happens, over real HTTP. */
@Timeout(60)
class EventsTest {
  private static final String A = "/v1/pools/web/backends/a";

  @TempDir private static Path directory;

  private final AdminServer server = new AdminServer(directory);

  @AfterEach
  void close() {
    server.close();
  }

  private EventClient follow(String query) throws IOException {
    return new EventClient(server.port(), query).ready();
  }

  @Test
  void aChangeIsARecordAndThenAState() throws IOException {
    try (EventClient client = follow("")) {
      server.call("POST", A + "/maint?reason=new+disk");
      EventClient.Told record = client.next("revision");
      EventClient.Told state = client.next("state");
      EventClient.Told table = client.next("table");

      JsonObject data = record.data();
      assertThat(data.getLong("revision")).isEqualTo(2);
      assertThat(data.getString("kind")).isEqualTo("operator");
      assertThat(data.getString("reason")).isEqualTo("new disk");
      assertThat(data.getJsonArray("pools")).isEqualTo(new JsonArray().add("web"));
      assertThat(data.getJsonArray("changes")).isEqualTo(new JsonArray().add("maint web/a"));
      assertThat(state.data())
          .isEqualTo(
              new JsonObject()
                  .put("pool", "web")
                  .put("id", "a")
                  .put("from", state("ready", "open"))
                  .put("to", state("maint", "closed")));
      assertThat(table.data().getLong("epoch")).isEqualTo(2);
      assertThat(number(state)).isGreaterThan(number(record));
    }
  }

  private static JsonObject state(String admin, String availability) {
    return new JsonObject()
        .put("adminState", admin)
        .put("availability", availability)
        .put("health", "up")
        .put("flags", new JsonArray())
        .put("reason", "");
  }

  private static long number(EventClient.Told told) {
    return Long.parseLong(told.id().replaceAll(".*-", ""));
  }

  private void freeze(String time) {
    JsonObject terms = new JsonObject().put("for", time).put("reason", "network work");
    assertThat(server.call("POST", "/v1/freeze", terms).statusCode()).isEqualTo(200);
  }

  @Test
  void aFreezeIsToldWithItsEnd() throws IOException {
    try (EventClient client = follow("?pool=web")) {
      freeze("60s");
      JsonObject begun = client.next("freeze").data();
      freeze("90s");
      JsonObject longer = client.next("freeze").data();
      freeze("0s");
      freeze("0s"); // no news
      JsonObject ended = client.next("freeze").data();
      freeze("500ms");
      JsonObject brief = client.next("freeze").data();
      JsonObject over = client.next("freeze").data();

      assertThat(begun.getString("actor")).isEqualTo("anonymous@127.0.0.1");
      assertThat(begun.getString("reason")).isEqualTo("network work");
      assertThat(until(longer)).isAfter(until(begun).plusSeconds(20));
      assertThat(ended.getValue("frozenUntil")).isNull();
      assertThat(ended.getString("actor")).isEqualTo("anonymous@127.0.0.1");
      assertThat(until(brief)).isBefore(until(begun));
      assertThat(over)
          .isEqualTo(new JsonObject().putNull("frozenUntil").putNull("actor").put("reason", ""));
    }
  }

  private static Instant until(JsonObject freeze) {
    return Instant.parse(freeze.getString("frozenUntil"));
  }

  @Test
  void whoComesAndGoesIsAStateToo() throws IOException {
    try (EventClient client = follow("")) {
      server.call("PUT", "/v1/pools/web/backends/d", new JsonObject().put("address", "h:1"));
      JsonObject came = client.next("state").data();
      server.call("DELETE", "/v1/pools/web/backends/d");
      JsonObject gone = client.next("state").data();

      assertThat(came.getValue("from")).isNull();
      assertThat(came.getJsonObject("to")).isEqualTo(state("ready", "open"));
      assertThat(gone.getJsonObject("from")).isEqualTo(state("ready", "open"));
      assertThat(gone.getValue("to")).isNull();
    }
  }

  @Test
  void aDrainIsToldUntilItsEnd() throws IOException {
    BackendMeters meters = server.meters.backend("web", "a");
    meters.started(0);
    try (EventClient client = follow("")) {
      server.call("POST", A + "/drain");
      JsonObject goesOn = client.next("drain").data();
      meters.ended(0, false);
      JsonObject over = client.next("drain").data();
      while (over.getString("state").equals("draining")) {
        over = client.next("drain").data();
      }

      assertThat(goesOn.getString("state")).isEqualTo("draining");
      assertThat(goesOn.getLong("liveRequests")).isEqualTo(1);
      assertThat(over.getString("pool")).isEqualTo("web");
      assertThat(over.getString("id")).isEqualTo("a");
      assertThat(over.getString("state")).isEqualTo("drained");
      assertThat(over.getBoolean("removable")).isTrue();
    }
  }

  @Test
  void aReloadIsToldWhateverBecameOfIt() throws IOException {
    try (EventClient client = follow("")) {
      server.call("POST", "/v1/reload");
      assertThat(client.next("reload").data().getString("result")).isEqualTo("applied");
      server.write("pools: 7");
      server.call("POST", "/v1/reload");
      JsonObject bad = client.next("reload").data();
      assertThat(bad.getString("result")).isEqualTo("invalid");
      assertThat(bad.getInteger("problems")).isPositive();
      assertThat(bad.getString("problem")).contains("pools");
    }
  }

  @Test
  void onePoolIsFollowedAlone() throws IOException {
    try (EventClient client = follow("?pool=odd")) {
      server.call("POST", A + "/maint");
      server.call("POST", "/v1/pools/odd/backends/%5B%3A%3A1%5D%3A80/maint?force=true");

      assertThat(client.next("state").data().getString("pool")).isEqualTo("odd");
    }
    try (EventClient client = new EventClient(server.port(), "?pool=nope")) {
      assertThat(client.status()).isEqualTo(404);
    }
  }

  @Test
  void whatWasMissedFollows() throws IOException {
    String seen;
    try (EventClient client = follow("")) {
      server.call("POST", A + "/maint");
      seen = client.next("revision").id();
    }
    server.call("POST", A + "/ready");
    for (EventClient again :
        List.of(
            new EventClient(server.port(), "?lastEventId=" + seen),
            new EventClient(server.port(), "?lastEventId=x", "Last-Event-ID: " + seen))) {
      try (again) {
        EventClient.Told first = again.next();
        assertThat(number(first)).isEqualTo(Long.parseLong(seen.replaceAll(".*-", "")) + 1);
        assertThat(first.type()).isEqualTo("state");
        assertThat(again.next("revision").data().getJsonArray("changes"))
            .isEqualTo(new JsonArray().add("ready web/a"));
      }
    }
  }

  @Test
  void anIdOfAnotherProcessIsAGap() throws IOException {
    server.call("POST", A + "/maint");
    try (EventClient client = new EventClient(server.port(), "?lastEventId=0badcafe-7")) {
      EventClient.Told gap = client.next();
      assertThat(gap.type()).isEqualTo("gap");
      assertThat(gap.data().getString("lastEventId")).isEqualTo("0badcafe-7");
      assertThat(number(gap)).isZero();
      assertThat(client.next().type()).isEqualTo("revision");
    }
  }

  @Test
  void aThousandChangesAreTooManyToCatchUp() throws IOException {
    String seen;
    try (EventClient client = follow("")) {
      server.call("POST", A + "/maint");
      seen = client.next("revision").id();
    }
    for (int i = 0; i < 500; i++) {
      server.call("POST", A + (i % 2 == 0 ? "/ready" : "/maint"));
    }
    try (EventClient client = new EventClient(server.port(), "?lastEventId=" + seen)) {
      EventClient.Told gap = client.next();
      assertThat(gap.type()).isEqualTo("gap");
      long last = number(gap);
      for (int i = 0; i < 999; i++) {
        long next = number(client.next());
        assertThat(next).isEqualTo(last + 1);
        last = next;
      }
    }
  }

  @Test
  void onlySoManyMayFollow() throws IOException {
    List<EventClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < 50; i++) {
        clients.add(follow(""));
      }
      try (EventClient tooMany = new EventClient(server.port(), "")) {
        assertThat(tooMany.status()).isEqualTo(503);
      }
      clients.remove(0).close();
      Awaitility.await()
          .until(
              () -> {
                try (EventClient next = new EventClient(server.port(), "")) {
                  return next.status() == 200;
                }
              });
    } finally {
      for (EventClient client : clients) {
        client.close();
      }
    }
  }

  @Test
  void aHeadIsAnsweredAndOver() {
    assertThat(server.call("HEAD", "/v1/events").statusCode()).isEqualTo(200);
    assertThat(Objects.requireNonNull(server.get("/livez").bodyAsJsonObject()).getBoolean("alive"))
        .isTrue();
  }
}
