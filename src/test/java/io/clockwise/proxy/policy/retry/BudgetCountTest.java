package io.clockwise.proxy.policy.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.RetryBudget;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BudgetCountTest {
  private static final long SECOND = 1_000_000_000L;

  private static int takeAll(BudgetCount budget, long nanos) {
    int taken = 0;
    while (budget.take(nanos, true)) {
      taken++;
    }
    return taken;
  }

  @Test
  void aQuietPoolHasTheFloor() {
    BudgetCount budget = new BudgetCount(new RetryBudget(0.2, 10, Duration.ofSeconds(10)), 2);
    assertThat(takeAll(budget, 0)).isEqualTo(50); // 100 in the window, half of the loops
  }

  @Test
  void aBusyPoolHasItsShare() {
    BudgetCount budget = new BudgetCount(new RetryBudget(0.2, 1, Duration.ofSeconds(10)), 1);
    for (int i = 0; i < 1_000; i++) {
      budget.request(i * (SECOND / 1_000));
    }
    assertThat(takeAll(budget, SECOND)).isEqualTo(200);
  }

  @Test
  void whatLiesBeforeTheWindowIsForgotten() {
    BudgetCount budget = new BudgetCount(new RetryBudget(0, 1, Duration.ofSeconds(10)), 1);
    assertThat(takeAll(budget, 0)).isEqualTo(10);
    assertThat(takeAll(budget, 9 * SECOND)).isZero();
    assertThat(takeAll(budget, 10 * SECOND)).isEqualTo(10);
    assertThat(takeAll(budget, 1_000 * SECOND)).isEqualTo(10);
  }

  @Test
  void timeMayBeginBelowZero() {
    BudgetCount budget = new BudgetCount(new RetryBudget(1, 0, Duration.ofSeconds(1)), 1);
    budget.request(-5 * SECOND);
    assertThat(budget.take(-5 * SECOND, true)).isTrue();
    assertThat(budget.take(-5 * SECOND, true)).isFalse();
  }

  @Test
  void noFloorAndNoRatioMeanNoRetries() {
    BudgetCount budget = new BudgetCount(new RetryBudget(0, 0, Duration.ofSeconds(1)), 1);
    budget.request(0);
    assertThat(budget.take(0, true)).isFalse();
  }

  @Test
  void withoutHopeThereIsNoFloor() {
    BudgetCount budget = new BudgetCount(new RetryBudget(0.2, 10, Duration.ofSeconds(10)), 1);
    assertThat(budget.take(0, false)).isFalse();
    for (int i = 0; i < 10; i++) {
      budget.request(0);
    }
    assertThat(budget.take(0, false)).isTrue();
    assertThat(budget.take(0, false)).isTrue();
    assertThat(budget.take(0, false)).isFalse();
    assertThat(budget.take(0, true)).isTrue();
  }
}
