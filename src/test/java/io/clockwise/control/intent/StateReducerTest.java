package io.clockwise.control.intent;

import static io.clockwise.control.intent.Intents.add;
import static io.clockwise.control.intent.Intents.address;
import static io.clockwise.control.intent.Intents.after;
import static io.clockwise.control.intent.Intents.backend;
import static io.clockwise.control.intent.Intents.effective;
import static io.clockwise.control.intent.Intents.file;
import static io.clockwise.control.intent.Intents.load;
import static io.clockwise.control.intent.Intents.operate;
import static io.clockwise.control.intent.Intents.pool;
import static io.clockwise.control.intent.Intents.pools;
import static io.clockwise.control.intent.Intents.remove;
import static io.clockwise.control.intent.Intents.start;
import static io.clockwise.control.intent.Intents.weight;
import static io.clockwise.control.intent.Intents.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome.Why;
import io.clockwise.event.IntentState;
import io.clockwise.event.OverlayEntry;
import io.clockwise.model.AdminState;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RingHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StateReducerTest {
  private static final String A = "a=h:1*1@READY";
  private static final String B = "b=h:2*1@READY";
  private final IntentState state = start(file(A, B));

  @Test
  void theFirstDocumentIsRevisionOne() {
    assertThat(state.revision()).isEqualTo(1);
    assertThat(state.poolRevisions()).isEqualTo(Map.of("carts", 1L));
    assertThat(state.overlay()).isEmpty();
    assertThat(effective(state)).containsExactly(A, B);
  }

  static Stream<Arguments> changes() {
    return Stream.of(
        Arguments.of(add("c=h:3*2@DRAIN"), List.of(A, B, "c=h:3*2@DRAIN")),
        Arguments.of(weight("a", 0), List.of("a=h:1*0@READY", B)),
        Arguments.of(weight("a", 65_535), List.of("a=h:1*65535@READY", B)),
        Arguments.of(address("b", "[::1]:9"), List.of(A, "b=[::1]:9*1@READY")),
        Arguments.of(wish("a", AdminState.DRAIN), List.of("a=h:1*1@DRAIN", B)),
        Arguments.of(wish("b", AdminState.MAINT), List.of(A, "b=h:2*1@MAINT")),
        Arguments.of(remove("a"), List.of(B)));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void aChangeIsInEffectAndInTheOverlay(BackendChange change, List<String> expected) {
    ClockwiseConfig small = withPoints(file(A, B), 1);
    IntentState after = after(start(small), change);
    assertThat(after.revision()).isEqualTo(2);
    assertThat(after.poolRevisions()).containsEntry("carts", 2L);
    assertThat(effective(after)).isEqualTo(expected);
    assertThat(after.file()).isEqualTo(small);
    assertThat(after.overlay().get("carts")).containsOnlyKeys(change.id());
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of(new BackendChange.Remove("nope", "a"), Why.NOT_FOUND, "pool"),
        Arguments.of(remove("z"), Why.NOT_FOUND, "id"),
        Arguments.of(weight("z", 1), Why.NOT_FOUND, "id"),
        Arguments.of(wish("z", AdminState.READY), Why.NOT_FOUND, "id"),
        Arguments.of(add(A), Why.EXISTS, "id"),
        Arguments.of(add(" c=h:3*1@READY"), Why.INVALID, "id"),
        Arguments.of(add("c/d=h:3*1@READY"), Why.INVALID, "id"),
        Arguments.of(add("=h:3*1@READY"), Why.INVALID, "id"),
        Arguments.of(add("x".repeat(129) + "=h:3*1@READY"), Why.INVALID, "id"),
        Arguments.of(add("c=h:3*65536@READY"), Why.INVALID, "weight"),
        Arguments.of(weight("a", -1), Why.INVALID, "weight"),
        Arguments.of(weight("a", 65_536), Why.INVALID, "weight"),
        Arguments.of(weight("a", 4194), Why.INVALID, "weight"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void whatDoesNotFitIsRefusedAsAWhole(BackendChange change, Why why, String field) {
    Reduction reduction = operate(state, wish("a", AdminState.DRAIN), change);
    assertThat(reduction).isInstanceOf(Reduction.Refused.class);
    var outcome = ((Reduction.Refused) reduction).outcome();
    assertThat(outcome.why()).isEqualTo(why);
    assertThat(outcome.field()).isEqualTo(field);
    assertThat(outcome.detail()).isNotBlank().doesNotContain("\n");
  }

  @Test
  void anIdMayHaveEveryCharacterOfAnAddress() {
    String id = "A.z_0:[::1]-" + "x".repeat(116);
    assertThat(effective(after(state, add(id + "=h:3*1@READY")))).contains(id + "=h:3*1@READY");
  }

  @Test
  void namesFromOutsideStayOnOneLine() {
    var refused = (Reduction.Refused) operate(state, remove("x\r\ny\u202e"));
    assertThat(refused.outcome().detail()).contains("'x??y?'");
    refused = (Reduction.Refused) operate(state, remove("x".repeat(1000)));
    assertThat(refused.outcome().detail()).hasSizeLessThan(200);
  }

  @Test
  void theRingMayBeFullToTheLastPoint() {
    IntentState full = start(withPoints(file("a=h:1*1@READY"), 64));
    assertThat(effective(after(full, weight("a", 65_535)))).containsExactly("a=h:1*65535@READY");
    assertThat(operate(full, weight("a", 65_535), add("b=h:2*1@READY")))
        .isInstanceOf(Reduction.Accepted.class); // 65536 * 64 = 2^22
    assertThat(operate(full, weight("a", 65_535), add("b=h:2*2@READY")))
        .isInstanceOf(Reduction.Refused.class);
  }

  @Test
  void morePlacedBackendsThanAPlacementHoldsAreRefused() {
    List<String> many = IntStream.range(0, 65_535).mapToObj(i -> "b" + i + "=h:1*1@READY").toList();
    IntentState full = start(withPoints(file(many.toArray(String[]::new)), 1));
    assertThat(operate(full, add("x=h:1*1@READY"))).isInstanceOf(Reduction.Refused.class);
    assertThat(operate(full, add("x=h:1*0@READY"))).isInstanceOf(Reduction.Accepted.class);
  }

  @Test
  void severalChangesAreOneRevision() {
    IntentState after =
        after(state, add("c=h:3*1@READY"), wish("c", AdminState.MAINT), remove("a"));
    assertThat(after.revision()).isEqualTo(2);
    assertThat(effective(after)).containsExactly(B, "c=h:3*1@MAINT");
  }

  @Test
  void theOverlayKeepsWhatTheFileSaid() {
    IntentState after = after(after(state, weight("a", 5)), wish("a", AdminState.DRAIN));
    assertThat(after.overlay().get("carts"))
        .containsExactly(Map.entry("a", new OverlayEntry(backend(A), backend("a=h:1*5@DRAIN"))));
  }

  @Test
  void whatGoesBackLeavesNoOverlay() {
    IntentState there = after(state, wish("a", AdminState.DRAIN));
    assertThat(after(there, wish("a", AdminState.READY)).overlay()).isEmpty();
    assertThat(after(state, remove("a"), add(A)).overlay()).isEmpty();
    assertThat(after(state, add("c=h:3*1@READY"), remove("c")).overlay()).isEmpty();
  }

  @Test
  void onlyTouchedPoolsGetTheRevision() {
    PoolConfig other = pool("o=h:9*1@READY");
    IntentState two = start(file(pools("carts", pool(A), "other", other)));
    IntentState changed = after(two, weight("a", 2));
    assertThat(changed.poolRevisions()).isEqualTo(Map.of("carts", 2L, "other", 1L));
    IntentState loaded =
        load(changed, file(pools("carts", pool(A), "other", pool("o=h:9*2@READY")))).state();
    assertThat(loaded.poolRevisions()).isEqualTo(Map.of("carts", 2L, "other", 3L));
  }

  @Test
  void theOrderOfBackendsTouchesNothing() {
    assertThat(load(state, file(B, A)).state().poolRevisions()).isEqualTo(Map.of("carts", 1L));
  }

  static ClockwiseConfig withPoints(ClockwiseConfig config, int points) {
    return with(config, new OwnSettings.Ring(RingHash.XXH3, points));
  }

  static ClockwiseConfig with(ClockwiseConfig config, PlacementSettings placement) {
    List<PoolConfig> pools = new ArrayList<>(config.pools().values());
    PoolConfig pool = pools.get(0);
    return config.withPools(
        Map.of(
            "carts",
            new PoolConfig(
                placement, pool.backends(), pool.connections(), pool.timeouts(), pool.retry())));
  }
}
