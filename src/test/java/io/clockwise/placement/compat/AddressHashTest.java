package io.clockwise.placement.compat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.CidrBlock;
import io.clockwise.model.IpText;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressHashTest {
  private static final int V6 = 1 << 16;

  private static int hash(String text) {
    byte[] padded = ("[" + text + "]").getBytes(UTF_8);
    return AddressHash.of(padded, 1, padded.length - 2);
  }

  /** The rule as published. */
  private static int expected(byte[] address, int length) {
    int hash = 89;
    for (int i = 0; i < length; i++) {
      hash = (hash * 113 + (address[i] & 0xff)) % 6271;
    }
    return hash;
  }

  @Test
  void threeBytesOfIpv4Count() {
    byte[] address = new byte[4];
    Random random = new Random(1);
    for (int i = 0; i < 500; i++) {
      random.nextBytes(address);
      assertThat(hash(IpText.of(address))).isEqualTo(expected(address, 3));
    }
    assertThat(hash("10.1.2.3")).isEqualTo(hash("10.1.2.200")).isNotEqualTo(hash("10.1.3.3"));
  }

  @Test
  void allBytesOfIpv6CountHoweverTheyAreWritten() {
    byte[] address = new byte[16];
    Random random = new Random(2);
    for (int i = 0; i < 500; i++) {
      random.nextBytes(address);
      for (int zeros = random.nextInt(16), at = random.nextInt(16); zeros > 0; zeros--, at++) {
        address[at & 15] = 0;
      }
      address[0] |= 1; // not mapped, which IpText would write as IPv4
      assertThat(hash(IpText.of(address))).isEqualTo(V6 | expected(address, 16));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "::",
        "::1",
        "1::",
        "1:2:3:4:5:6:7:8",
        "1:2:3:4:5:6:7::",
        "::2:3:4:5:6:7:8",
        "2001:DB8::Ff",
        "0001:0:0::0:1",
        "64:ff9b::192.0.2.33",
        "1:2:3:4:5:6:255.254.253.252"
      })
  void everyFormOfIpv6IsRead(String text) {
    byte[] address = CidrBlock.parseAddress(text).orElseThrow();
    assertThat(hash(text)).isEqualTo(V6 | expected(address, 16));
  }

  @Test
  void aMappedAddressCountsAsIpv6AsInNginx() {
    byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 10, 1, 2, 3};
    assertThat(hash("::ffff:10.1.2.3")).isEqualTo(V6 | expected(mapped, 16));
    assertThat(hash("::ffff:a01:203")).isEqualTo(hash("::ffff:10.1.2.3"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "user:1001",
        "1.2.3",
        "1.2.3.4.5",
        "1.2.3.256",
        "1..2.3",
        ".1.2.3",
        "1.2.3.",
        "a.b.c.d",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1::2::3",
        ":::",
        ":1",
        "1:",
        "1:2:3:4:5:6:7:8::",
        "::1:2:3:4:5:6:7:8",
        "12345::",
        "::g",
        "::1.2.3",
        "1.2.3.4:80",
        "::1%eth0",
        "::\u00e9",
        ":"
      })
  void anythingElseCountsAsNoAddress(String text) {
    assertThat(hash(text)).isEqualTo(hash("0.0.0.0"));
  }
}
