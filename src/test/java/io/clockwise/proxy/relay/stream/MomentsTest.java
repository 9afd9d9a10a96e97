package io.clockwise.proxy.relay.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MomentsTest {
  /* Its loop does nothing by itself. */
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Moments moments = new Moments(channel.eventLoop());
  private final List<String> expired = new ArrayList<>();

  @AfterEach
  void stop() {
    channel.close();
  }

  private Moment named(String name) {
    return new Moment(moments, () -> expired.add(name));
  }

  @Test
  void oneExpiresWhenItsLimitHasPassed() {
    Moment moment = named("a");
    moment.arm(0, 100);
    moments.check(99);
    assertThat(expired).isEmpty();
    moments.check(100);
    assertThat(expired).containsExactly("a");
    moments.check(1_000);
    assertThat(expired).hasSize(1);
  }

  @Test
  void progressMovesIt() {
    Moment moment = named("a");
    moment.arm(0, 100);
    moment.touch(50);
    moments.check(120);
    assertThat(expired).isEmpty();
    moments.check(150);
    assertThat(expired).containsExactly("a");
  }

  @Test
  void aCancelledOneNeverExpires() {
    Moment first = named("a");
    Moment second = named("b");
    Moment third = named("c");
    first.arm(0, 10);
    second.arm(0, 10);
    third.arm(0, 10);
    second.cancel();
    second.cancel();
    moments.check(10);
    assertThat(expired).containsExactlyInAnyOrder("a", "c");
  }

  @Test
  void anArmedOneTakesANewLimit() {
    Moment moment = named("a");
    moment.arm(0, 10);
    moment.arm(5, 1_000);
    moments.check(500);
    assertThat(expired).isEmpty();
    moments.check(1_005);
    assertThat(expired).hasSize(1);
  }

  @Test
  void whatExpiresMayCancelOthersAndArmItself() {
    Moment other = named("other");
    Moment[] self = new Moment[1];
    self[0] =
        new Moment(
            moments,
            () -> {
              expired.add("self");
              other.cancel();
              self[0].arm(100L * expired.size(), 100);
            });
    other.arm(0, 50);
    self[0].arm(0, 50);
    moments.check(100);
    assertThat(expired).containsExactly("self");
    moments.check(200);
    assertThat(expired).containsExactly("self", "self");
    self[0].cancel(); // by the clock of the loop, which looks when it closes, it would never end
  }
}
