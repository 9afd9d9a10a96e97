package io.clockwise.health.check.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.util.HexFormat;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class GrpcMessagesTest {
  private static String hex(Buffer buffer) {
    return HexFormat.of().formatHex(buffer.getBytes());
  }

  private static Buffer bytes(String hex) {
    return Buffer.buffer(HexFormat.of().parseHex(hex));
  }

  @Example
  void writesTheNameOfTheService() {
    assertThat(hex(GrpcMessages.request(""))).isEqualTo("0000000000");
    assertThat(hex(GrpcMessages.request("ab"))).isEqualTo("0000000004" + "0a02" + "6162");
    assertThat(hex(GrpcMessages.request("x".repeat(200))))
        .startsWith("00000000cb" + "0ac801" + "7878");
  }

  @Example
  void readsTheStatus() {
    assertThat(GrpcMessages.status(bytes("00000000020801"))).hasValue(1);
    assertThat(GrpcMessages.status(bytes("00000000020802"))).hasValue(2);
    assertThat(GrpcMessages.status(bytes("0000000000"))).hasValue(0);
    assertThat(GrpcMessages.name(2)).isEqualTo("NOT_SERVING");
  }

  @Example
  void passesOverOtherFields() {
    String others = "12036162631d0000000021000000000000000028ac02";
    assertThat(GrpcMessages.status(bytes("0000000018" + others + "0801"))).hasValue(1);
  }

  @Example
  void refusesWhatIsNoAnswer() {
    for (String bad :
        new String[] {
          "",
          "00000000",
          "01000000020801",
          "00000000030801",
          "000000000108",
          "000000000312ff01",
          "00000000010b",
          "000000000bffffffffffffffffffffff"
        }) {
      assertThat(GrpcMessages.status(bytes(bad))).as(bad).isEmpty();
    }
  }

  @Property
  void readsWhateverComes(@ForAll byte[] message) {
    Buffer framed = Buffer.buffer().appendByte((byte) 0).appendInt(message.length);
    GrpcMessages.status(framed.appendBytes(message)); // and comes back
  }
}
