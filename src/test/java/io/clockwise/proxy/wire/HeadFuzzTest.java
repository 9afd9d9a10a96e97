package io.clockwise.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A short run of each fuzzer; {@code scripts/endure fuzz} is the long one. */
class HeadFuzzTest {
  @Test
  void requestsThatAreTakenAreTheSameForTheDecoder() {
    RequestHeadFuzz fuzz = new RequestHeadFuzz(20_260_725);
    assertThat(fuzz.run(30_000)).isEmpty();
    assertThat(fuzz.outcomes().get("taken")).isGreaterThan(5_000);
  }

  @Test
  void answersThatAreTakenAreTheSameForTheDecoder() {
    AnswerHeadFuzz fuzz = new AnswerHeadFuzz(20_260_725);
    assertThat(fuzz.run(30_000)).isEmpty();
    assertThat(fuzz.outcomes().get("taken")).isGreaterThan(5_000);
    assertThat(fuzz.outcomes()).containsKeys("STATUS", "FIELD_NAME", "FOLDED", "LENGTH", "FRAMING");
  }

  @Test
  void bodiesThatAreTakenAreTheSameForTheDecoder() {
    ChunkFuzz fuzz = new ChunkFuzz(20_260_725);
    assertThat(fuzz.run(20_000)).isEmpty();
    assertThat(fuzz.outcomes().get("done")).isGreaterThan(3_000);
    assertThat(fuzz.outcomes()).containsKeys("incomplete", "malformed");
  }
}
