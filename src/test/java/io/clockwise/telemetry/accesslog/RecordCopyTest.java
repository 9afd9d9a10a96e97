package io.clockwise.telemetry.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.FailureKind;
import io.clockwise.model.OffOwner;
import io.clockwise.model.log.LogTarget;
import io.clockwise.telemetry.recent.Interest;
import io.clockwise.telemetry.recent.RecentRequest;
import io.clockwise.telemetry.recent.RecentRequest.Attempt;
import io.clockwise.telemetry.recent.RecentRequest.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordCopyTest {
  private static final String TARGET = "/a?token=s3cret";
  private final AccessRecord record = new AccessRecord();

  private RecentRequest copy(LogTarget shown) {
    return RecordCopy.of(record, Interest.MOVED, shown);
  }

  private void asked(String id, String target) {
    record.line("GET", target, "HTTP/1.1", "https", "shop.example");
    record.requestId(id);
  }

  private List<Attempt> attempts() {
    return copy(LogTarget.FULL).course().attempts();
  }

  @Test
  void aCopyStaysWhenTheRecordIsUsedAgain() {
    asked("r-1", TARGET);
    record.pool("web", ChosenBy.COOKIE, "a", OffOwner.PIN);
    record.key("header", 7);
    record.table(3, 9);
    RecentRequest copy = copy(LogTarget.FULL);
    record.clear();
    assertThat(copy.asked().id()).isEqualTo("r-1");
    assertThat(copy.asked().target()).isEqualTo(TARGET);
    assertThat(copy.place().owner()).isEqualTo("a");
    assertThat(copy.why())
        .isEqualTo(
            new RecentRequest.Why(
                new RecentRequest.Key("header", 7), ChosenBy.COOKIE, OffOwner.PIN, null, 3, 9));
    assertThat(copy.course().endedBy()).isEqualTo("complete");
    assertThat(copy.course().phase()).isEqualTo("head");
  }

  @Test
  void ofTargetsIsKeptWhatTheLogMayShow() {
    asked("r-1", TARGET);
    assertThat(copy(LogTarget.PATH).asked().target()).isEqualTo("/a");
    assertThat(copy(LogTarget.NONE).asked().target()).isNull();
  }

  @Test
  void whatAClientMayMakeLongIsCut() {
    String longest = "x".repeat(20_000);
    record.line(longest, longest, "HTTP/1.1", "http", longest);
    record.requestId(longest);
    RecentRequest.Asked asked = copy(LogTarget.FULL).asked();
    assertThat(asked.id()).hasSize(128);
    assertThat(asked.target()).hasSize(512);
    assertThat(asked.host()).hasSize(255);
    assertThat(asked.method()).hasSize(32);
  }

  @Test
  void anIdMadeHereIsItsDigits() {
    record.requestId(1, 0xabcL);
    assertThat(copy(LogTarget.FULL).asked().id()).isEqualTo("00000000000000010000000000000abc");
  }

  private void tried(EndedBy endedBy, Phase phase, FailureKind failure, long firstByte) {
    record.backend("b", "10.0.0.1:80");
    record.result(200, 0, 0, failure, endedBy, phase);
    record.times(0, 90, 5, firstByte);
  }

  @Test
  void theAttemptThatWasAnsweredIsTheLast() {
    record.tries(
        List.of(
            new AccessRecord.Try("a", "upstream_reset", 10),
            new AccessRecord.Try("a", "connect_refused", 20)));
    tried(EndedBy.COMPLETE, Phase.DONE, null, 50);
    assertThat(attempts())
        .containsExactly(
            new Attempt("a", Step.FIRST, "upstream_reset", 10),
            new Attempt("a", Step.FRESH_CONNECTION, "connect_refused", 20),
            new Attempt("b", Step.NEXT_CANDIDATE, "answered", 50));
  }

  @Test
  void anAnswerThatBrokeOffIsNotListedTwice() {
    record.tries(List.of(new AccessRecord.Try("b", "upstream_reset", 60)));
    tried(EndedBy.BACKEND, Phase.ANSWER, FailureKind.UPSTREAM_RESET, 50);
    assertThat(attempts()).containsExactly(new Attempt("b", Step.FIRST, "upstream_reset", 60));
  }

  @Test
  void whomTheClientDidNotWaitForIsListed() {
    tried(EndedBy.CLIENT, Phase.WAITING, FailureKind.CLIENT_GONE, -1);
    assertThat(attempts()).containsExactly(new Attempt("b", Step.FIRST, "client_gone", 90));
  }

  @Test
  void whereNobodyWasTriedNothingIsListed() {
    record.result(404, 0, 0, FailureKind.NO_ROUTE, EndedBy.CLOCKWISE, Phase.HEAD);
    assertThat(attempts()).isEmpty();
  }

  @Test
  void attemptsAreBounded() {
    List<AccessRecord.Try> tries = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      tries.add(new AccessRecord.Try("b" + i, "connect_refused", i));
    }
    record.tries(tries);
    tried(EndedBy.COMPLETE, Phase.DONE, null, 200);
    assertThat(attempts()).hasSize(21).last().extracting(Attempt::result).isEqualTo("answered");
  }
}
