package io.clockwise.admin.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The last events, by number. */
class EventRingTest {
  private final EventRing ring = new EventRing("p1");

  private void add(int times) {
    for (int i = 0; i < times; i++) {
      ring.add(Event.STATE, Set.of("web"), new JsonObject().put("n", i));
    }
  }

  @Test
  void keepsTheLastThousand() {
    add(1500);

    assertThat(ring.newest()).isEqualTo(1500);
    assertThat(ring.oldest()).isEqualTo(501);
    assertThat(ring.get(501).data()).isEqualTo("{\"n\":500}");
    assertThat(ring.get(1500).data()).isEqualTo("{\"n\":1499}");
  }

  @Test
  void knowsWhatFollowsAnId() {
    add(1500);

    assertThat(ring.behind("p1-1500")).isEqualTo(1501);
    assertThat(ring.behind("p1-500")).isEqualTo(501);
    assertThat(ring.behind("p1-499")).as("too old").isZero();
    assertThat(ring.behind("p1-1501")).as("not there yet").isZero();
  }

  @Test
  void anEmptyOneKnowsItsBeginning() {
    assertThat(ring.behind("p1-0")).isEqualTo(1);
    assertThat(ring.oldest()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"p2-3", "p1-", "p1-x", "p1--1", "3", "p1-99999999999999999999"})
  void doesNotKnowIdsOfOthers(String id) {
    add(10);

    assertThat(ring.behind(id)).isZero();
  }

  @Test
  void anEventIsThreeLines() {
    add(1);

    assertThat(ring.get(1).text("p1")).isEqualTo("id: p1-1\nevent: state\ndata: {\"n\":0}\n\n");
    assertThat(ring.get(1).isAbout("web")).isTrue();
    assertThat(ring.get(1).isAbout("")).isTrue();
    assertThat(ring.get(1).isAbout("other")).isFalse();
  }
}
