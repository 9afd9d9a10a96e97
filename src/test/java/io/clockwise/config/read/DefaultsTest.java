package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.CareConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.DrainConfig;
import io.clockwise.config.HealthConfig;
import io.clockwise.config.HotKeysConfig;
import io.clockwise.config.KeySource;
import io.clockwise.config.LoadBoundConfig;
import io.clockwise.config.OnOwnerChange;
import io.clockwise.config.OnUnavailable;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.RetryConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.config.SlowStartConfig;
import io.clockwise.config.WhenNoneUsable;
import io.clockwise.model.Drain;
import io.clockwise.model.placement.OwnSettings.Maglev;
import io.clockwise.model.placement.OwnSettings.Ring;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@code defaults} does to routes and pools. */
class DefaultsTest {
  @Test
  void mappingsAreMergedDownToTheLastKey() {
    ClockwiseConfig config =
        Documents.valid(
            """
            defaults:
              routes:
                timeouts: { response: 5s, total: 1m }
                headers: { request: { set: { X-A: a, X-B: b } } }
                retry: { attempts: 3 }
                deny: [10.0.0.0/8]
              pools:
                timeouts: { connect: 1s, response: 7s }
                retry: { budget: { ratio: 0.5 } }
            routes:
              - { pool: p, timeouts: { response: 9s }, headers: { request: { set: { X-B: c } } } }
              - { pool: q, retry: off, deny: [] }
            pools:
              p: { timeouts: { connect: 3s }, retry: { budget: { window: 20s } } }
              q: { retry: off }
            """);
    RouteConfig first = config.routes().get(0);
    assertThat(first.timeouts().response()).isEqualTo(Duration.ofSeconds(9));
    assertThat(first.timeouts().total()).isEqualTo(Duration.ofMinutes(1));
    assertThat(first.headers().request().set()).isEqualTo(Map.of("X-A", "a", "X-B", "c"));
    assertThat(first.retry().attempts()).isEqualTo(3);
    assertThat(first.deny()).hasSize(1);
    RouteConfig second = config.routes().get(1);
    assertThat(second.retry().attempts()).isEqualTo(1);
    assertThat(second.deny()).isEmpty();
    PoolConfig p = config.pools().get("p");
    assertThat(p.timeouts().connect()).isEqualTo(Duration.ofSeconds(3));
    assertThat(p.timeouts().response()).isEqualTo(Duration.ofSeconds(7));
    assertThat(p.retry().budget().ratio()).isEqualTo(0.5);
    assertThat(p.retry().budget().window()).isEqualTo(Duration.ofSeconds(20));
    assertThat(config.pools().get("q").retry()).isEqualTo(RetryConfig.DEFAULT.withAttempts(1));
  }

  @Test
  void aPlacementAndAKeyAreNotMixed() {
    ClockwiseConfig config =
        Documents.valid(
            """
            defaults:
              routes: { key: { header: X-A } }
              pools: { placement: { algorithm: ring, hash: md5 } }
            routes: [{ pool: p, key: { cookie: sid } }, { pool: q }]
            pools: { p: { placement: { algorithm: maglev } }, q: {} }
            """);
    assertThat(config.pools().get("p").placement()).isEqualTo(Maglev.DEFAULT);
    assertThat(((Ring) config.pools().get("q").placement()).hash().name()).isEqualTo("MD5");
    assertThat(config.routes().get(0).key()).isEqualTo(List.of(new KeySource.Cookie("sid", null)));
    assertThat(config.routes().get(1).key()).isEqualTo(List.of(new KeySource.Header("X-A", null)));
  }

  @Test
  void theRouteThatNobodyWroteHasThemToo() {
    ClockwiseConfig config =
        Documents.valid(
            "defaults: { routes: { key: path, limits: { body: 1KiB } } }\npools: { p: {} }");
    RouteConfig route = config.routes().get(0);
    assertThat(route.name()).isEqualTo("route-1");
    assertThat(route.pool()).isEqualTo("p");
    assertThat(route.limits().body()).isEqualTo(1024);
    assertThat(route.key()).hasSize(1);
  }

