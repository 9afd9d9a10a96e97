package io.clockwise.proxy.loop.park;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ParkedRequestsTest {
  private static final long LONG = 60_000;

  private final Vertx vertx = Vertx.vertx();
  private final ParkedRequests parked = new ParkedRequests(vertx);
  private final AtomicInteger decided = new AtomicInteger();
  private final AtomicInteger late = new AtomicInteger();

  @AfterEach
  void close() {
    vertx.close().toCompletionStage().toCompletableFuture().orTimeout(9, TimeUnit.SECONDS).join();
  }

  private ParkedRequests.Parked park(boolean enough, long millis) {
    return parked.park(
        () -> {
          decided.incrementAndGet();
          return enough;
        },
        millis,
        late::incrementAndGet);
  }

  @Test
  void decidesAnewUntilItIsEnough() {
    park(true, LONG);
    park(false, LONG);
    parked.tableFollowed();
    parked.tableFollowed();
    assertThat(decided).hasValue(3);
    assertThat(late).hasValue(0);
  }

  @Test
  void comesToAnEndOnce() {
    vertx.runOnContext(loop -> park(false, 1)); // where its timer fires too
    await().until(() -> late.get() == 1);
    parked.tableFollowed();
    assertThat(decided).hasValue(0);
  }

  @Test
  void forgetsWhoLeaves() {
    park(true, LONG).leave();
    parked.tableFollowed();
    assertThat(decided).hasValue(0);
  }

  @Test
  void hasRoomForSoManyOnly() {
    List<ParkedRequests.Parked> all = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      assertThat(parked.hasRoom()).isTrue();
      all.add(park(false, LONG));
    }
    assertThat(parked.hasRoom()).isFalse();
    all.get(0).leave();
    assertThat(parked.hasRoom()).isTrue();
  }
}
