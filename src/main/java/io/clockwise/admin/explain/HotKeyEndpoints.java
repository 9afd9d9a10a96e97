package io.clockwise.admin.explain;

import io.clockwise.admin.http.Answer;
import io.clockwise.admin.http.Call;
import io.clockwise.admin.http.Endpoint;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.HotKeysConfig;
import io.clockwise.config.Role;
import io.clockwise.config.text.DurationText;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.route.explain.KeyOwner;
import io.clockwise.telemetry.hot.HeavyKey;
import io.clockwise.telemetry.hot.KeyShares;
import io.clockwise.telemetry.hot.KeyTraffic;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;

/** Which keys of a pool have how many requests. */
public final class HotKeyEndpoints {
  private static final String LIMIT = "limit";
  private static final int MOST = 100;
  private static final int NORMAL = 20;
  private static final String WINDOW =
      DurationText.of(Duration.ofMillis(KeyTraffic.WINDOWS * KeyTraffic.WINDOW_MILLIS));

  private final RoutingTableRef tables;
  private final InstantSource clock;

  /** Asks the published table. */
  public HotKeyEndpoints(RoutingTableRef tables, InstantSource clock) {
    this.tables = tables;
    this.clock = clock;
  }

  /** Returns what can be called. */
  public List<Endpoint> all() {
    return List.of(
        Endpoint.get("/v1/pools/:pool/hot-keys", Role.READ, List.of(LIMIT), this::hotKeys));
  }

  private Future<Answer> hotKeys(Call call) {
    int limit = call.integer(LIMIT, 1, MOST, NORMAL);
    String name = call.segment("pool");
    PoolSnapshot pool = tables.current().pools().get(name);
    if (pool == null) {
      throw Refusal.of(ProblemType.NOT_FOUND, "there is no pool '" + name + "'");
    }
    KeyTraffic traffic = pool.traffic();
    KeyShares recent = traffic == null ? KeyShares.NONE : traffic.recent(clock.millis());
    JsonArray keys = new JsonArray();
    recent.keys().stream().limit(limit).forEach(key -> keys.add(json(pool, key)));
    return Future.succeededFuture(
        Answer.json(
            200,
            new JsonObject()
                .put("pool", name)
                .put("window", WINDOW)
                .put("requests", recent.requests())
                .put("keys", keys)));
  }

  private static JsonObject json(PoolSnapshot pool, HeavyKey key) {
    JsonObject json = new JsonObject().put("hash", HexFormat.of().toHexDigits(key.hash()));
    HotKeysConfig rule = pool.config().care().hotKeys();
    HeavyKey.Text text = key.text();
    if (rule != null && rule.names() && text != null) {
      json.put("key", text.shown());
    }
    return json.put("share", key.share())
        .put("requests", key.count())
        .put("error", key.error())
        .put("owner", KeyOwner.of(pool, key))
        .put("spread", pool.hotKeys().contains(key.hash()));
  }
}