  @Test
  void sessionsAreMergedButOneAffinityIsNotTheOther() {
    ClockwiseConfig config =
        Documents.valid(
            """
            defaults:
              routes: { onOwnerChange: { closeAfter: 5s } }
              pools:
                affinity: { cookie: { name: sid, maxAge: 2h } }
                onUnavailable: queue
                onOwnerChange: close
                drain: { deadline: 1m, then: cut }
            routes: [{ match: /p, pool: p }, { match: /q, pool: q, onOwnerChange: keep }, { pool: r }]
            pools:
              p: { affinity: { cookie: { idle: 5m } }, drain: { hardStop: 1s } }
              q: { affinity: { table: { idle: 5m } }, onUnavailable: next, drain: 2m }
              r: { affinity: cookie }
              s: { affinity: none, onOwnerChange: keep }
            """);
    SessionConfig p = config.pools().get("p").session();
    assertThat(((AffinityConfig.Cookie) p.affinity()).name()).isEqualTo("sid");
    assertThat(((AffinityConfig.Cookie) p.affinity()).maxAge()).isEqualTo(Duration.ofHours(2));
    assertThat(p.affinity().idle()).isEqualTo(Duration.ofMinutes(5));
    assertThat(p.onUnavailable()).isEqualTo(OnUnavailable.QUEUE);
    assertThat(p.onOwnerChange()).isEqualTo(OnOwnerChange.CLOSE);
    assertThat(p.drain())
        .isEqualTo(
            new DrainConfig(Duration.ofMinutes(1), Drain.Then.CUT, Duration.ofSeconds(1), null));
    SessionConfig q = config.pools().get("q").session();
    assertThat(q.affinity()).isEqualTo(new AffinityConfig.Table(Duration.ofMinutes(5), 1_000_000));
    assertThat(q.drain().deadline()).isEqualTo(Duration.ofMinutes(2));
    assertThat(q.drain().then()).isEqualTo(Drain.Then.MOVE);
    assertThat(config.pools().get("r").session().affinity())
        .isEqualTo(AffinityConfig.Cookie.DEFAULT);
    assertThat(config.pools().get("s").session())
        .isEqualTo(
            SessionConfig.DEFAULT
                .withOnUnavailable(OnUnavailable.QUEUE)
                .withDrain(
                    new DrainConfig(
                        Duration.ofMinutes(1), Drain.Then.CUT, Duration.ofSeconds(30), null)));
    assertThat(config.routes())
        .extracting(RouteConfig::onOwnerChange)
        .containsExactly(
            new OnOwnerChange(Duration.ofSeconds(5)),
            OnOwnerChange.KEEP,
            new OnOwnerChange(Duration.ofSeconds(5)));
  }

  @Test
  void careIsMergedButOneProbeIsNotTheOther() {
    ClockwiseConfig config =
        Documents.valid(
            """
            defaults:
              pools:
                health: { http: { path: /up, headers: { X-A: a } }, interval: 5s }
                outlier: { eject: 1m }
                whenNoneUsable: fail
                loadBound: { bound: 1.5, floor: 3 }
                slowStart: { window: 1m, curve: exponential }
                hotKeys: { spreadAbove: 5% }
            routes: [{ match: /p, pool: p, key: path }, { pool: q }]
            pools:
              p: { health: { http: { headers: { X-B: b } }, timeout: 3s }, loadBound: { floor: 4 }, hotKeys: { over: 3 } }
              q: { health: { tcp: {}, rise: 4 }, outlier: { maxEject: 2m }, slowStart: 10s, hotKeys: off }
              r: { health: off, outlier: off, loadBound: 2, slowStart: { window: 2m } }
              s: { health: /else }
            """);
    HealthConfig p = config.pools().get("p").care().health();
    HealthConfig.Http http = (HealthConfig.Http) p.probe();
    assertThat(http.path()).isEqualTo("/up");
    assertThat(http.headers()).isEqualTo(Map.of("X-A", "a", "X-B", "b"));
    assertThat(p.interval()).isEqualTo(Duration.ofSeconds(5));
    assertThat(p.timeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(config.pools().get("p").care().loadBound()).isEqualTo(new LoadBoundConfig(150, 4));
    assertThat(config.pools().get("p").care().hotKeys())
        .isEqualTo(new HotKeysConfig(0.05, 3, false));
    CareConfig q = config.pools().get("q").care();
    assertThat(q.health().probe()).isEqualTo(new HealthConfig.Tcp());
    assertThat(q.health().interval()).isEqualTo(Duration.ofSeconds(5));
    assertThat(q.health().rise()).isEqualTo(4);
    assertThat(q.outlier().eject()).isEqualTo(Duration.ofMinutes(1));
    assertThat(q.outlier().maxEject()).isEqualTo(Duration.ofMinutes(2));
    assertThat(q.whenNoneUsable()).isEqualTo(WhenNoneUsable.FAIL);
    assertThat(q.slowStart())
        .isEqualTo(new SlowStartConfig(Duration.ofSeconds(10), SlowStartConfig.Curve.LINEAR));
    assertThat(q.hotKeys()).isNull();
    CareConfig r = config.pools().get("r").care();
    assertThat(r.health()).isNull();
    assertThat(r.outlier()).isNull();
    assertThat(r.loadBound()).isEqualTo(new LoadBoundConfig(200, LoadBoundConfig.FLOOR));
    assertThat(r.slowStart())
        .isEqualTo(new SlowStartConfig(Duration.ofMinutes(2), SlowStartConfig.Curve.EXPONENTIAL));
    assertThat(config.pools().get("s").care().health())
        .isEqualTo(HealthConfig.of(HealthConfig.Http.of("/else")));
  }
}
