package io.clockwise.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.AffinityConfig.Cookie;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.SecretFile;
import io.clockwise.config.SessionConfig;
import io.clockwise.model.AdminState;
import io.clockwise.telemetry.AffinityMeters.Step;
import io.clockwise.telemetry.session.CookieVerdict;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.TestConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of sessions by cookie when backends and keys change. */
@Timeout(60)
class ProxySessionIT extends CookieFixture {
  private static final String NEW =
      "cw=v1\\.[\\w.-]{52}; Path=/; Max-Age=28800; HttpOnly; SameSite=Lax";
  private static final String KEY_ONE = "the first of two keys, 32 bytes!";
  private static final String KEY_TWO = "the second of two keys, 32 bytes";

  @BeforeEach
  void start() throws IOException {
    begin(Cookie.DEFAULT, "a", "b", "c");
  }

  private long judged(CookieVerdict verdict) {
    return proxy.meters().loop(0).affinity().verdicts(verdict);
  }

  private long steps(Step step) {
    return proxy.meters().loop(0).affinity().steps(step);
  }

  private static void assertNew(RawAnswer answer) {
    assertThat(answer.fields("set-cookie")).singleElement().asString().matches(NEW);
    assertThat(answer.fields("cache-control")).containsExactly("private");
  }

  private static void assertNone(RawAnswer answer) {
    assertThat(answer.fields("set-cookie")).isEmpty();
    assertThat(answer.fields("cache-control")).isEmpty();
  }

  @Test
  void aBackendThatIsGoneIsReplacedInTheSameAnswer() throws IOException {
    String cookie = made("b");
    List<BackendConfig> left =
        proxy.table().config().pools().get(TestConfig.POOL).backends().stream()
            .filter(each -> !each.id().equals("b"))
            .toList();
    proxy.publish(config -> config.withBackends(left));
    RawAnswer answer = with(cookie);
    assertNew(answer);
    assertThat(answer.text()).isIn("a", "c");
    assertThat(judged(CookieVerdict.UNKNOWN)).isEqualTo(1);
    RawAnswer next = with(pair(answer.field("set-cookie").orElseThrow()));
    assertThat(next.text()).isEqualTo(answer.text());
    assertNone(next);
  }

  @Test
  void weightZeroMeansNoNewSessionAndKeepsTheOld() throws IOException {
    String cookie = made("b");
    proxy.publish(
        config ->
            config.withBackends(
                config.backends().stream()
                    .map(
                        each ->
                            each.id().equals("b")
                                ? new BackendConfig("b", each.address(), 0, AdminState.READY)
                                : each)
                    .toList()));
    for (int i = 0; i < 20; i++) {
      RawAnswer answer = with(cookie);
      assertThat(answer.text()).isEqualTo("b");
      assertNone(answer);
      assertThat(ask().text()).isNotEqualTo("b");
      assertThat(ask("X-Key: k" + i).text()).isNotEqualTo("b");
    }
  }

  @Test
  void aDrainKeepsSessionsAndTakesNoNewOnes() throws IOException {
    long now = System.currentTimeMillis();
    String old = made("b", now - 3_600_000, now - 20 * 60_000);
    proxy.publish(config -> config.withState("b", AdminState.DRAIN));
    for (int i = 0; i < 20; i++) {
      RawAnswer answer = with(old);
      assertThat(answer.text()).isEqualTo("b");
      assertNone(answer); // not renewed: it is to end
      assertThat(ask().text()).isNotEqualTo("b");
    }
    assertThat(pool().sessions().seenSince(number("b"), now / 1000)).isEqualTo(1);
    proxy.publish(config -> config.withState("b", AdminState.MAINT));
    RawAnswer moved = with(old);
    assertNew(moved);
    assertThat(moved.text()).isNotEqualTo("b");
  }

  @Test
  void aDrainingBackendIsReachedOnConnectionsThatAreThere() throws IOException {
    String session = made("b");
    with(session);
    proxy.publish(config -> config.withState("b", AdminState.DRAIN));
    await().until(() -> backend("b").open() == 0);
    long connects = proxy.meters().loop(0).upstream().connects();
    for (int i = 0; i < 10; i++) {
      assertThat(with(session).text()).isEqualTo("b");
    }
    assertThat(proxy.meters().loop(0).upstream().connects() - connects).isEqualTo(1);
  }

  private int number(String id) {
    return proxy.meters().backend(TestConfig.POOL, id).number();
  }

  @Test
  void aBackendEndsASession() throws IOException {
    String cookie = made("b");
    with(cookie);
    long second = System.currentTimeMillis() / 1000 - 5;
    assertThat(pool().sessions().seenSince(number("b"), second)).isEqualTo(1);
    backend("b")
        .script(request -> request.answer(200, "bye".getBytes(US_ASCII), "Clockwise-Forget: 1"));
    RawAnswer answer = with(cookie);
    assertThat(answer.text()).isEqualTo("bye");
    assertThat(answer.fields("set-cookie"))
        .containsExactly("cw=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    assertThat(answer.field("clockwise-forget")).isEmpty();
    assertThat(answer.fields("cache-control")).containsExactly("private");
    assertThat(steps(Step.FORGOTTEN)).isEqualTo(1);
    assertThat(pool().sessions().seenSince(number("b"), second)).isZero();
    backend("b")
        .script(request -> request.answer(200, "no".getBytes(US_ASCII), "Clockwise-Forget: 0"));
    RawAnswer kept = with(cookie);
    assertNone(kept);
    assertThat(kept.field("clockwise-forget")).isEmpty();
  }

  @Test
  void aBackendThatFailsForAMomentKeepsItsSession() throws IOException {
    String cookie = made("b");
    backend("b")
        .script(
            request -> {
              throw new IOException("cut");
            });
    for (int i = 0; i < 3; i++) {
      RawAnswer answer = with(cookie);
      assertThat(answer.text()).isIn("a", "c");
      assertNone(answer);
    }
    backend("b").script(request -> request.answer(200, "b again".getBytes(US_ASCII)));
    assertThat(with(cookie).text()).isEqualTo("b again");
    assertThat(steps(Step.REBOUND)).isZero();
  }

  private static Cookie keys(String... secrets) {
    Cookie usual = Cookie.DEFAULT;
    return new Cookie(
        usual.name(),
        usual.maxAge(),
        usual.idle(),
        usual.sameSite(),
        usual.secure(),
        false,
        List.of(secrets).stream().map(text -> new SecretFile(Path.of("key"), text)).toList());
  }

  private void publish(Cookie cookie) {
    proxy.publish(
        config ->
            config.withPool(pool -> pool.withSession(SessionConfig.DEFAULT.withAffinity(cookie))));
  }

  @Test
  void keysRotateWithoutALostSession() throws IOException {
    publish(keys(KEY_ONE));
    String old = made("b");
    publish(keys(KEY_TWO, KEY_ONE));
    RawAnswer answer = with(old);
    assertThat(answer.text()).isEqualTo("b");
    assertNone(answer);
    String fresh = made("c");
    publish(keys(KEY_TWO));
    assertThat(with(fresh).text()).isEqualTo("c");
    assertNew(with(old));
    assertThat(judged(CookieVerdict.FORGED)).isEqualTo(1);
  }
}
