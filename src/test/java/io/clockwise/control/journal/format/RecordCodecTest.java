package io.clockwise.control.journal.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Head;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordCodecTest {
  private static final ChangeRecord RECORD = Sample.placedBehind(Head.EMPTY);
  private static final String TEXT = RecordCodec.write(RECORD);

  /* Whoever changes the format changes its number, and reads this file still. */
  @Test
  void formatOneIsWhatTheGoldenFileSays() throws IOException {
    List<String> texts = new ArrayList<>();
    Sample.chronicle(4).records().forEach(record -> texts.add(RecordCodec.write(record)));
    texts.add(SnapshotCodec.write(Sample.chronicle(2)));
    StringBuilder written = new StringBuilder();
    for (String text : texts) {
      written.append(new String(JournalLine.write(text), StandardCharsets.US_ASCII));
    }
    try (InputStream golden = RecordCodecTest.class.getResourceAsStream("format-1.txt")) {
      assertThat(golden).isNotNull();
      assertThat(written.toString())
          .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.US_ASCII));
    }
    for (int i = 0; i < 4; i++) {
      assertThat(RecordCodec.read(texts.get(i)))
          .isEqualTo(new Reading.Read<>(Sample.chronicle(4).records().get(i)));
    }
    assertThat(SnapshotCodec.read(texts.get(4))).isEqualTo(new Reading.Read<>(Sample.chronicle(2)));
  }

  @Test
  void theHashIsThatOfTheTextWithoutIt() throws NoSuchAlgorithmException {
    String without = TEXT.replaceFirst(",\"hash\":\"[0-9a-f]{64}\"}$", "}");
    assertThat(without).hasSize(TEXT.length() - 74);
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(without.getBytes(StandardCharsets.UTF_8));
    assertThat(RECORD.hash()).isEqualTo(HexFormat.of().formatHex(digest));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"format\":1 | \"format\":2 | too new: format 2; this version knows format 1",
        "\"fleet\":\"\" | \"fleet\":\"x\" | too new: fleet 'x'",
        "\"op\":\"add\" | \"op\":\"split\" | too new: operation 'split'",
        "\"kind\":\"operator\" | \"kind\":\"discovery\" | too new: kind 'discovery'",
        "\"phase\":\"committed\" | \"phase\":\"proposed\" | too new: phase 'proposed'",
        "\"scope\":\"instance\" | \"scope\":\"fleet\" | too new: scope 'fleet'",
        "\"then\":\"cut\" | \"then\":\"wait\" | too new: changes[6].then 'wait'",
        "\"state\":\"maint\" | \"state\":\"asleep\" | too new: changes[4].state 'asleep'",
        "\"strict\":true, | \"strict\":true,\"zone\":1, | too new: field edits[0].drain.zone",
        ",\"hash\" | ,\"epoch\":3,\"hash\" | too new: field epoch",
      })
  void whatIsNotKnownIsNamedAndNotGuessed(String from, String to, String reason) {
    String changed = TEXT.replace(from, to);
    assertThat(changed).isNotEqualTo(TEXT);
    assertThat(RecordCodec.read(changed)).isEqualTo(new Reading.Foreign<>(reason));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"revision\":1 | \"revision\":2 | the hash is not that of the record",
        "\"revision\":1 | \"revision\":1.5 | a number is not whole",
        "\"revision\":1 | \"revision\":\"1\" | revision has a value that it cannot have",
        "\"revision\":1 | \"revision\":99999999999999999999 | it is not JSON: column 55",
        "\"revision\":1, | `` | revision is missing",
        "\"revision\":1 | \"revision\":null | revision has a value that it cannot have",
        "\"revision\":1 | \"revision\":1,\"revision\":1 | it is not JSON: column 47",
        "\"weight\":7 | \"weight\":65536 | changes[1].weight has a value that it cannot have",
        "\"weight\":7 | \"weight\":-1 | changes[1].weight has a value that it cannot have",
        "db.example:5432 | db.example:0 | 'db.example:0' is not an address",
        "\"PT10M\" | \"10m\" | changes[5].deadline has a value that it cannot have",
        "2026-03-01T10:15:30.500Z\",\"reason | today\",\"reason | time has a value that it cannot have",
        "\"pools\":[\"carts\"] | \"pools\":[1] | pools has a value that it cannot have",
        "\"edits\":[{ | \"edits\":[3,{ | edits[0] is not an object",
        "\"strict\":false | \"strict\":0 | changes[5].strict has a value that it cannot have",
      })
  void whatNobodyWroteIsDamaged(String from, String to, String reason) {
    String changed = TEXT.replace(from, to);
    assertThat(changed).isNotEqualTo(TEXT);
    assertThat(RecordCodec.read(changed)).isEqualTo(new Reading.Damaged<>(reason));
  }

  @Test
  void onlyOneObjectIsARecord() {
    assertThat(List.of(RecordCodec.read("[]"), RecordCodec.read(""), RecordCodec.read("1")))
        .allMatch(new Reading.Damaged<ChangeRecord>("it is not a JSON object")::equals);
    assertThat(RecordCodec.read(TEXT + "{}"))
        .isEqualTo(new Reading.Damaged<>("something follows the JSON object"));
    assertThat(RecordCodec.read(TEXT + " ")).isInstanceOf(Reading.Damaged.class);
  }

  @Test
  void eachFieldIsNeeded() {
    Matcher names = Pattern.compile("\"(\\w+)\":").matcher(TEXT);
    while (names.find()) {
      String changed = TEXT.substring(0, names.start()) + "\"_\":" + TEXT.substring(names.end());
      assertThat(RecordCodec.read(changed)).as(names.group(1)).isNotInstanceOf(Reading.Read.class);
    }
  }

  @Test
  void aSnapshotOfAnotherFormatIsNotGuessed() {
    String text = SnapshotCodec.write(Sample.chronicle(4));
    assertThat(SnapshotCodec.read(text.replaceFirst("\"format\":1", "\"format\":2")))
        .isEqualTo(new Reading.Foreign<>("too new: format 2; this version knows format 1"));
    assertThat(SnapshotCodec.read(text.replace("\"records\"", "\"record\"")))
        .isEqualTo(new Reading.Damaged<>("records is missing"));
    assertThat(SnapshotCodec.read(text.replaceFirst("}$", ",\"more\":{}}")))
        .isEqualTo(new Reading.Foreign<>("too new: field more"));
  }
}
