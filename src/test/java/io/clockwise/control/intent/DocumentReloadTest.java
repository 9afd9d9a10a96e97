package io.clockwise.control.intent;

import static io.clockwise.control.intent.Intents.add;
import static io.clockwise.control.intent.Intents.after;
import static io.clockwise.control.intent.Intents.backend;
import static io.clockwise.control.intent.Intents.effective;
import static io.clockwise.control.intent.Intents.file;
import static io.clockwise.control.intent.Intents.filed;
import static io.clockwise.control.intent.Intents.load;
import static io.clockwise.control.intent.Intents.pool;
import static io.clockwise.control.intent.Intents.start;
import static io.clockwise.control.intent.Intents.weight;
import static io.clockwise.control.intent.Intents.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AdminConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.Role;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TokenConfig;
import io.clockwise.config.TransportConfig;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentState;
import io.clockwise.event.OverlayEntry;
import io.clockwise.model.AdminState;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a document that is read again makes of a state. */
class DocumentReloadTest {
  private static final String A = "a=h:1*1@READY";
  private static final String B = "b=h:2*1@READY";
  private final IntentState state = start(file(A, B));

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
        StateReducer.plan(
            before, filed("x"), fingerprint -> StateReducerTest.withPoints(file(A, B), 60_000));
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
  void whatTheAdminApiIsWaitsForARestart() {
    assertThat(StateReducer.needsRestart(state)).isEmpty();
    List<TokenConfig> tokens = List.of(new TokenConfig(Role.READ, Path.of("t")));
    AdminConfig admin = new AdminConfig(new SocketBind("127.0.0.1", 1), tokens, 0);
    IntentState moved = load(state, withAdmin(file(A, B), admin)).state();
    assertThat(StateReducer.needsRestart(moved))
        .containsExactly("admin.bind", "admin.tokens", "admin.recentRequests");
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
}
