package io.clockwise.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IpTextTest {

  private static byte[] bytes(String text) {
    return CidrBlock.parseAddress(text).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, 0.0.0.0",
    "255.255.255.255, 255.255.255.255",
    "192.0.2.33, 192.0.2.33",
    // no leading zeros, small letters (RFC 5952 sections 4.1, 4.3)
    "2001:0DB8:0000:0000:0001:0000:0000:0ABC, 2001:db8::1:0:0:abc",
    "2001:db8:aaaa:bbbb:cccc:dddd:eeee:001, 2001:db8:aaaa:bbbb:cccc:dddd:eeee:1",
    // a single zero group stays (4.2.2)
    "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
    "0:1:2:3:4:5:6:7, 0:1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:0, 1:2:3:4:5:6:7:0",
    // the longest run, the first of equal ones (4.2.3)
    "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
    "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
    "0:0:1:0:0:0:1:1, 0:0:1::1:1",
    "::, ::",
    "::1, ::1",
    "1::, 1::",
    "0:0:0:1::, 0:0:0:1::",
    "1:0:0:2:3:4:0:0, 1::2:3:4:0:0",
    "fe80::a:0:0:0, fe80::a:0:0:0",
    "10:200:3000:f00:f:f0:100:1, 10:200:3000:f00:f:f0:100:1",
    // IPv4-mapped counts as IPv4
    "::ffff:192.0.2.33, 192.0.2.33",
    "::ffff:0:0, 0.0.0.0",
    "::fffe:c000:221, ::fffe:c000:221"
  })
  void canonicalText(String address, String expected) {
    assertThat(IpText.of(bytes(address))).isEqualTo(expected);
    assertThat(IpText.of(bytes(expected))).isEqualTo(expected);
  }

  @Test
  void aMappedAddressOfSixteenBytesIsTheIpv4One() {
    byte[] mapped = new byte[16];
    mapped[10] = -1;
    mapped[11] = -1;
    mapped[12] = (byte) 192;
    mapped[15] = 33;
    assertThat(IpText.isMapped(mapped)).isTrue();
    assertThat(IpText.of(mapped)).isEqualTo("192.0.0.33");
    mapped[0] = 1;
    assertThat(IpText.isMapped(mapped)).isFalse();
    assertThat(IpText.of(mapped)).isEqualTo("100::ffff:c000:21");
    assertThat(IpText.isMapped(new byte[4])).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.255, 32, 128, 192.0.2.255",
    "192.0.2.255, 31, 128, 192.0.2.254",
    "192.0.2.255, 25, 128, 192.0.2.128",
    "192.0.2.255, 24, 128, 192.0.2.0",
    "192.0.2.255, 1, 128, 128.0.0.0",
    "192.0.2.255, 0, 128, 0.0.0.0",
    "2001:db8:1:2:3:4:5:6, 32, 128, 2001:db8:1:2:3:4:5:6",
    "2001:db8:1:2:3:4:5:6, 32, 64, 2001:db8:1:2::",
    "2001:db8:1:ffff:3:4:5:6, 32, 60, 2001:db8:1:fff0::",
    "2001:db8:1:ffff:3:4:5:6, 32, 56, 2001:db8:1:ff00::",
    "2001:db8:1:2:3:4:5:6, 32, 0, ::"
  })
  void maskedText(String address, int v4Prefix, int v6Prefix, String expected) {
    StringBuilder text = new StringBuilder("x");
    IpText.appendMasked(text, bytes(address), v4Prefix, v6Prefix);
    assertThat(text.toString()).isEqualTo("x" + expected);
    int prefix = bytes(address).length == 4 ? v4Prefix : v6Prefix;
    assertThat(IpText.of(CidrBlock.mask(bytes(address), prefix))).isEqualTo(expected);
  }

  @Test
  void noTextIsLongerThanSaid() {
    assertThat(IpText.of(bytes("1111:2222:3333:4444:5555:6666:7777:8888")))
        .hasSize(IpText.MAX_LENGTH);
  }
}
