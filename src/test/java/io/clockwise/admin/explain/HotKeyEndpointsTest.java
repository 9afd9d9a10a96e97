package io.clockwise.admin.explain;

import static io.clockwise.control.intent.Intents.file;
import static io.clockwise.control.intent.Intents.pool;
import static io.clockwise.control.intent.Intents.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Call;
import io.clockwise.config.CareConfig;
import io.clockwise.config.HotKeysConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.control.table.TableAssembler;
import io.clockwise.event.health.HealthView;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RoutingKey;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.Router;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.hot.KeyTraffic;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When keys themselves are shown, and whose owner is known. */
class HotKeyEndpointsTest {
  private static final long NOW = 1_000_000 * KeyTraffic.WINDOW_MILLIS;
  private static final String LONG = "x".repeat(70);

  private final Meters meters = new Meters(1);
  private final TableAssembler assembler = new TableAssembler(meters, HealthView.ALL_UP);

  private PoolSnapshot carts;

  private JsonArray keys(PlacementSettings placement, boolean names) {
    PoolConfig plain = pool("a=h:1*1@READY", "b=h:2*1@READY");
    PoolConfig config =
        new PoolConfig(placement, plain.backends(), plain.connections(), plain.timeouts())
            .withCare(CareConfig.DEFAULT.withHotKeys(new HotKeysConfig(0.05, 2, names)));
    RoutingTable table = assembler.assemble(start(file(Map.of("carts", config))), null);
    carts = table.pools().get("carts");
    note("alice", 3, NOW - 1);
    note(LONG, 2, NOW - 1);
    note("bob", 1, NOW);
    HotKeyEndpoints endpoints =
        new HotKeyEndpoints(
            new RoutingTableRef(table), InstantSource.fixed(Instant.ofEpochMilli(NOW)));
    Call call = new Call(null, Map.of("pool", "carts"), Map.of(), null, null);
    Answer answer = endpoints.all().get(0).serve().apply(call).result();
    return new JsonObject(answer.body()).getJsonArray("keys");
  }

  private RoutingKey key(String text) {
    return carts.placement().key(text.getBytes(StandardCharsets.UTF_8));
  }

  private void note(String text, int times, long epochMillis) {
    for (int i = 0; i < times; i++) {
      carts.traffic().note(0, key(text), epochMillis);
    }
  }

  private String owner(String text) {
    return carts.backend(Router.owner(carts, key(text))).id();
  }

  @Test
  void keysAreShownWhereTheyMayBe() {
    JsonArray shown = keys(OwnSettings.Ring.DEFAULT, true);
    assertThat(shown.getJsonObject(0).getString("key")).isEqualTo("alice");
    assertThat(shown.getJsonObject(1).getString("key")).isEqualTo("x".repeat(64) + "…");
    assertThat(shown.getJsonObject(1).getString("owner")).isEqualTo(owner(LONG));
  }

  @Test
  void theyAreNotShownOtherwise() {
    JsonArray shown = keys(OwnSettings.Ring.DEFAULT, false);
    assertThat(shown.getJsonObject(0).containsKey("key")).isFalse();
    assertThat(shown.getJsonObject(0).getString("owner")).isEqualTo(owner("alice"));
  }

  @Test
  void aRuleThatReadsTheKeyNamesTheOwnerOfShortKeys() {
    JsonArray shown = keys(new OwnSettings.HrwWeighted(), false);
    assertThat(carts.placement().readsKey()).isTrue();
    assertThat(shown.getJsonObject(0).containsKey("key")).isFalse();
    assertThat(shown.getJsonObject(0).getString("owner")).isEqualTo(owner("alice"));
    assertThat(shown.getJsonObject(1).getValue("owner")).as("cut").isNull();
  }
}
