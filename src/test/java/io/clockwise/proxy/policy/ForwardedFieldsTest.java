package io.clockwise.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.ForwardedConfig;
import io.vertx.core.MultiMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForwardedFieldsTest {
  private static final ForwardedConfig LEGACY = new ForwardedConfig(true, false);
  private static final ForwardedConfig STANDARD = new ForwardedConfig(false, true);
  private static final ForwardedConfig BOTH = new ForwardedConfig(true, true);
  private static final ForwardedConfig NONE = new ForwardedConfig(false, false);

  private final MultiMap fields = MultiMap.caseInsensitiveMultiMap();

  private static ForwardedFields from(String peer, boolean trusted) {
    return new ForwardedFields(peer, trusted, "http", "a.example:81", 8080);
  }

  private void claims() {
    fields
        .add("X-Forwarded-For", "1.1.1.1")
        .add("X-Forwarded-Proto", "https")
        .add("X-Forwarded-Prefix", "/p")
        .add("Forwarded", "for=2.2.2.2");
  }

  @ParameterizedTest
  @CsvSource({"192.0.2.7, 192.0.2.7", "2001:db8::7, \"[2001:db8::7]\""})
  void anElementNamesClientProxyHostAndScheme(String peer, String node) {
    from(peer, false).apply(fields, STANDARD, "edge 1");
    assertThat(fields.get("forwarded"))
        .isEqualTo("for=" + node + ";by=_clockwise-edge-1;host=\"a.example:81\";proto=http");
    assertThat(fields.names()).containsExactly("forwarded");
  }

  @Test
  void aPlainHostNeedsNoQuotesAndNoHostIsNotNamed() {
    new ForwardedFields("192.0.2.7", false, "https", "a.example", 1).apply(fields, STANDARD, "e");
    assertThat(fields.get("forwarded"))
        .isEqualTo("for=192.0.2.7;by=_clockwise-e;host=a.example;proto=https");
    new ForwardedFields("192.0.2.7", false, "http", null, 1).apply(fields, STANDARD, "e");
    assertThat(fields.get("forwarded")).isEqualTo("for=192.0.2.7;by=_clockwise-e;proto=http");
  }

  @Test
  void claimsOfStrangersAreReplacedOrRemoved() {
    for (ForwardedConfig which : new ForwardedConfig[] {LEGACY, STANDARD, BOTH, NONE}) {
      fields.clear();
      claims();
      from("192.0.2.7", false).apply(fields, which, "e");
      assertThat(fields.get("x-forwarded-for")).isEqualTo(which.xForwarded() ? "192.0.2.7" : null);
      assertThat(fields.get("x-forwarded-proto")).isEqualTo(which.xForwarded() ? "http" : null);
      assertThat(fields.get("x-forwarded-prefix")).isNull();
      assertThat(fields.contains("forwarded")).isEqualTo(which.standard());
      assertThat(fields.toString()).doesNotContain("1.1.1.1", "2.2.2.2", "/p");
    }
  }

  @Test
  void claimsOfTrustedPeersAreAppendedTo() {
    claims();
    from("10.0.0.1", true).apply(fields, BOTH, "e");
    assertThat(fields.get("x-forwarded-for")).isEqualTo("1.1.1.1, 10.0.0.1");
    assertThat(fields.get("x-forwarded-proto")).isEqualTo("https");
    assertThat(fields.get("x-forwarded-prefix")).isEqualTo("/p");
    assertThat(fields.get("forwarded")).startsWith("for=2.2.2.2, for=10.0.0.1;by=_clockwise-e;");
  }

  @Test
  void whatIsSwitchedOffPassesFromTrustedPeersAsItIs() {
    claims();
    from("10.0.0.1", true).apply(fields, LEGACY, "e");
    assertThat(fields.get("forwarded")).isEqualTo("for=2.2.2.2");
    fields.clear();
    claims();
    from("10.0.0.1", true).apply(fields, STANDARD, "e");
    assertThat(fields.get("x-forwarded-for")).isEqualTo("1.1.1.1");
  }

  @Test
  void aListThatAPeerDoesNotKnowIsMadeFromTheOther() {
    fields.add("X-Forwarded-For", "1.1.1.1, 2001:db8::1, who?");
    from("10.0.0.1", true).apply(fields, STANDARD, "e");
    assertThat(fields.get("forwarded"))
        .startsWith("for=1.1.1.1, for=\"[2001:db8::1]\", for=unknown, for=10.0.0.1;");

    fields.clear();
    fields.add("Forwarded", "for=1.1.1.1, for=\"[2001:db8::1]:80\", for=_x");
    from("10.0.0.1", true).apply(fields, LEGACY, "e");
    assertThat(fields.get("x-forwarded-for")).isEqualTo("1.1.1.1, 2001:db8::1, unknown, 10.0.0.1");
  }

  @Test
  void aStrippedPrefixIsToldBehindThoseOfOthers() {
    ForwardedFields.addPrefix(fields, "");
    assertThat(fields.isEmpty()).isTrue();
    ForwardedFields.addPrefix(fields, "/a");
    ForwardedFields.addPrefix(fields, "/b");
    assertThat(fields.getAll("x-forwarded-prefix")).containsExactly("/a, /b");
  }
}
