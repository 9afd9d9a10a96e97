package io.clockwise.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.CidrBlock;
import io.clockwise.model.IpText;
import io.vertx.core.MultiMap;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientAddressTest {
  private static final List<CidrBlock> TRUSTED =
      List.of(
          CidrBlock.parse("10.0.0.0/8").orElseThrow(),
          CidrBlock.parse("2001:db8::/32").orElseThrow());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "192.0.2.1 | 203.0.113.9 | 192.0.2.1",
        "10.0.0.1 | | 10.0.0.1",
        "10.0.0.1 | 203.0.113.9 | 203.0.113.9",
        "10.0.0.1 | 1.1.1.1, 203.0.113.9 | 203.0.113.9",
        "10.0.0.1 | 203.0.113.9, 10.0.0.7 | 203.0.113.9",
        "10.0.0.1 | 10.0.0.9, 10.0.0.7 | 10.0.0.9",
        "10.0.0.1 | 203.0.113.9, unknown, 10.0.0.7 | 10.0.0.7",
        "10.0.0.1 | 203.0.113.9:4711 | 203.0.113.9",
        "10.0.0.1 | [2001:dead::1]:80 | 2001:dead::1",
        "10.0.0.1 | 2001:dead::1 | 2001:dead::1",
        "10.0.0.1 | 203.0.113.9, 2001:db8::5 | 203.0.113.9",
        "10.0.0.1 | [2001:dead::1 | 10.0.0.1",
      })
  void theFirstUntrustedAddressFromTheRightIsTheClient(
      String peer, String forwarded, String expected) {
    MultiMap fields = MultiMap.caseInsensitiveMultiMap();
    if (forwarded != null) {
      fields.add("X-Forwarded-For", forwarded);
    }
    byte[] client = ClientAddress.of(CidrBlock.parseAddress(peer).orElseThrow(), fields, TRUSTED);
    assertThat(IpText.of(client)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "192.0.2.1 | for=203.0.113.9 | 192.0.2.1",
        "10.0.0.1 | for=203.0.113.9 | 203.0.113.9",
        "10.0.0.1 | for=1.1.1.1, For=\"203.0.113.9:4711\";proto=http;by=10.0.0.7 | 203.0.113.9",
        "10.0.0.1 | proto=http;for=\"[2001:dead::1]:80\", for=10.0.0.9 | 2001:dead::1",
        "10.0.0.1 | for=\"a,for=1.1.1.1\" | 10.0.0.1",
        "10.0.0.1 | for=203.0.113.9, for=_hidden, for=10.0.0.7 | 10.0.0.7",
        "10.0.0.1 | for=203.0.113.9, proto=http | 10.0.0.1",
        "10.0.0.1 | for=203.0.113.9;host=\"x | 10.0.0.1",
        "10.0.0.1 | for=\"\\1.2.3.4\" | 1.2.3.4",
      })
  void theStandardFieldIsReadWithoutTheOther(String peer, String forwarded, String expected) {
    MultiMap fields = MultiMap.caseInsensitiveMultiMap().add("Forwarded", forwarded);
    byte[] address = CidrBlock.parseAddress(peer).orElseThrow();
    assertThat(IpText.of(ClientAddress.of(address, fields, TRUSTED))).isEqualTo(expected);

    fields.add("X-Forwarded-For", "203.0.113.77");
    assertThat(IpText.of(ClientAddress.of(address, fields, TRUSTED)))
        .isEqualTo(peer.startsWith("10.") ? "203.0.113.77" : peer);
  }
}
