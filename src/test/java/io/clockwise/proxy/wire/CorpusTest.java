package io.clockwise.proxy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.LimitsConfig;
import io.clockwise.testkit.WireCase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The heads of raw requests that a proxy must survive, and of one backend that misbehaves. */
class CorpusTest {
  private static final Map<String, String> WORDS =
      Map.of("@HOST@", "127.0.0.1:8080", "@P@", "", "@KEY@", "X-Key", "@COOKIE@", "cw");

  /** Those that are refused; the others are taken, what follows them is looked at apart. */
  private static final Map<String, HeadFault> REFUSED =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("dev-03", HeadFault.FRAMING),
              Map.entry("dev-04", HeadFault.FRAMING),
              Map.entry("dev-05", HeadFault.FRAMING),
              Map.entry("dev-06", HeadFault.FRAMING),
              Map.entry("dev-07", HeadFault.FIELD_NAME),
              Map.entry("dev-08", HeadFault.FOLDED),
              Map.entry("dev-09", HeadFault.LENGTH),
              Map.entry("dev-10", HeadFault.LENGTH),
              Map.entry("dev-11", HeadFault.LENGTH),
              Map.entry("dev-12", HeadFault.LENGTH),
              Map.entry("dev-18", HeadFault.FOLDED),
              Map.entry("dev-19", HeadFault.FIELD_NAME),
              Map.entry("dev-20", HeadFault.FIELD_VALUE),
              Map.entry("dev-21", HeadFault.FIELD_VALUE),
              Map.entry("dev-22", HeadFault.FIELD_NAME),
              Map.entry("dev-23", HeadFault.TARGET),
              Map.entry("dev-24", HeadFault.MALFORMED),
              Map.entry("dev-25", HeadFault.TARGET),
              Map.entry("dev-26", HeadFault.LINE_TOO_LONG),
              Map.entry("dev-28", HeadFault.DOT_SEGMENT),
              Map.entry("dev-30", HeadFault.HOST),
              Map.entry("dev-31", HeadFault.HOST),
              Map.entry("dev-36", HeadFault.UNSERVED_METHOD),
              Map.entry("dev-41", HeadFault.FIELDS_TOO_LARGE)));

  private final RequestHeadParser parser = new RequestHeadParser(100).limits(LimitsConfig.DEFAULT);

  @Test
  void exactlyTheseAreRefused() throws IOException {
    Map<String, HeadFault> refused = new TreeMap<>();
    List<String> odd = new ArrayList<>();
    for (WireCase each : WireCase.read("/corpora/http1-adversarial.json.gz")) {
      byte[] bytes = each.requestBytes(WORDS);
      int length = parser.parse(bytes, 0, bytes.length);
      HeadFault fault = parser.fault();
      if (fault != null) {
        refused.put(each.id(), fault);
      } else if (length <= 0) {
        odd.add(each.id());
      }
      String kind = each.expect().getString("kind");
      boolean inHead = !"body".equals(each.expect().getString("stage"));
      if (kind.equals("reject") && inHead && fault == null
          || kind.equals("forward") && fault != null) {
        odd.add(each.id());
      }
    }
    assertThat(odd).isEmpty();
    assertThat(refused).isEqualTo(REFUSED);
  }

  @Test
  void anAnswerWithTwoLengthsIsRefused() throws IOException {
    AnswerHeadParser answers = new AnswerHeadParser(100);
    for (WireCase each : WireCase.read("/corpora/http1-adversarial.json.gz")) {
      if (each.backend() != null) {
        byte[] bytes = each.backendBytes();
        assertThat(answers.parse(bytes, 0, bytes.length)).isEqualTo(RequestHeadParser.FAULT);
        assertThat(answers.fault()).isEqualTo(HeadFault.LENGTH);
      }
    }
  }
}
