package io.clockwise.admin.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One who follows is never buffered for: it waits, or it is ended. */
class EventStreamTest {
  private final EventRing ring = new EventRing("p");
  private final StringBuilder written = new StringBuilder();
  private boolean full;
  private Handler<Void> drain = ignored -> {};
  private int closed;

  private EventStream stream(String pool) {
    HttpServerResponse response =
        (HttpServerResponse)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {HttpServerResponse.class},
                (self, method, arguments) -> called(self, method.getName(), arguments));
    return new EventStream(ring, response, () -> closed++, pool, 1);
  }

  @SuppressWarnings("unchecked")
  private Object called(Object self, String method, Object[] arguments) {
    return switch (method) {
      case "write" -> {
        written.append(arguments[0]);
        yield Future.succeededFuture();
      }
      case "writeQueueFull" -> full;
      case "drainHandler" -> {
        drain = (Handler<Void>) arguments[0];
        yield self;
      }
      default -> throw new AssertionError(method);
    };
  }

  private void add(int times, String pool) {
    for (int i = 0; i < times; i++) {
      ring.add(Event.STATE, Set.of(pool), new JsonObject());
    }
  }

  private long events() {
    return written.toString().lines().filter(line -> line.startsWith("id: ")).count();
  }

  @Test
  void waitsForRoomAndGoesOn() {
    EventStream stream = stream("");
    full = true;
    add(10, "web");
    stream.pump();
    assertThat(events()).isZero();

    full = false;
    drain.handle(null);
    assertThat(events()).isEqualTo(10);
    stream.pump();
    assertThat(events()).as("none twice").isEqualTo(10);
  }

  @Test
  void whoFallsBehindTheRingIsEnded() {
    EventStream stream = stream("");
    full = true;
    add(EventRing.MOST, "web");
    stream.pump();
    full = false;
    add(1, "web");
    drain.handle(null);

    assertThat(closed).isEqualTo(1);
    assertThat(events()).isZero();
  }

  @Test
  void whoTakesNothingFromBeatToBeatIsEnded() {
    EventStream stream = stream("");
    stream.beat();
    assertThat(written.toString()).isEqualTo(":\n\n");
    full = true;
    stream.beat();
    assertThat(closed).isZero();
    stream.beat();
    assertThat(closed).isEqualTo(1);
  }

  @Test
  void whoTakesSomethingBetweenBeatsStays() {
    EventStream stream = stream("");
    add(1, "web");
    full = true;
    stream.pump();
    stream.beat();
    full = false;
    drain.handle(null);
    full = true;
    stream.beat();

    assertThat(closed).isZero();
  }

  @Test
  void followsOnePool() {
    EventStream stream = stream("web");
    add(3, "web");
    add(4, "odd");
    ring.add(Event.TABLE, Set.of(), new JsonObject());
    stream.pump();

    assertThat(events()).isEqualTo(4);
  }
}
