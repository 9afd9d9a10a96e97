package io.clockwise.control.intent;

import static io.clockwise.control.intent.Intents.add;
import static io.clockwise.control.intent.Intents.address;
import static io.clockwise.control.intent.Intents.after;
import static io.clockwise.control.intent.Intents.backend;
import static io.clockwise.control.intent.Intents.effective;
import static io.clockwise.control.intent.Intents.file;
import static io.clockwise.control.intent.Intents.filed;
import static io.clockwise.control.intent.Intents.load;
import static io.clockwise.control.intent.Intents.operate;
import static io.clockwise.control.intent.Intents.pool;
import static io.clockwise.control.intent.Intents.pools;
import static io.clockwise.control.intent.Intents.remove;
import static io.clockwise.control.intent.Intents.start;
import static io.clockwise.control.intent.Intents.weight;
import static io.clockwise.control.intent.Intents.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AdminConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.Role;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TokenConfig;
import io.clockwise.config.TransportConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome.Why;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentState;
import io.clockwise.event.OverlayEntry;
import io.clockwise.model.AdminState;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RingHash;
import java.nio.file.Path;
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

  @Test
  void aReloadMergesFieldByFieldAndTellsWhatItOverruled() {
    IntentState before =
        after(
            state,
            weight("a", 5),
            wish("b", AdminState.DRAIN),
            add("c=h:3*7@READY"),
            add("d=h:4*1@READY"));
    Reduction.Accepted loaded =
        load(before, file("a=h:1*2@READY", "b=h:8*1@READY", "c=h:3*9@READY"));
    assertThat(loaded.superseded())
        .containsExactly("pools.carts.backends.a.weight", "pools.carts.backends.c.weight");
    assertThat(effective(loaded.state()))
        .containsExactly("a=h:1*2@READY", "b=h:8*1@DRAIN", "c=h:3*9@READY", "d=h:4*1@READY");
    assertThat(loaded.state().overlay().get("carts"))
        .containsOnlyKeys("b", "d")
        .containsEntry("b", new OverlayEntry(backend("b=h:8*1@READY"), backend("b=h:8*1@DRAIN")));
  }

  @Test
  void aPoolThatLeavesTheFileTakesItsOverlayAlong() {
    IntentState before = after(state, weight("a", 5), add("c=h:3*7@READY"));
    Reduction.Accepted gone = load(before, file(Map.of("other", pool(B))));
    assertThat(gone.superseded())
        .containsExactly("pools.carts.backends.a", "pools.carts.backends.c");
    assertThat(gone.state().overlay()).isEmpty();
    assertThat(gone.state().poolRevisions()).containsOnlyKeys("other");
    assertThat(effective(load(gone.state(), file(A, B)).state())).containsExactly(A, B);
  }

  @Test
  void aDocumentThatDoesNotFitTheOverlayIsRefusedWithEachPool() {
    IntentState before = after(state, weight("a", 4000));
    Reduction reduction =
        StateReducer.plan(before, filed("x"), fingerprint -> withPoints(file(A, B), 60_000));
    assertThat(((Reduction.Invalid) reduction).problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path()).isEqualTo("pools.carts.backends");
              assertThat(problem.toString()).contains("240060000 points").contains("4194304");
            });
  }

  @Test
  void aDocumentThatIsNotAtHandMovesOnlyTheRevision() {
    ChangeRecord other = filed("other").at(new ChangeRecord.Place(2, "", ""));
    IntentState skipped = StateReducer.reduce(state, other, fingerprint -> null);
    assertThat(skipped.revision()).isEqualTo(2);
    assertThat(skipped.effective()).isEqualTo(state.effective());
    assertThat(skipped.poolRevisions()).isEqualTo(state.poolRevisions());
  }

  @Test
  void theAdminAddressAndTokensWaitForARestart() {
    assertThat(StateReducer.needsRestart(state)).isEmpty();
    List<TokenConfig> tokens = List.of(new TokenConfig(Role.READ, Path.of("t")));
    AdminConfig admin = new AdminConfig(new SocketBind("127.0.0.1", 1), tokens);
    IntentState moved = load(state, withAdmin(file(A, B), admin)).state();
    assertThat(StateReducer.needsRestart(moved)).containsExactly("admin.bind", "admin.tokens");
    assertThat(moved.effective().admin()).isEqualTo(AdminConfig.DEFAULT);
    assertThat(moved.file().admin()).isEqualTo(admin);
    assertThat(StateReducer.needsRestart(load(moved, file(A, B)).state())).isEmpty();
    assertThat(start(withAdmin(file(A), admin)).effective().admin()).isEqualTo(admin);
  }

  @Test
  void theTransportWaitsForARestart() {
    ClockwiseConfig asked = with(file(A, B), TransportConfig.NIO);
    IntentState moved = load(state, asked).state();
    assertThat(StateReducer.needsRestart(moved)).containsExactly("transport");
    assertThat(moved.effective().transport()).isEqualTo(TransportConfig.AUTO);
    assertThat(start(asked).effective().transport()).isEqualTo(TransportConfig.NIO);
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

  private static ClockwiseConfig with(ClockwiseConfig c, TransportConfig transport) {
    return new ClockwiseConfig(
        c.instance(),
        c.listeners(),
        c.trustedProxies(),
        c.forwarded(),
        c.admin(),
        c.probes(),
        c.stateDir(),
        c.explain(),
        transport,
        c.limits(),
        c.shutdown(),
        c.accessLog(),
        c.routes(),
        c.pools());
  }

  private static ClockwiseConfig withAdmin(ClockwiseConfig c, AdminConfig admin) {
    return new ClockwiseConfig(
        c.instance(),
        c.listeners(),
        c.trustedProxies(),
        admin,
        c.limits(),
        c.shutdown(),
        c.accessLog(),
        c.routes(),
        c.pools());
  }
}
