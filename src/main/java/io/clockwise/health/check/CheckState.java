package io.clockwise.health.check;

import io.clockwise.config.HealthConfig;
import io.clockwise.health.HealthBoard.Verdict;
import io.clockwise.health.check.probe.ProbeResult;
import io.clockwise.model.Health;

/**
 * What the results so far say of a backend.
 *
 * @param against results in a row, up to the last one, that speak against the health
 * @param decides whether the next result decides at once
 * @param leaving whether the last answer said that the backend wants no new keys
 * @param connects whether it accepts connections, as far as is known
 * @param reason why it is not up, for people; empty: it is, or nothing is known
 */
record CheckState(
    Health health, int against, boolean decides, boolean leaving, boolean connects, String reason) {
  private static final String LEAVING = "it says that it wants no new keys";

  /** Returns what is known before the first result. */
  static CheckState first(HealthConfig.Initial initial) {
    Health health = initial == HealthConfig.Initial.DOWN ? Health.DOWN : Health.CHECKING;
    return new CheckState(health, 0, true, false, false, "");
  }

  /** Returns what is known with one more result. */
  CheckState after(ProbeResult result, HealthConfig check) {
    Boolean says = result.leaving();
    boolean leaves = says == null ? leaving : says;
    boolean agrees = result.ok() == (health == Health.UP);
    int now = agrees ? 0 : against + 1;
    boolean turns = !agrees && now >= (result.ok() ? check.rise() : check.fall());
    if (decides || turns) {
      return new CheckState(
          result.ok() ? Health.UP : Health.DOWN,
          0,
          false,
          leaves,
          result.connects(),
          result.reason());
    }
    return new CheckState(
        health,
        now,
        false,
        leaves,
        health == Health.UP || result.connects(),
        result.ok() ? reason : health == Health.UP ? "" : result.reason());
  }

  /** Returns the same at another address: what is known holds until a result comes from there. */
  CheckState moved() {
    return new CheckState(health, 0, true, leaving, connects, reason);
  }

  /** Returns the same with another check: its results are counted from here on. */
  CheckState recounted() {
    return new CheckState(health, 0, decides, leaving, connects, reason);
  }

  /** Returns the same when the first result does not come in time: it may be tried. */
  CheckState overdue() {
    return health == Health.CHECKING
        ? new CheckState(health, against, decides, leaving, true, reason)
        : this;
  }

  /** Returns what others are told. */
  Verdict verdict() {
    String why = health == Health.UP && leaving ? LEAVING : reason;
    return new Verdict(health, leaving, connects, why);
  }
}
