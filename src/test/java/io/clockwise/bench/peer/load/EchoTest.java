package io.clockwise.bench.peer.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class EchoTest {
  @Test
  void theAnswerToAKeyIsThatOfTheExampleInSection1Point3() {
    assertThat(Echo.accept("dGhlIHNhbXBsZSBub25jZQ==")).isEqualTo("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  }

  @Test
  void framesOfClientsAreMasked() {
    byte[] payload = {1, 2, 3};

    assertThat(Echo.frame(true, payload)).containsExactly(0x82, 0xFE, 0, 3, 0, 0, 0, 0, 1, 2, 3);
    assertThat(Echo.frame(false, payload)).containsExactly(0x82, 0x7E, 0, 3, 1, 2, 3);
  }

  @Test
  void whoAsksForNoWebSocketGetsAShortAnswer() throws Exception {
    try (Echo echo = Echo.start();
        Socket socket = new Socket("127.0.0.1", Integer.parseInt(echo.address().split(":")[1]))) {
      socket.getOutputStream().write(Echo.ascii("GET / HTTP/1.1\r\nHost: t\r\n\r\n"));
      DataInputStream in = new DataInputStream(socket.getInputStream());

      assertThat(Echo.head(in)).startsWith("HTTP/1.1 200 OK\r\n");
      assertThat(in.readAllBytes()).asString().isEqualTo("short");
    }
  }
}
