package io.clockwise.it;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.affinity.CookieAffinity;
import io.clockwise.route.affinity.CookieWriter;
import io.clockwise.testkit.RawAnswer;
import io.clockwise.testkit.RawClient;
import io.clockwise.testkit.TestBackend;
import io.clockwise.testkit.TestConfig;
import io.clockwise.testkit.TestProxy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;

/** A proxy whose pool has an affinity cookie, and its backends. */
class CookieFixture {
  final List<TestBackend> backends = new ArrayList<>();
  private final CookieWriter writer = new CookieWriter(new SplittableRandom(5));
  TestProxy proxy;

  /* Two attempts, to another backend if need be. */
  final TestConfig begin(AffinityConfig affinity, String... ids) throws IOException {
    for (String id : ids) {
      backends.add(TestBackend.start(id));
    }
    TestConfig config =
        TestConfig.of(backends.toArray(TestBackend[]::new))
            .withPool(pool -> pool.withSession(SessionConfig.DEFAULT.withAffinity(affinity)));
    proxy = TestProxy.start(config);
    return config;
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    for (TestBackend backend : backends) {
      backend.close();
    }
  }

  final TestBackend backend(String id) {
    return backends.stream().filter(b -> b.id().equals(id)).findFirst().orElseThrow();
  }

  final TestBackend other(String id) {
    return backends.stream().filter(b -> !b.id().equals(id)).findFirst().orElseThrow();
  }

  final PoolSnapshot pool() {
    return Objects.requireNonNull(proxy.table().pools().get(TestConfig.POOL));
  }

  final CookieAffinity affinity() {
    return Objects.requireNonNull(pool().affinity().cookie());
  }

  /** Returns a cookie as if it had been set at another time. */
  final String made(String backend, long issuedMillis, long seenMillis) {
    return made(affinity(), pool().indexOf(backend), issuedMillis, seenMillis);
  }

  final String made(CookieAffinity by, int backend, long issuedMillis, long seenMillis) {
    return pair(writer.set(by, backend, writer.begin(issuedMillis), 0, false, seenMillis));
  }

  final String made(String backend) {
    long now = System.currentTimeMillis();
    return made(backend, now, now);
  }

  static String pair(String setCookie) {
    return setCookie.substring(0, setCookie.indexOf(';'));
  }

  final RawAnswer ask(String... fields) throws IOException {
    try (RawClient client = proxy.connect()) {
      StringBuilder request = new StringBuilder("GET / HTTP/1.1\r\nHost: test\r\n");
      for (String field : fields) {
        request.append(field).append("\r\n");
      }
      return client.send(request.append("\r\n").toString()).answer();
    }
  }

  final RawAnswer with(String cookie) throws IOException {
    return ask("Cookie: " + cookie);
  }
}
