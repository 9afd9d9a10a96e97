package io.clockwise.proxy.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.RetryBudget;
import io.clockwise.config.RetryConfig;
import io.clockwise.config.RetryOn;
import io.clockwise.model.FailureKind;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RetryRuleTest {
  private static Trial first(String method, FailureKind failure, boolean reused) {
    return new Trial(method, failure, 0, 1, reused, false, false, false);
  }

  private static RetryStep after(Trial trial) {
    return RetryRule.after(trial, RetryConfig.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, CONNECT_REFUSED, false, NEXT_CANDIDATE",
    "POST, CONNECT_REFUSED, false, NEXT_CANDIDATE",
    "POST, CONNECT_TIMEOUT, false, NEXT_CANDIDATE",
    "GET, UPSTREAM_RESET, false, NEXT_CANDIDATE",
    "GET, UPSTREAM_RESET, true, FRESH_CONNECTION",
    "POST, UPSTREAM_RESET, false, GIVE_UP",
    "POST, UPSTREAM_RESET, true, GIVE_UP",
    "POST, UPSTREAM_REFUSED, false, FRESH_CONNECTION",
    "GET, UPSTREAM_REFUSED, true, FRESH_CONNECTION",
    "GET, UPSTREAM_TIMEOUT, false, GIVE_UP",
    "GET, BAD_RESPONSE, false, GIVE_UP",
    "GET, QUEUE_FULL, false, GIVE_UP",
    "GET, CLIENT_GONE, false, GIVE_UP",
  })
  void whatFollowsTheFirstAttempt(
      String method, FailureKind failure, boolean reused, RetryStep step) {
    assertThat(after(first(method, failure, reused))).isEqualTo(step);
  }

  @Test
  void aFreshConnectionIsTriedOnceAndIsNoAttempt() {
    Trial again = new Trial("GET", FailureKind.UPSTREAM_REFUSED, 0, 1, false, true, false, false);
    assertThat(after(again)).isEqualTo(RetryStep.NEXT_CANDIDATE);
    Trial last = new Trial("GET", FailureKind.UPSTREAM_REFUSED, 0, 2, false, true, false, false);
    assertThat(after(last)).isEqualTo(RetryStep.GIVE_UP);
  }

  @ParameterizedTest
  @EnumSource(FailureKind.class)
  void nothingFollowsAFlowingBodyOrAnAnswer(FailureKind failure) {
    assertThat(after(new Trial("GET", failure, 0, 1, true, false, true, false)))
        .isEqualTo(RetryStep.GIVE_UP);
    assertThat(after(new Trial("GET", failure, 0, 1, true, false, false, true)))
        .isEqualTo(RetryStep.GIVE_UP);
  }

  @Test
  void aTimeoutAndAStatusAreRetriedWhenListed() {
    RetryConfig listed =
        new RetryConfig(
            3, EnumSet.of(RetryOn.TIMEOUT), Set.of("GET", "PUT"), Set.of(503), RetryBudget.DEFAULT);
    assertThat(RetryRule.after(first("PUT", FailureKind.UPSTREAM_TIMEOUT, false), listed))
        .isEqualTo(RetryStep.NEXT_CANDIDATE);
    assertThat(RetryRule.after(first("POST", FailureKind.UPSTREAM_TIMEOUT, false), listed))
        .isEqualTo(RetryStep.GIVE_UP);
    assertThat(RetryRule.after(first("GET", FailureKind.CONNECT_REFUSED, false), listed))
        .isEqualTo(RetryStep.GIVE_UP);
    Trial status = new Trial("GET", FailureKind.BAD_RESPONSE, 503, 2, true, false, false, false);
    assertThat(RetryRule.after(status, listed)).isEqualTo(RetryStep.NEXT_CANDIDATE);
    Trial other = new Trial("GET", FailureKind.BAD_RESPONSE, 500, 2, true, false, false, false);
    assertThat(RetryRule.after(other, listed)).isEqualTo(RetryStep.GIVE_UP);
  }
}
