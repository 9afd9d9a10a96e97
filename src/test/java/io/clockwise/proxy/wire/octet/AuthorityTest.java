package io.clockwise.proxy.wire.octet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorityTest {
  private static boolean isHost(String text) {
    byte[] bytes = ("<" + text + ">").getBytes(StandardCharsets.ISO_8859_1);
    return Authority.isHost(bytes, 1, bytes.length - 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a.b",
        "a_b",
        "a:",
        "a:0",
        "a:65535",
        "1.2.3.4:80",
        "a%41",
        "[::]",
        "[::1]:443",
        "[1:2:3:4:5:6:7:8]",
        "[1::]",
        "[1::8]",
        "[::2:3:4:5:6:7:8]",
        "[1:2:3:4:5:6:7::]",
        "[::ffff:1.2.3.4]",
        "[1:2:3:4:5:6:1.2.3.4]",
        "[fe80::ABCD]",
        "[::255.255.255.255]:"
      })
  void hostsAreHosts(String text) {
    assertThat(isHost(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":",
        ":80",
        "a b",
        "a:x",
        "a:65536",
        "a:123456",
        "a:80:80",
        "a%4",
        "a%",
        "a/b",
        "u@a",
        "[",
        "[]",
        "[:::]",
        "[:]",
        "[1]",
        "[::1",
        "::1",
        "[1:2:3:4:5:6:7]",
        "[1:2:3:4:5:6:7:8:9]",
        "[1::2::3]",
        "[::1::]",
        "[1:2:3:4:5:6:7:8::]",
        "[12345::]",
        "[:1::]",
        "[1:]",
        "[::1:]",
        "[::g]",
        "[::1.2.3]",
        "[::1.2.3.4.5]",
        "[::1.2.3.256]",
        "[::01.2.3.4]",
        "[1.2.3.4]",
        "[::1.2.3.4:1]",
        "[::1%eth0]",
        "[::1]x",
        "[::1]]",
        "[v1.a]",
        "[::1..2]",
        "[::1.2.3.]",
        "[1:2:3:4:5:6:7:1.2.3.4]",
        "\u00e9"
      })
  void othersAreNot(String text) {
    assertThat(isHost(text)).isFalse();
  }
}
