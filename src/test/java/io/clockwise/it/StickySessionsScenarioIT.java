package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.testkit.RawAnswer;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * Sessions of whole instances: what they win against, what ends them, and what outlives a restart.
 */
class StickySessionsScenarioIT extends InstanceFixture {
  private static final String BACKENDS = "/v1/pools/web/backends/";

  private static String cookie(RawAnswer answer) {
    return answer.field("set-cookie").orElseThrow().split(";", 2)[0];
  }

  private String split(int canary) throws IOException {
    return "routes:\n"
        + "  - { match: { headers: { X-Canary: always } }, pool: canary }\n"
        + "  - { pools: [{ pool: web, weight: 1 }, { pool: canary, weight: "
        + canary
        + " }] }\n"
        + "pools: { web: "
        + pool("affinity: cookie, ", "a", "b")
        + ", canary: "
        + pool("affinity: cookie, ", "c")
        + " }\n";
  }

  @Test
  void aRouteOfItsOwnComesBeforeTheCookieAndTheCookieBeforeTheWeight() throws IOException {
    start("one", split(0));
    RawAnswer first = ask("/");
    assertThat(first.text()).isIn("a", "b");
    assertThat(ask("/", "X-Canary: always", "Cookie: " + cookie(first)).text()).isEqualTo("c");
    taken(instance.reload(split(65535)));
    for (int i = 0; i < 10; i++) {
      assertThat(ask("/", "Cookie: " + cookie(first)).text()).isEqualTo(first.text());
    }
    assertThat(ask("/").text()).isEqualTo("c");
  }

  @Test
  void aSessionOfARemovedBackendGetsAnotherOneInTheSameAnswer() throws IOException {
    start("one", keyed("affinity: cookie, ", "a", "b"));
    RawAnswer first = ask("/", "X-Key: k");
    await() // the answer may be here before its end is counted
        .untilAsserted(() -> taken(instance.call("DELETE", BACKENDS + first.text(), "")));
    RawAnswer next = ask("/", "X-Key: k", "Cookie: " + cookie(first));
    assertThat(next.status()).isEqualTo(200);
    assertThat(next.text()).isNotEqualTo(first.text());
    RawAnswer last = ask("/", "X-Key: k", "Cookie: " + cookie(next));
    assertThat(last.text()).isEqualTo(next.text());
    assertThat(last.field("set-cookie")).isEmpty();
  }

  @Test
  void aBackendWithoutWeightServesItsSessionsOnly() throws IOException {
    start("one", keyed("affinity: cookie, ", "a", "b"));
    RawAnswer first = ask("/", "X-Key: k");
    taken(instance.call("PATCH", BACKENDS + first.text(), "{\"weight\": 0}"));
    assertThat(ask("/", "X-Key: k", "Cookie: " + cookie(first)).text()).isEqualTo(first.text());
    assertThat(owners(instance)).doesNotContain(first.text());
  }

  @Test
  void aDrainKeepsSessionsAcrossAReloadAndARestartAndTakesNoNewOnes() throws IOException {
    String document = keyed("affinity: cookie, ", "a", "b");
    start("one", document);
    RawAnswer first = ask("/", "X-Key: k");
    assertThat(instance.post(BACKENDS + first.text() + "/drain", "").status()).isEqualTo(202);
    taken(instance.reload("limits: { headers: 20KiB }\n" + document));
    assertThat(ask("/", "X-Key: k", "Cookie: " + cookie(first)).text()).isEqualTo(first.text());
    assertThat(owners(instance)).doesNotContain(first.text());
    stop(instance);
    start("one", document);
    assertThat(ask("/", "X-Key: k", "Cookie: " + cookie(first)).text()).isEqualTo(first.text());
    assertThat(owners(instance)).doesNotContain(first.text());
    taken(instance.post(BACKENDS + first.text() + "/ready", ""));
    assertThat(owners(instance)).contains(first.text());
  }

  @Test
  void aSessionThatItsBackendEndsBeginsAnew() throws IOException {
    start("one", keyed("affinity: cookie, ", "a"));
    String cookie = cookie(ask("/"));
    backend("a").script(request -> request.answer(200, new byte[1], "Clockwise-Forget: 1"));
    assertThat(ask("/", "Cookie: " + cookie).field("set-cookie").orElseThrow())
        .startsWith("cw=; Path=/; Max-Age=0;");
  }

  @Test
  void theCookieIsFoundAmongOthers() throws IOException {
    start("one", keyed("affinity: cookie, ", "a", "b"));
    for (int i = 0; i < 10; i++) {
      RawAnswer first = ask("/", "X-Key: k" + i);
      RawAnswer next =
          ask(
              "/",
              "X-Key: other" + i,
              "Cookie: x=\"a,b\"; cwx=1; " + cookie(first) + "; cw2=; lang=de",
              "Cookie: late=1");
      assertThat(next.text()).isEqualTo(first.text());
      assertThat(next.field("set-cookie")).isEmpty();
      assertThat(backend(first.text()).last().field("cookie").orElseThrow())
          .contains("x=\"a,b\"; cwx=1; cw2=; lang=de");
    }
  }
}
