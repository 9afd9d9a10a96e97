package io.clockwise.testkit;

import io.clockwise.proxy.policy.upgrade.WebSocketHandshake;
import java.io.IOException;
import java.util.Arrays;

/** What both ends of a raw WebSocket say at first. */
public final class WebSocketPeer {
  /** A request that asks for WebSocket. */
  public static final String ASK =
      "GET /chat HTTP/1.1\r\nHost: t\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
          + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Extensions: permessage-deflate\r\n"
          + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

  private WebSocketPeer() {}

  /** Agrees to a request, and writes some bytes behind. */
  public static void accept(ReceivedRequest request, String behind) throws IOException {
    request.write(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Extensions: permessage-deflate\r\nSec-WebSocket-Accept: "
            + WebSocketHandshake.accept(request.field("sec-websocket-key").orElseThrow())
            + "\r\n\r\n"
            + behind);
  }

  /** Agrees to a request, and sends back what comes until nothing comes any more. */
  public static void echo(ReceivedRequest request) throws IOException {
    accept(request, "");
    byte[] part = new byte[4096];
    for (int n = request.readSome(part); n >= 0; n = request.readSome(part)) {
      request.write(Arrays.copyOf(part, n));
    }
  }
}
