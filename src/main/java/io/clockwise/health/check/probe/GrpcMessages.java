package io.clockwise.health.check.probe;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/*
 * A message on the wire is one byte (compressed or not), its length in four, and the message. The
 * messages are protocol buffers of one field each: the request's is 1, a string; the answer's is 1,
 * an enumeration. What is not known is passed over, as the format has it.
 *
 * https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md
 * https://github.com/grpc/grpc/blob/master/doc/health-checking.md
 */
/** The two messages of the gRPC health service. */
final class GrpcMessages {
  /** The serving status of a backend that is well. */
  static final long SERVING = 1;

  private static final int HEAD_BYTES = 5;
  private static final int SERVICE = 1 << 3 | 2;
  private static final int STATUS = 1 << 3;

  private GrpcMessages() {}

  /** Returns the request for the state of a service, framed. */
  static Buffer request(String service) {
    Buffer message = Buffer.buffer();
    if (!service.isEmpty()) {
      byte[] name = service.getBytes(StandardCharsets.UTF_8);
      message.appendByte((byte) SERVICE);
      appendVarint(message, name.length);
      message.appendBytes(name);
    }
    return Buffer.buffer().appendByte((byte) 0).appendInt(message.length()).appendBuffer(message);
  }

  /** Returns the serving status in a framed answer; empty: it is not one. */
  static OptionalLong status(Buffer framed) {
    if (framed.length() < HEAD_BYTES
        || framed.getByte(0) != 0
        || framed.getUnsignedInt(1) != framed.length() - HEAD_BYTES) {
      return OptionalLong.empty();
    }
    Reader reader = new Reader(framed, HEAD_BYTES);
    long status = 0; // a field that is not there has this value
    while (reader.hasMore()) {
      long tag = reader.varint();
      if (tag == STATUS) {
        status = reader.varint();
      } else {
        reader.skip((int) (tag & 7));
      }
    }
    return reader.isGood() ? OptionalLong.of(status) : OptionalLong.empty();
  }

  /** Returns the name of a serving status. */
  static String name(long status) {
    return switch ((int) status) {
      case 0 -> "UNKNOWN";
      case 1 -> "SERVING";
      case 2 -> "NOT_SERVING";
      case 3 -> "SERVICE_UNKNOWN";
      default -> "" + status;
    };
  }

  private static void appendVarint(Buffer buffer, int value) {
    int rest = value;
    while (rest > 0x7f) {
      buffer.appendByte((byte) (rest | 0x80));
      rest >>>= 7;
    }
    buffer.appendByte((byte) rest);
  }

  /** Reads fields; what goes beyond the end makes all of it bad. */
  private static final class Reader {
    private final Buffer bytes;
    private int at;
    private boolean good = true;

    Reader(Buffer bytes, int from) {
      this.bytes = bytes;
      this.at = from;
    }

    boolean hasMore() {
      return good && at < bytes.length();
    }

    boolean isGood() {
      return good;
    }

    long varint() {
      long value = 0;
      for (int shift = 0; shift < 64 && at < bytes.length(); shift += 7) {
        byte next = bytes.getByte(at++);
        value |= (long) (next & 0x7f) << shift;
        if (next >= 0) {
          return value;
        }
      }
      good = false;
      return 0;
    }

    void skip(int wireType) {
      switch (wireType) {
        case 0 -> varint();
        case 1 -> move(8);
        case 2 -> move(varint());
        case 5 -> move(4);
        default -> good = false;
      }
    }

    private void move(long count) {
      if (count < 0 || count > bytes.length() - at) {
        good = false;
      } else {
        at += (int) count;
      }
    }
  }
}
