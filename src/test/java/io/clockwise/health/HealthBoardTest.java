package io.clockwise.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.health.HealthBoard.Key;
import io.clockwise.health.HealthBoard.Verdict;
import io.clockwise.model.BackendHealth;
import io.clockwise.model.Health;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HealthBoardTest {
  private static final Key A = new Key("web", "a");
  private static final Verdict DOWN = new Verdict(Health.DOWN, false, true, "503");
  private static final Verdict UP = new Verdict(Health.UP, false, true, "");

  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private final HealthBoard board = new HealthBoard(() -> now);
  private final AtomicInteger news = new AtomicInteger();

  HealthBoardTest() {
    board.listen(news::incrementAndGet);
    board.checking(Set.of("web"));
  }

  private BackendHealth health() {
    return board.of("web", "a");
  }

  @Test
  void tellsNewsOnce() {
    board.checked(A, DOWN);
    board.checked(A, DOWN);
    assertThat(news).hasValue(1);
    assertThat(health()).isEqualTo(new BackendHealth(Health.DOWN, false, false, true, "503", now));
  }

  @Test
  void keepsTheTimeOfTheLastTurn() {
    Instant turned = now;
    board.checked(A, DOWN);
    now = now.plusSeconds(5);
    board.checked(A, new Verdict(Health.DOWN, false, false, "refused"));
    assertThat(health().since()).isEqualTo(turned);
    assertThat(health().reason()).isEqualTo("refused");
    board.checked(A, UP);
    assertThat(health().since()).isEqualTo(now);
  }

  @Test
  void anEjectionBeforeTheFirstVerdictPretendsNothing() {
    board.ejected(A, "5 failures");
    assertThat(health().health()).isEqualTo(Health.CHECKING);
    assertThat(health().ejected()).isTrue();
    board.ejected(A, null);
    assertThat(health()).isNull();
  }

  @Test
  void anEjectedBackendWithoutChecksIsUpBesides() {
    board.ejected(new Key("plain", "a"), "5 failures");
    assertThat(board.of("plain", "a").health()).isEqualTo(Health.UP);
    assertThat(board.of("plain", "a").effective()).isEqualTo(Health.DOWN);
  }

  @Test
  void forgetsTheVerdictsOfPoolsWithoutChecksAndKeepsEjections() {
    board.checked(A, DOWN);
    board.checked(new Key("web", "b"), DOWN);
    board.ejected(A, "5 failures");
    int before = news.get();
    board.checking(Set.of());
    assertThat(health().health()).isEqualTo(Health.UP);
    assertThat(health().ejected()).isTrue();
    assertThat(board.of("web", "b")).isNull();
    assertThat(news).hasValue(before + 1);
  }

  @Test
  void keepsNewsBackWhileItIsFrozen() {
    board.checked(A, UP);
    board.freeze(now.plusSeconds(10));
    board.checked(A, DOWN);
    assertThat(health().health()).isEqualTo(Health.UP);
    board.thaw();
    assertThat(health().health()).isEqualTo(Health.UP);
    assertThat(board.frozenUntil()).isEqualTo(now.plusSeconds(10));
    now = now.plusSeconds(10);
    board.thaw();
    assertThat(health().health()).isEqualTo(Health.DOWN);
    assertThat(board.frozenUntil()).isNull();
    assertThat(news).hasValue(2);
  }

  @Test
  void forgetsAfterAFreezeWhatWasForgottenMeanwhile() {
    board.checked(A, DOWN);
    board.freeze(now.plusSeconds(10));
    board.checking(Set.of());
    assertThat(health().health()).isEqualTo(Health.DOWN);
    board.freeze(now);
    assertThat(health()).isNull();
  }

  @Test
  void retainsWhoIsThere() {
    board.checked(A, DOWN);
    board.retain(Set.of(new Key("web", "b")));
    assertThat(health()).isNull();
  }

  @Test
  void aFreezeKeepsNothingOfWhatWasUnknown() {
    board.freeze(now.plusSeconds(10));
    board.checked(A, UP);
    assertThat(health().health()).as("there was nothing to be left as it is").isEqualTo(Health.UP);
    board.checked(A, DOWN);
    assertThat(health().health()).isEqualTo(Health.UP);
  }
}
