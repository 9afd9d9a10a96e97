package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.OnUnavailable;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.ChosenBy;
import io.clockwise.model.OffOwner;
import io.clockwise.testkit.LoggedRequest;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Keys that stay where they were when the members of their pool change. */
@Timeout(60)
class ProxyKeyTableIT extends CookieFixture {
  private static final int KEYS = 200;

  private TestConfig config;

  @BeforeEach
  void start() throws IOException {
    config = begin(AffinityConfig.Table.DEFAULT, "a", "b", "c");
  }

  private String key(int key) throws IOException {
    RawAnswer answer = ask("X-Key: user" + key);
    assertThat(answer.fields("set-cookie")).isEmpty();
    return answer.text();
  }

  private List<String> all(int from) throws IOException {
    List<String> owners = new ArrayList<>();
    for (int key = from; key < from + KEYS; key++) {
      owners.add(key(key));
    }
    return owners;
  }

  private void add(String id) throws IOException {
    TestBackend added = TestBackend.start(id);
    backends.add(added);
    List<BackendConfig> more = new ArrayList<>(config.backends());
    more.add(
        new BackendConfig(id, new BackendAddress("127.0.0.1", added.port()), 1, AdminState.READY));
    proxy.publish(c -> c.withBackends(more));
  }

  @Test
  void anAddedBackendGetsNewKeysOnly() throws IOException {
    List<String> before = all(0);
    add("d");
    assertThat(all(0)).isEqualTo(before);
    assertThat(all(KEYS)).contains("d");
    await().until(() -> proxy.records().size() == 3 * KEYS);
    List<LoggedRequest.Choice> pinned =
        proxy.records().stream()
            .map(LoggedRequest::choice)
            .filter(choice -> choice.chosenBy() == ChosenBy.TABLE)
            .toList();
    assertThat(pinned)
        .isNotEmpty()
        .allSatisfy(
            choice -> {
              assertThat(choice.offOwner()).isEqualTo(OffOwner.PIN);
              assertThat(choice.owner()).isEqualTo("d");
            });
    assertThat(proxy.meters().loop(0).affinity().pins()).isEqualTo(pinned.size());
  }

  @Test
  void aDrainKeepsKnownKeysUntilTheyAreMoved() throws IOException {
    List<String> before = all(0);
    proxy.publish(c -> c.withState("b", AdminState.DRAIN));
    assertThat(all(0)).isEqualTo(before).contains("b");
    assertThat(all(KEYS)).doesNotContain("b");
    proxy.publish(c -> c.withState("b", AdminState.MAINT));
    List<String> moved = all(0);
    for (int key = 0; key < KEYS; key++) {
      assertThat(moved.get(key).equals(before.get(key))).isEqualTo(!before.get(key).equals("b"));
    }
    proxy.publish(c -> c.withState("b", AdminState.READY));
    assertThat(all(0)).isEqualTo(moved);
  }

  @Test
  void aBackendThatFailsDoesNotLoseItsKeys() throws IOException {
    List<String> before = all(0);
    backend("b")
        .script(
            request -> {
              throw new IOException("cut");
            });
    assertThat(all(0)).doesNotContain("b");
    backend("b").script(request -> request.answer(200, new byte[] {'b'}));
    assertThat(all(0)).isEqualTo(before);
  }

  @Test
  void aStrictPoolDoesNotMoveAKey() throws IOException {
    int key = all(0).indexOf("b");
    proxy.publish(
        c ->
            c.withPool(
                pool -> pool.withSession(pool.session().withOnUnavailable(OnUnavailable.FAIL))));
    backend("b")
        .script(
            request -> {
              throw new IOException("cut");
            });
    assertThat(ask("X-Key: user" + key).status()).isEqualTo(502);
    proxy.publish(c -> c.withState("b", AdminState.MAINT));
    RawAnswer answer = ask("X-Key: user" + key);
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.field("retry-after")).isPresent();
    assertThat(ask().status()).isEqualTo(200);
    proxy.publish(c -> c.withState("b", AdminState.DRAIN));
    assertThat(key(key + KEYS)).isNotEqualTo("b");
  }
}
