package io.clockwise.control.intent;

import static io.clockwise.control.intent.Intents.add;
import static io.clockwise.control.intent.Intents.file;
import static io.clockwise.control.intent.Intents.operate;
import static io.clockwise.control.intent.Intents.start;
import static io.clockwise.control.intent.Intents.weight;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome.Why;
import io.clockwise.event.IntentState;
import io.clockwise.model.placement.HaproxySettings;
import io.clockwise.model.placement.NginxSettings;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.PlacementSettings;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes are held to the limits that documents are held to. */
class PlacementBreachTest {
  static Stream<Arguments> breaches() {
    PlacementSettings haproxy = HaproxySettings.Consistent.DEFAULT;
    return Stream.of(
        Arguments.of(
            new OwnSettings.Anchor(2),
            add("c=h:3*0@READY"),
            "placement",
            "pools.carts.placement.capacity: given 2 for 3 backends"),
        Arguments.of(
            new OwnSettings.Slots(1 << 14, 0, ""),
            weight("a", 65_535),
            "weight",
            "pools.carts.backends: given 0.250 of 16384 slots for \"b\""),
        Arguments.of(
            haproxy,
            weight("a", 257),
            "weight",
            "pools.carts.backends[0].weight: given the weight 257 of \"a\""),
        Arguments.of(
            new NginxSettings.PingoraKetama(),
            add("c=h:3*1@READY"),
            "placementName",
            "pools.carts.backends[2].placementName: given a name of \"c\""));
  }

  @ParameterizedTest
  @MethodSource("breaches")
  void aChangeThatBreaksALimitOfThePlacementIsRefused(
      PlacementSettings placement, BackendChange change, String field, String detail) {
    ClockwiseConfig file = file("a=10.0.0.1:1*1@READY", "b=10.0.0.2:1*1@READY");
    IntentState before = start(StateReducerTest.with(file, placement));

    var refused = (Reduction.Refused) operate(before, change);

    assertThat(refused.outcome().why()).isEqualTo(Why.INVALID);
    assertThat(refused.outcome().field()).isEqualTo(field);
    assertThat(refused.outcome().detail()).startsWith(detail);
  }
}
