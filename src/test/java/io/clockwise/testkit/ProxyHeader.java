package io.clockwise.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Headers of the PROXY protocol as bytes. */
public final class ProxyHeader {
  private static final byte[] SIGNATURE = {
    0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a
  };

  /** Source 203.0.113.7, destination 10.0.0.1, ports 4000 and 8443. */
  private static final byte[] V4 = {
    (byte) 203, 0, 113, 7, 10, 0, 0, 1, 0x0f, (byte) 0xa0, 0x20, (byte) 0xfb
  };

  private ProxyHeader() {}

  /** Returns version 1 of these words. */
  public static byte[] v1(String words) {
    return ("PROXY " + words + "\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns version 2, 203.0.113.7:4000 to 10.0.0.1:8443, with so many bytes in an own field. */
  public static byte[] v2(int additional) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(V4);
    if (additional > 0) {
      body.write(0xe0);
      body.write(additional >> 8);
      body.write(additional);
      body.writeBytes(new byte[additional]);
    }
    return v2(0x21, 0x11, body.toByteArray());
  }

  /** Returns version 2 of a connection that the sender opened for itself. */
  public static byte[] v2Local() {
    return v2(0x20, 0x00, new byte[0]);
  }

  /** Returns version 2 with these parts. */
  public static byte[] v2(int command, int family, byte[] body) {
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    header.writeBytes(SIGNATURE);
    header.write(command);
    header.write(family);
    header.write(body.length >> 8);
    header.write(body.length);
    header.writeBytes(body);
    return header.toByteArray();
  }
}
