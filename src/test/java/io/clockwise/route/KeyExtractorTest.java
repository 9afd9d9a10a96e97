package io.clockwise.route;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.re2j.Pattern;
import io.clockwise.config.KeySource;
import io.clockwise.config.KeySource.CertificatePart;
import io.clockwise.model.PathPattern;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyExtractorTest {
  private final Extraction extraction = new Extraction();

  /** Returns the key as one char for each byte, or null without one. */
  private @Nullable String key(Facts facts, KeySource... sources) {
    return keyOf(PathPattern.ANY, facts, sources);
  }

  private @Nullable String keyOf(PathPattern route, Facts facts, KeySource... sources) {
    route.match(facts.path(), extraction.routeBounds(route.captures().size()));
    int source = KeyExtractor.of(List.of(sources), route).extract(facts, extraction);
    KeyBuffer key = extraction.key;
    assertThat(source < 0).isEqualTo(key.length() == 0);
    return source < 0 ? null : new String(key.bytes(), 0, key.length(), ISO_8859_1);
  }

  private static KeySource header(String name) {
    return new KeySource.Header(name, null);
  }

  private static KeySource headerCut(String pattern) {
    return new KeySource.Header("X-Key", Pattern.compile(pattern));
  }

  @Test
  void aHeaderIsAKeyWhateverTheCaseOfItsName() {
    Facts facts = new Facts().field("X-User", "Alice%20\u00c3\u00a9");
    assertThat(key(facts, header("x-uSER"))).isEqualTo("Alice%20\u00c3\u00a9");
    assertThat(Arrays.copyOf(extraction.key.bytes(), extraction.key.length()))
        .isEqualTo("Alice%20\u00e9".getBytes(UTF_8));
  }

  @Test
  void aMissingOrEmptyValueIsNotAKey() {
    assertThat(key(new Facts(), header("X-User"))).isNull();
    assertThat(key(new Facts().field("X-User", ""), header("X-User"))).isNull();
    assertThat(key(new Facts())).isNull();
    assertThat(key(new Facts().host(""), new KeySource.Host(null))).isNull();
  }

  @Test
  void theFirstSourceThatYieldsAnythingWins() {
    KeySource[] sources = {header("A"), header("B"), new KeySource.Host(null)};
    Facts facts = new Facts().field("A", "").field("B", "b");
    KeyExtractor extractor = KeyExtractor.of(List.of(sources), PathPattern.ANY);
    assertThat(extractor.extract(facts, extraction)).isEqualTo(1);
    assertThat(extractor.extract(facts.field("A", "a"), extraction)).isZero();
    assertThat(extractor.extract(new Facts(), extraction)).isEqualTo(2);
    assertThat(key(new Facts(), sources)).isEqualTo("example.org");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      nullValues = "-",
      value = {
        "sid=7              | 7",
        "a=1; sid=7; b=2    | 7",
        "a=1;sid=7;sid=8    | 7",
        "xsid=1; sid=7      | 7",
        "sidx=1; sid=7      | 7",
        "SID=1; sid=7       | 7",
        "sid=\"a b\"; x=1   | \"a b\"",
        "sid = 7 ; x=1      | 7",
        "sid=a=b&c          | a=b&c",
        "; ;sid=7           | 7",
        "sid; sid=7         | 7",
        "sid=; sid=7        | -",
        "sid=               | -",
        "sid                | -",
        "a=sid=7            | -",
        "a=1                | -",
        "si                 | -",
        "~~                 | -",
      })
  void cookiesAreReadAsTheyStand(String field, @Nullable String expected) {
    Facts facts = new Facts().field("Cookie", field);
    assertThat(key(facts, new KeySource.Cookie("sid", null))).isEqualTo(expected);
  }

  @Test
  void whatTheHandshakeToldIsAKeyWhereThereWasOne() {
    KeySource name = new KeySource.TlsServerName(null);
    KeySource subject = new KeySource.TlsClientCertificate(CertificatePart.SUBJECT, null);
    KeySource print = new KeySource.TlsClientCertificate(CertificatePart.FINGERPRINT, null);
    Facts secured = new Facts().tls("shop.test", "CN=1");
    assertThat(key(secured, name)).isEqualTo("shop.test");
    assertThat(key(secured, subject)).isEqualTo("SUBJECT of CN=1");
    assertThat(key(secured, print)).isEqualTo("FINGERPRINT of CN=1");
    assertThat(key(new Facts(), name, subject, print)).isNull();
    assertThat(key(new Facts().tls(null, null), name, subject, header("A"))).isNull();
  }

  @Test
  void noCookieFieldNoKey() {
    assertThat(key(new Facts(), new KeySource.Cookie("sid", null))).isNull();
  }

  @Test
  void cookieNamesAreComparedByTheirBytes() {
    Facts facts = new Facts().field("Cookie", "caf\u00c3\u00a9=7");
    assertThat(key(facts, new KeySource.Cookie("caf\u00e9", null))).isEqualTo("7");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "/?user=7               | 7",
        "/?a=1&user=7&user=8    | 7",
        "/?xuser=1&user=7       | 7",
        "/?user&user=7          | 7",
        "/?users=1&user=7       | 7",
        "/?User=1&user=7        | 7",
        "/?user=a%20b+c;d?e=f#g | a%20b+c;d?e=f#g",
        "/?&&user=7             | 7",
        "/?us%65r=1             | -",
        "/?user=&user=7         | -",
        "/?user=                | -",
        "/?user                 | -",
        "/?                     | -",
        "/                      | -",
        "/?a=user=7             | -",
      })
  void queryParametersAreReadRaw(String target, @Nullable String expected) {
    Facts facts = new Facts().target(target);
    assertThat(key(facts, new KeySource.Query("user", null))).isEqualTo(expected);
  }

  @Test
  void thePathIsAKeyWithoutItsQuery() {
    Facts facts = new Facts().target("/a//b%2F?x=1");
    assertThat(key(facts, new KeySource.Path(null, null))).isEqualTo("/a//b%2F");
  }

  @Test
  void theTargetIsAKeyWithItsQuery() {
    Facts facts = new Facts().target("/a//b%2F?x=1&y=?");
    assertThat(key(facts, new KeySource.Target(null))).isEqualTo("/a//b%2F?x=1&y=?");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {"/cart/17,17", "/cart/17/items,17", "/cart/a%2Fb/,a%2Fb", "/cart/,-", "/card/17,-"})
  void aPathTemplateCutsItsCapture(String target, @Nullable String expected) {
    KeySource source = new KeySource.Path(PathPattern.parse("/cart/{key}/**"), null);
    assertThat(key(new Facts().target(target), source)).isEqualTo(expected);
  }

  @Test
  void aCaptureOfTheRouteIsAKey() {
    PathPattern route = PathPattern.parse("/{org}/room/{room}/**");
    Facts facts = new Facts().target("/acme/room/7/chat?x=1");
    assertThat(keyOf(route, facts, new KeySource.Capture("room", null))).isEqualTo("7");
    assertThat(keyOf(route, facts, new KeySource.Capture("org", null))).isEqualTo("acme");
    Facts empty = new Facts().target("/acme/room//chat");
    assertThat(keyOf(route, empty, new KeySource.Capture("room", null))).isNull();
  }

  @Test
  void aCaptureThatTheRouteDoesNotHaveIsRefused() {
    KeySource source = new KeySource.Capture("room", null);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyExtractor.of(List.of(source), PathPattern.parse("/x/{id}")))
        .withMessage("the path /x/{id} has no capture {room}");
  }

  @Test
  void allInsideAllIsRefused() {
    KeySource inner = new KeySource.All(List.of(header("A")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyReader.of(inner, PathPattern.ANY))
        .withMessageContaining("'all'");
  }

  @Test
  void theClientsAddressIsMaskedAndCanonical() {
    KeySource whole = new KeySource.ClientAddress(32, 64, null);
    assertThat(key(new Facts(), whole)).isEqualTo("192.0.2.33");
    assertThat(key(new Facts(), new KeySource.ClientAddress(24, 64, null))).isEqualTo("192.0.2.0");
    byte[] v6 = {0x20, 1, 0xd, (byte) 0xb8, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8};
    assertThat(key(new Facts().client(v6), whole)).isEqualTo("2001:db8:0:1::");
    byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, (byte) 192, 0, 2, 33};
    assertThat(key(new Facts().client(mapped), whole)).isEqualTo("192.0.2.33");
  }

  @Test
  void hostAndMethodAreKeys() {
    Facts facts = new Facts().host("shop.example.org").method("PUT");
    assertThat(key(facts, new KeySource.Host(null))).isEqualTo("shop.example.org");
    assertThat(key(facts, new KeySource.Method(null))).isEqualTo("PUT");
  }

  @Test
  void aPatternCutsTheKeyOutOfTheValue() {
    Facts facts = new Facts().field("X-Key", "tenant=acme; user=7; user=8");
    assertThat(key(facts, headerCut("user=(\\d+)"))).isEqualTo("7");
    assertThat(key(facts, headerCut("tenant=(\\w+)"))).isEqualTo("acme");
    assertThat(key(facts, headerCut("order=(\\d+)"))).isNull();
    assertThat(key(facts, headerCut("user=(x*)"))).isNull();
    assertThat(key(facts, headerCut("tenant|x(y)"))).isNull();
  }

  @Test
  void aPatternSeesOnlyWhatItsSourceYields() {
    Facts facts = new Facts().target("/v1?tenant=acme-7&user=b-8");
    Pattern number = Pattern.compile("^[a-z]+-(\\d)$");
    assertThat(key(facts, new KeySource.Query("tenant", number))).isEqualTo("7");
    assertThat(key(facts, new KeySource.Query("user", number))).isEqualTo("8");
    KeySource octets = new KeySource.ClientAddress(32, 64, Pattern.compile("^(\\d+\\.\\d+)"));
    assertThat(key(new Facts(), octets)).isEqualTo("192.0");
  }

  @Test
  void allJoinsPartsWithTheirLengths() {
    KeySource all = new KeySource.All(List.of(header("A"), new KeySource.Method(null)));
    Facts facts = new Facts().field("A", "x".repeat(300));
    assertThat(key(facts, all)).isEqualTo("\0\0\u0001\u002c" + "x".repeat(300) + "\0\0\0\u0003GET");
  }

  @Test
  void allKeepsPartsApart() {
    KeySource all = new KeySource.All(List.of(header("A"), header("B")));
    String one = key(new Facts().field("A", "ab").field("B", "c"), all);
    String other = key(new Facts().field("A", "a").field("B", "bc"), all);
    assertThat(one).isNotEqualTo(other);
  }

  @Test
  void allWithAMissingPartLeavesTheNextSourceACleanStart() {
    KeySource all = new KeySource.All(List.of(header("A"), header("B")));
    Facts facts = new Facts().field("A", "a");
    assertThat(key(facts, all)).isNull();
    assertThat(key(facts, all, header("A"))).isEqualTo("a");
    assertThat(key(facts.field("B", ""), all)).isNull();
  }
}
