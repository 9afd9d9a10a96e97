package io.clockwise.health.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.HealthConfig;
import io.clockwise.config.HealthConfig.Initial;
import io.clockwise.health.check.probe.ProbeResult;
import io.clockwise.model.Health;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotEmpty;

class CheckStateProperties {
  private static final ProbeResult BAD = ProbeResult.unwell("503");
  private static final ProbeResult GONE = ProbeResult.unreachable("connection refused");

  private static HealthConfig check(int rise, int fall) {
    return new HealthConfig(
        new HealthConfig.Tcp(),
        Duration.ofSeconds(2),
        Duration.ofSeconds(1),
        rise,
        fall,
        Initial.CHECKING,
        0);
  }

  private static CheckState after(CheckState state, HealthConfig check, ProbeResult... results) {
    CheckState now = state;
    for (ProbeResult result : results) {
      now = now.after(result, check);
    }
    return now;
  }

  /* The rule said anew, over the whole history: the last run of equal results that is long enough
  says what it is, and before any the first result. */
  private static Health expected(List<Boolean> results, HealthConfig check) {
    boolean up = results.get(0);
    int run = 0;
    boolean last = results.get(0);
    for (boolean ok : results) {
      run = ok == last ? run + 1 : 1;
      last = ok;
      if (ok && run >= check.rise() || !ok && run >= check.fall()) {
        up = ok;
      }
    }
    return up ? Health.UP : Health.DOWN;
  }

  @Property
  void turnsAfterSoManyResultsInARow(
      @ForAll @NotEmpty List<Boolean> results,
      @ForAll @IntRange(min = 1, max = 4) int rise,
      @ForAll @IntRange(min = 1, max = 4) int fall,
      @ForAll Initial initial) {
    HealthConfig check = check(rise, fall);
    CheckState state = CheckState.first(initial);
    for (boolean ok : results) {
      state = state.after(ok ? ProbeResult.OK : BAD, check);
    }
    assertThat(state.health()).isEqualTo(expected(results, check));
    assertThat(state.reason().isEmpty()).isEqualTo(state.health() == Health.UP);
  }

  @Property
  void theFirstResultDecidesAlsoAfterAMove(@ForAll Initial initial, @ForAll boolean ok) {
    HealthConfig check = check(9, 9);
    ProbeResult result = ok ? ProbeResult.OK : BAD;
    Health health = ok ? Health.UP : Health.DOWN;
    CheckState first = after(CheckState.first(initial), check, result);
    assertThat(first.health()).isEqualTo(health);
    CheckState other = after(CheckState.first(initial), check, ok ? BAD : ProbeResult.OK);
    assertThat(other.moved().health()).isEqualTo(other.health());
    assertThat(after(other.moved(), check, result).health()).isEqualTo(health);
    assertThat(after(other.recounted(), check, result).health()).isEqualTo(other.health());
  }

  @Example
  void anotherCheckCountsFromItsBeginning() {
    HealthConfig check = check(2, 3);
    CheckState up = after(CheckState.first(Initial.CHECKING), check, ProbeResult.OK, BAD, BAD);
    assertThat(after(up, check, BAD).health()).isEqualTo(Health.DOWN);
    assertThat(after(up.recounted(), check, BAD, BAD).health()).isEqualTo(Health.UP);
  }

  @Example
  void beginsAsTheDocumentSays() {
    assertThat(CheckState.first(Initial.CHECKING).health()).isEqualTo(Health.CHECKING);
    assertThat(CheckState.first(Initial.UP).health()).isEqualTo(Health.CHECKING);
    assertThat(CheckState.first(Initial.DOWN).health()).isEqualTo(Health.DOWN);
  }

  @Example
  void saysWhetherItConnects() {
    HealthConfig check = check(2, 2);
    CheckState first = CheckState.first(Initial.CHECKING);
    assertThat(first.connects()).isFalse();
    assertThat(first.overdue().connects()).isTrue();
    assertThat(first.overdue().health()).isEqualTo(Health.CHECKING);
    assertThat(after(first, check, GONE).connects()).isFalse();
    assertThat(after(first, check, GONE).overdue().connects()).isFalse();
    assertThat(after(first, check, GONE, BAD).connects()).isTrue();
    assertThat(after(first, check, BAD, GONE).connects()).isFalse();
    assertThat(after(first, check, ProbeResult.OK, GONE).connects()).isTrue(); // it is up still
    assertThat(after(first, check, ProbeResult.OK, GONE, GONE).connects()).isFalse();
  }

  @Example
  void leavesAsLongAsAnswersSayIt() {
    HealthConfig check = check(2, 3);
    ProbeResult leaving = new ProbeResult(true, true, true, "", false);
    ProbeResult staying = new ProbeResult(true, true, false, "", false);
    CheckState state = after(CheckState.first(Initial.CHECKING), check, leaving);
    assertThat(state.verdict().leaving()).isTrue();
    assertThat(state.verdict().reason()).isNotEmpty();
    assertThat(after(state, check, GONE).leaving()).isTrue(); // it said nothing
    assertThat(after(state, check, GONE, staying).leaving()).isFalse();
    assertThat(after(state, check, staying).verdict().reason()).isEmpty();
  }

  @Example
  void tellsTheLastReason() {
    HealthConfig check = check(2, 1);
    CheckState down = after(CheckState.first(Initial.CHECKING), check, BAD);
    assertThat(down.verdict().reason()).isEqualTo("503");
    assertThat(after(down, check, GONE).verdict().reason()).isEqualTo("connection refused");
    assertThat(after(down, check, ProbeResult.OK).verdict().reason()).isEqualTo("503");
    assertThat(after(down, check, ProbeResult.OK, ProbeResult.OK).verdict().reason()).isEmpty();
  }
}
