package io.clockwise.telemetry.recent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentRequestsTest {
  private final RecentRequests recent = new RecentRequests(2, 100, 0);

  @Test
  void theLastOnesOfAKindAreFoundByTheirIds() {
    for (int i = 0; i < 250; i++) {
      recent.keep(Requests.retried("r-" + i, i));
    }
    assertThat(recent.size()).isEqualTo(100);
    assertThat(recent.find("r-149")).isEmpty();
    assertThat(recent.find("r-150")).containsExactly(Requests.retried("r-150", 150));
    assertThat(recent.find("r-249")).hasSize(1);
    assertThat(recent.find("")).isEmpty();
  }

  @Test
  void anIdThatWasUsedAgainGivesTheNewestFirst() {
    recent.keep(Requests.retried("r", 5));
    recent.keep(Requests.retried("r", 7));
    recent.keep(Requests.retried("r", 6));
    assertThat(recent.find("r"))
        .extracting(each -> each.times().startMillis())
        .containsExactly(7L, 6L, 5L);
    for (int i = 0; i < 50; i++) {
      recent.keep(Requests.retried("r", 100 + i));
    }
    assertThat(recent.find("r")).hasSize(20).contains(Requests.retried("r", 149));
  }

  @Test
  void anotherKindPushesNothingOut() {
    recent.keep(plain("p"));
    for (int i = 0; i < 250; i++) {
      recent.keep(Requests.retried("r-" + i, i));
    }
    assertThat(recent.find("p")).hasSize(1);
    assertThat(recent.size()).isEqualTo(101);
  }

  @Test
  void allLoopsTogetherNeedAMinuteForThePlaces() {
    int taken = 0;
    for (long now = 0; now < 60_000_000_000L; now += 1_000_000) {
      for (int loop = 0; loop < 2; loop++) {
        taken += recent.takes(loop, Interest.FAILED, now) ? 1 : 0;
      }
    }
    assertThat(taken).isBetween(98, 100);
  }

  @Test
  void withoutPlacesNothingIsTaken() {
    RecentRequests none = new RecentRequests(1, 0, 0);
    assertThat(none.takes(0, Interest.FAILED, 1)).isFalse();
    none.keep(plain("p"));
    assertThat(none.find("p")).isEmpty();
    assertThat(new RecentRequests(64, 1, 0).takes(63, Interest.PLAIN, 1)).isTrue();
  }

  private static RecentRequest plain(String id) {
    RecentRequest of = Requests.retried(id, 1);
    return new RecentRequest(
        Interest.PLAIN, of.asked(), of.place(), of.why(), of.course(), of.times());
  }
}
