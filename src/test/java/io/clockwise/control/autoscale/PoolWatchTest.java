package io.clockwise.control.autoscale;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is remembered of a pool between two looks. */
class PoolWatchTest {
  private static final Duration INTERVAL = Duration.ofNanos(100);

  private final PoolWatch watch = new PoolWatch(7, 0);

  private static ScaleStep.Outlook outlook(int ready, int wanted) {
    return new ScaleStep.Outlook(0.5, 1, 2, ready, 1, wanted);
  }

  @Test
  void isDueWhenAnIntervalIsOver() {
    watch.sample(1, 7, 50);
    assertThat(watch.isDue(INTERVAL, 99)).isFalse();
    assertThat(watch.isDue(INTERVAL, 100)).isTrue();

    watch.take(100);
    assertThat(watch.isDue(INTERVAL, 100)).isFalse();
    watch.sample(1, 7, 200);
    assertThat(watch.isDue(INTERVAL, 200)).isTrue();
  }

  @Test
  void givesTheMeanOfTheInterval() {
    watch.sample(10, 7, 10);
    watch.sample(20, 7, 20);
    watch.sample(60, 7, 30);
    assertThat(watch.take(100)).isEqualTo(30);

    watch.sample(4, 7, 110);
    assertThat(watch.take(200)).isEqualTo(4);
  }

  @Test
  void waitsForWhatIsOnItsWayAndForgetsTheLoadBefore() {
    watch.sample(100, 7, 10);
    watch.propose();
    assertThat(watch.isDue(INTERVAL, 500)).isFalse();

    watch.proposed(true, 600);
    assertThat(watch.sinceChange(650)).isEqualTo(50);
    assertThat(watch.isDue(INTERVAL, 699)).isFalse();
    watch.sample(8, 7, 690);
    assertThat(watch.isDue(INTERVAL, 700)).isTrue();
    assertThat(watch.take(700)).isEqualTo(8);
  }

  @Test
  void whatWasNotMadeIsNoChange() {
    watch.propose();
    watch.proposed(false, 600);

    assertThat(watch.sinceChange(650)).isEqualTo(650);
  }

  @Test
  void aChangeOfAnybodyCounts() {
    watch.sample(1, 7, 10);
    assertThat(watch.sinceChange(30)).isEqualTo(30);
    watch.sample(1, 8, 40);
    assertThat(watch.sinceChange(50)).isEqualTo(10);
  }

  @Test
  void tellsWhenAnotherNumberIsWanted() {
    assertThat(watch.isNews(outlook(2, 2), false)).isFalse();
    assertThat(watch.isNews(outlook(2, 3), false)).isTrue();
    assertThat(watch.isNews(outlook(2, 3), false)).isFalse();
    assertThat(watch.isNews(outlook(3, 3), false)).isFalse();
    assertThat(watch.isNews(outlook(3, 2), false)).isTrue();
  }

  @Test
  void tellsOnceThatNobodyIsLeft() {
    assertThat(watch.isNews(outlook(2, 3), true)).isTrue();
    assertThat(watch.isNews(outlook(2, 3), true)).isFalse();
    assertThat(watch.isNews(outlook(2, 3), false)).isFalse();
    assertThat(watch.isNews(outlook(2, 3), true)).isTrue();
  }

  @Test
  void tellsAgainWhatWasNotTaken() {
    assertThat(watch.isNews(outlook(2, 3), false)).isTrue();
    watch.untold();
    assertThat(watch.isNews(outlook(2, 3), false)).isTrue();
  }
}
