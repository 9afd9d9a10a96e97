package io.clockwise.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CidrBlockTest {

  private static CidrBlock block(String text) {
    return CidrBlock.parse(text).orElseThrow();
  }

  private static byte[] address(String text) {
    return CidrBlock.parseAddress(text).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.0.0.0/8",
    "10.1.2.3/8, 10.0.0.0/8",
    "10.1.2.3, 10.1.2.3/32",
    "0.0.0.0/0, 0.0.0.0/0",
    "192.168.255.255/20, 192.168.240.0/20",
    "2001:DB8::1/32, 2001:db8::/32",
    "::1, ::1/128",
    "::/0, ::/0",
    "::ffff:10.1.2.3, 10.1.2.3/32",
    "::ffff:10.1.2.3/104, 10.0.0.0/8",
    "::ffff:0:0/96, 0.0.0.0/0"
  })
  void blocksHaveACanonicalText(String text, String expected) {
    assertThat(block(text)).hasToString(expected).isEqualTo(block(expected));
    assertThat(block(text)).hasSameHashCodeAs(block(expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/8",
        "10.0.0.0/",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/8/8",
        "10.0.0.0/x",
        "10.0.0/8",
        "10.0.0.0.0",
        "256.0.0.0",
        "010.0.0.1",
        "1.2.3.",
        ".1.2.3",
        "1..2.3",
        "1.2.3.4 ",
        "::/129",
        "::1::",
        "1:2:3",
        "12345::",
        "[::1]",
        "fe80::1%eth0",
        "g::",
        ":",
        "localhost",
        "dead.beef",
        "example.org",
        "::ffff:10.0.0.0/95",
        "1.2.3.4:",
        "\u0661.2.3.4"
      })
  void anythingElseIsRefused(String text) {
    assertThat(CidrBlock.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.255.255.255, true",
    "10.0.0.0/8, 11.0.0.0, false",
    "10.0.0.0/8, ::ffff:10.1.1.1, true",
    "192.168.240.0/20, 192.168.255.1, true",
    "192.168.240.0/20, 192.168.239.255, false",
    "192.168.1.128/25, 192.168.1.127, false",
    "128.0.0.0/1, 200.0.0.0, true",
    "128.0.0.0/1, 127.0.0.0, false",
    "0.0.0.0/0, 1.2.3.4, true",
    "0.0.0.0/0, ::1, false",
    "::/0, 1.2.3.4, false",
    "::/0, 2001:db8::1, true",
    "10.1.2.3, 10.1.2.3, true",
    "10.1.2.3, 10.1.2.2, false",
    "2001:db8::/33, 2001:db8:7fff::1, true",
    "2001:db8::/33, 2001:db8:8000::1, false"
  })
  void containing(String block, String address, boolean expected) {
    assertThat(block(block).contains(address(address))).isEqualTo(expected);
  }

  @Test
  void aMappedAddressOfSixteenBytesCountsAsIpv4() {
    byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 10, 1, 2, 3};
    assertThat(block("10.0.0.0/8").contains(mapped)).isTrue();
    assertThat(block("10.1.2.3").contains(mapped)).isTrue();
    assertThat(block("10.1.2.4/31").contains(mapped)).isFalse();
    assertThat(block("::/0").contains(mapped)).isFalse();
  }

  @Test
  void blocksDifferByPrefixAndFamily() {
    assertThat(block("10.0.0.0/8")).isNotEqualTo(block("10.0.0.0/9"));
    assertThat(block("0.0.0.0/0")).isNotEqualTo(block("::/0"));
    assertThat(block("10.0.0.0/8").equals("10.0.0.0/8")).isFalse();
  }
}
