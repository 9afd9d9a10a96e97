package io.clockwise.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.proxy.wire.FieldName;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpVersion;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FieldRulesTest {
  private static MultiMap fields(String... namesAndValues) {
    MultiMap fields = MultiMap.caseInsensitiveMultiMap();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.add(namesAndValues[i], namesAndValues[i + 1]);
    }
    return fields;
  }

  @Test
  void namedFieldsStayWhateverTheirCase() {
    MultiMap to = fields();
    FieldRules.copyRequest(
        fields("Connection", "x-A ,, Close", "Connection", "X-b", "X-a", "1", "x-B", "2", "C", "3"),
        to);
    assertThat(to.names()).containsExactly("C");
  }

  /** Each data path has its own table of them. */
  @Test
  void bothPathsKnowTheSameFieldsOfAConnection() {
    Set<String> names =
        Arrays.stream(FieldName.values())
            .filter(FieldName::isHopByHop)
            .map(FieldName::text)
            .collect(Collectors.toSet());
    assertThat(names).containsExactlyInAnyOrderElementsOf(FieldRules.HOP_BY_HOP);
  }

  @Test
  void bothPathsKnowTheSameTwins() {
    Set<String> names =
        Arrays.stream(FieldName.values())
            .filter(FieldName::hasTwin)
            .map(FieldName::text)
            .collect(Collectors.toSet());
    assertThat(names).containsExactlyInAnyOrderElementsOf(FieldRules.GUARDED);
  }

  @Test
  void underscoreTwinsStay() {
    MultiMap from =
        fields("X_Forwarded_For", "1", "x-FORWARDED_host", "2", "Content_Length", "3", "a_b", "4");
    MultiMap to = fields();
    FieldRules.copyRequest(from, to);
    assertThat(to.names()).containsExactly("a_b");
    to.clear();
    FieldRules.copyTrailers(from, to);
    assertThat(to.names()).containsExactly("a_b");
  }

  @Test
  void aTokenListIsSearchedWhole() {
    MultiMap fields = fields("Connection", "a, b", "Connection", "Close ");
    assertThat(FieldRules.listsToken(fields, "connection", "close")).isTrue();
    assertThat(FieldRules.listsToken(fields, "connection", "clo")).isFalse();
    assertThat(FieldRules.listsToken(fields, "te", "close")).isFalse();
    assertThat(FieldRules.listsToken(List.of("x;close"), "close")).isFalse();
  }

  @Test
  void trailersCannotChangeFramingOrRouting() {
    MultiMap to = fields();
    FieldRules.copyTrailers(
        fields(
            "Content-Length",
            "1",
            "Transfer-Encoding",
            "x",
            "Host",
            "h",
            "Set-Cookie",
            "c",
            "Connection",
            "close",
            "X-Sum",
            "6"),
        to);
    assertThat(to.names()).containsExactly("X-Sum");
  }

  @Test
  void anInstanceNameBecomesAToken() {
    MultiMap fields = fields("Via", "1.1 other (comment)");
    ViaField via = new ViaField("node 1,\u00e9");
    via.append(fields, HttpVersion.HTTP_1_0);
    assertThat(fields.getAll("via")).containsExactly("1.1 other (comment), 1.0 clockwise-node-1--");
    assertThat(via.timesOwn(fields)).isEqualTo(1);
    assertThat(new ViaField("node").timesOwn(fields)).isZero();
  }

  @Test
  void theDateIsThatOfTheStandardAndMadeOnceASecond() {
    HttpDate date = new HttpDate();
    String first = date.at(784_111_777_000L);
    assertThat(first).isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
    assertThat(date.at(784_111_777_999L)).isSameAs(first);
    assertThat(date.at(784_111_778_000L)).isEqualTo("Sun, 06 Nov 1994 08:49:38 GMT");
  }
}
