package io.clockwise.control.intent;

import static io.clockwise.control.intent.Intents.after;
import static io.clockwise.control.intent.Intents.file;
import static io.clockwise.control.intent.Intents.load;
import static io.clockwise.control.intent.Intents.operate;
import static io.clockwise.control.intent.Intents.pool;
import static io.clockwise.control.intent.Intents.start;
import static io.clockwise.control.intent.Intents.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.DrainConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.IntentState;
import io.clockwise.model.AdminState;
import io.clockwise.model.Drain;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Drains in the accepted state. */
class DrainRulesTest {
  private static final String A = "a=h:1*1@READY";
  private static final String B = "b=h:2*1@READY";

  private final IntentState state = start(file(A, B));

  private static Drain drain(IntentState state) {
    return state.head().drain("carts", "a");
  }

  private static BackendChange end(Drain drain, Drain.Outcome outcome) {
    return new BackendChange.End("carts", "a", drain.id(), outcome);
  }

  @Test
  void haveThePoolsTermsUnlessOthersAreGiven() {
    Drain usual = drain(after(state, wish("a", AdminState.DRAIN)));
    assertThat(Duration.between(usual.since(), usual.deadline())).isEqualTo(Duration.ofMinutes(10));
    assertThat(usual.terms())
        .isEqualTo(
            new Drain.Terms(Drain.Then.MOVE, Duration.ofSeconds(30), Duration.ZERO, false, false));
    Drain own =
        drain(
            after(
                state,
                new BackendChange.Drained(
                    "carts",
                    "a",
                    Duration.ofSeconds(5),
                    Drain.Then.CUT,
                    Duration.ofSeconds(1),
                    true)));
    assertThat(Duration.between(own.since(), own.deadline())).isEqualTo(Duration.ofSeconds(5));
    assertThat(own.terms())
        .isEqualTo(
            new Drain.Terms(Drain.Then.CUT, Duration.ofSeconds(1), Duration.ZERO, true, false));
  }

  @ParameterizedTest
  @CsvSource({
    "10m, 60, , 30s, auto is half the deadline",
    "40s, 600, , 40s, auto is the idle time",
    "10m, 60, 50s, 50s, as the pool says"
  })
  void waitForSessionsAsLongAsTheWindow(
      String idle, int deadline, String window, String expected, String why) {
    DrainConfig terms =
        new DrainConfig(
            Duration.ofSeconds(deadline),
            Drain.Then.MOVE,
            Duration.ZERO,
            window == null ? null : seconds(window));
    SessionConfig session =
        SessionConfig.DEFAULT
            .withAffinity(new AffinityConfig.Table(seconds(idle), 1000))
            .withDrain(terms);
    PoolConfig pool = pool(A, B).withSession(session);
    IntentState drained = after(start(file(Map.of("carts", pool))), wish("a", AdminState.DRAIN));
    assertThat(drain(drained).terms().window()).as(why).isEqualTo(seconds(expected));
  }

  private static Duration seconds(String text) {
    return Duration.parse("PT" + text);
  }

  @Test
  void endOnce() {
    IntentState draining = after(state, wish("a", AdminState.DRAIN));
    IntentState drained = after(draining, end(drain(draining), Drain.Outcome.DRAINED));
    assertThat(drain(drained).outcome()).isEqualTo(Drain.Outcome.DRAINED);
    Reduction.Accepted again =
        (Reduction.Accepted) operate(drained, end(drain(draining), Drain.Outcome.EXPIRED));
    assertThat(again.record().effect().edits()).isEmpty();
    assertThat(drained.poolRevisions())
        .as("whoever drains may remove with the same tag")
        .isEqualTo(draining.poolRevisions());
  }

  @Test
  void areNotEndedByTheEndOfAnother() {
    IntentState first = after(state, wish("a", AdminState.DRAIN));
    BackendChange late = new BackendChange.End("carts", "a", "another", Drain.Outcome.DRAINED);
    assertThat(drain(after(first, late))).isEqualTo(drain(first));
    IntentState ready = after(first, wish("a", AdminState.READY));
    assertThat(drain(after(ready, end(drain(first), Drain.Outcome.DRAINED)))).isNull();
  }

  @Test
  void ofTheDocumentBeginWithIt() {
    IntentState loaded = load(state, file("a=h:1*1@DRAIN", B)).state();
    assertThat(drain(loaded).isOpen()).isTrue();
    IntentState again = load(loaded, file("a=h:1*2@DRAIN", B)).state();
    assertThat(drain(again)).as("a new weight begins no new drain").isEqualTo(drain(loaded));
    assertThat(drain(load(again, file(A, B)).state())).isNull();
  }

  @Test
  void surviveADocumentThatSaysNothingOfThem() {
    IntentState draining = after(state, wish("a", AdminState.DRAIN));
    IntentState loaded = load(draining, file("a=h:7*1@READY", B)).state();
    assertThat(drain(loaded)).isEqualTo(drain(draining));
  }
}
