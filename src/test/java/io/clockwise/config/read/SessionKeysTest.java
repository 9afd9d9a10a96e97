package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.AffinityConfig.Cookie;
import io.clockwise.config.AffinityConfig.SameSite;
import io.clockwise.config.AffinityConfig.SecureRule;
import io.clockwise.config.AffinityConfig.Table;
import io.clockwise.config.ChangeBudgetConfig;
import io.clockwise.config.DrainConfig;
import io.clockwise.config.OnOwnerChange;
import io.clockwise.config.OnUnavailable;
import io.clockwise.config.SecretFile;
import io.clockwise.config.SessionConfig;
import io.clockwise.model.Drain;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The keys of pools and routes that say who stays where. */
class SessionKeysTest {
  private static SessionConfig session(String keys) {
    return Documents.valid("pools: { web: { " + keys + " } }").pools().get("web").session();
  }

  private static AffinityConfig affinity(String text) {
    return session("affinity: " + text).affinity();
  }

  private static SecretFile secret(String name) {
    return new SecretFile(Documents.DIRECTORY.resolve(name), Documents.secret(name));
  }

  @Test
  void haveDefaults() {
    assertThat(session("")).isEqualTo(SessionConfig.DEFAULT);
  }

  @Test
  void affinityHasShortForms() {
    assertThat(affinity("none")).isEqualTo(AffinityConfig.NONE);
    assertThat(affinity("cookie")).isEqualTo(Cookie.DEFAULT);
    assertThat(affinity("{ cookie: {} }")).isEqualTo(Cookie.DEFAULT);
    assertThat(affinity("table")).isEqualTo(Table.DEFAULT);
    assertThat(affinity("{ table: {} }")).isEqualTo(Table.DEFAULT);
  }

  @Test
  void readAllOfACookie() {
    String all =
        "{ cookie: { name: sid, maxAge: 9600h, idle: 9600h, sameSite: STRICT, secure: always,"
            + " bindKey: true, keys: [new.key, /run/old.key] } }";
    assertThat(affinity(all))
        .isEqualTo(
            new Cookie(
                "sid",
                Duration.ofDays(400),
                Duration.ofDays(400),
                SameSite.STRICT,
                SecureRule.ALWAYS,
                true,
                List.of(
                    secret("new.key"),
                    new SecretFile(Path.of("/run/old.key"), Documents.secret("old.key")))));
  }

  @Test
  void anIdleThatNobodyNamedIsNotLongerThanTheMaxAge() {
    Cookie cookie = (Cookie) affinity("{ cookie: { maxAge: 30m } }");

    assertThat(cookie.idle()).isEqualTo(Duration.ofMinutes(30));
    assertThat(((Cookie) affinity("{ cookie: { maxAge: 2h } }")).idle())
        .isEqualTo(Duration.ofHours(1));
  }

  @Test
  void aCookieKnowsWhetherItMustBeSecure() {
    assertThat(((Cookie) affinity("{ cookie: { name: __HOST-a } }")).needsSecure()).isTrue();
    assertThat(((Cookie) affinity("{ cookie: { name: __Secure-a } }")).needsSecure()).isTrue();
    assertThat(((Cookie) affinity("{ cookie: { sameSite: none } }")).needsSecure()).isTrue();
    assertThat(((Cookie) affinity("{ cookie: { name: a__Host-, secure: never } }")).needsSecure())
        .isFalse();
  }

  @Test
  void readAllOfATable() {
    assertThat(affinity("{ table: { idle: 24h, entries: 16777216 } }"))
        .isEqualTo(new Table(Duration.ofHours(24), 16_777_216));
  }

  @Test
  void readWhatBecomesOfAKey() {
    assertThat(session("onUnavailable: next").onUnavailable()).isEqualTo(OnUnavailable.NEXT);
    assertThat(session("onUnavailable: queue").onUnavailable()).isEqualTo(OnUnavailable.QUEUE);
    assertThat(session("onUnavailable: fail").onUnavailable()).isEqualTo(OnUnavailable.FAIL);
  }

  @Test
  void readWhatBecomesOfAStream() {
    assertThat(session("onOwnerChange: keep").onOwnerChange()).isEqualTo(OnOwnerChange.KEEP);
    assertThat(session("onOwnerChange: close").onOwnerChange()).isEqualTo(OnOwnerChange.CLOSE);
    assertThat(session("onOwnerChange: { closeAfter: 0s }").onOwnerChange())
        .isEqualTo(OnOwnerChange.CLOSE);
    assertThat(session("onOwnerChange: { closeAfter: 10s }").onOwnerChange().closeAfter())
        .isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void readHowFastKeysMayMove() {
    assertThat(session("changeBudget: { perMinute: 5% }").changeBudget())
        .isEqualTo(new ChangeBudgetConfig(0.05));
    assertThat(session("changeBudget: { perMinute: 1 }").changeBudget())
        .isEqualTo(new ChangeBudgetConfig(1));
    assertThat(session("changeBudget: off").changeBudget()).isNull();
    assertThat(session("drain: 1m").changeBudget()).isNull();
  }

  @Test
  void aRouteSaysOnlyWhatDiffers() {
    String pools = "\npools: { web: { onOwnerChange: close } }";

    assertThat(Documents.valid("routes: [{}]" + pools).routes().get(0).onOwnerChange()).isNull();
    assertThat(
            Documents.valid("routes: [{ onOwnerChange: keep }]" + pools)
                .routes()
                .get(0)
                .onOwnerChange())
        .isEqualTo(OnOwnerChange.KEEP);
  }

  @Test
  void readHowADrainGoes() {
    assertThat(session("drain: 15m").drain())
        .isEqualTo(
            new DrainConfig(Duration.ofMinutes(15), Drain.Then.MOVE, Duration.ofSeconds(30), null));
    assertThat(
            session("drain: { deadline: 168h, then: cut, hardStop: 0s, window: \"${NUMBER}m\" }")
                .drain())
        .isEqualTo(
            new DrainConfig(
                Duration.ofDays(7), Drain.Then.CUT, Duration.ZERO, Duration.ofMinutes(7)));
    assertThat(session("drain: { window: \"${NONE:-auto}\" }").drain())
        .isEqualTo(DrainConfig.DEFAULT);
  }

  @Test
  void stateAndExplainNeedNoMention() {
    String pools = "\npools: { web: {} }";
    Path directory = Documents.DIRECTORY;

    assertThat(Documents.valid(pools).stateDir()).isEqualTo(directory.resolve("var"));
    assertThat(Documents.valid("stateDir: state" + pools).stateDir())
        .isEqualTo(directory.resolve("state"));
    assertThat(Documents.valid("stateDir: /var/lib/x" + pools).stateDir())
        .isEqualTo(Path.of("/var/lib/x"));
    assertThat(Documents.valid("stateDir: \"${EMPTY}\"" + pools).stateDir()).isNull();
    assertThat(Documents.valid(pools).explain().token()).isNull();
    assertThat(Documents.valid("explain: off" + pools).explain().token()).isNull();
    assertThat(Documents.valid("explain: { token: \"\" }" + pools).explain().token()).isNull();
    assertThat(Documents.valid("explain: { token: a.key }" + pools).explain().token())
        .isEqualTo(secret("a.key"));
  }

  @Test
  void secretsAreNeverShown() {
    String yaml =
        "explain: { token: a.key }\npools: { web: { affinity: { cookie: { keys: [b.key] } } } }";

    assertThat(Documents.valid(yaml).toString())
        .contains("/a.key", "/b.key")
        .doesNotContain(Documents.secret(""));
  }
}
