package io.clockwise.testkit;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A client that writes HTTP/2 frames to a socket and reads those that come back. */
public final class RawHttp2 implements AutoCloseable {
  public static final int DATA = 0;
  public static final int HEADERS = 1;
  public static final int PRIORITY = 2;
  public static final int RST_STREAM = 3;
  public static final int SETTINGS = 4;
  public static final int PING = 6;
  public static final int GOAWAY = 7;
  public static final int WINDOW_UPDATE = 8;
  public static final int CONTINUATION = 9;
  public static final int END_STREAM = 1;
  public static final int END_HEADERS = 4;

  private static final int PRIORITY_FIELDS = 0x20;
  private static final int WINDOW = 65_535;
  private static final int LARGEST_FRAME = 16_384;

  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final int PATIENCE_MILLIS = 10_000;

  /** A frame as it came; the status is that of a head, else empty. */
  public record Frame(int type, int flags, int stream, byte[] payload, String status) {
    /** Returns the error code of a GOAWAY or RST_STREAM. */
    public int error() {
      int at = type == GOAWAY ? 4 : 0;
      return payload[at + 3] & 0xff;
    }
  }

  private final Socket socket;
  private final DataInputStream in;
  private final DefaultHttp2HeadersDecoder fields = new DefaultHttp2HeadersDecoder(false);
  private final Map<Integer, Integer> credits = new HashMap<>(); // of stream 0: the connection's

  private RawHttp2(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(socket.getInputStream());
  }

  /** Connects to a port on loopback, and sends nothing yet. */
  public static RawHttp2 silent(int port) throws IOException {
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress("127.0.0.1", port), PATIENCE_MILLIS);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    return new RawHttp2(socket);
  }

  /** Connects to a port on loopback and begins. */
  public static RawHttp2 to(int port) throws IOException {
    return over(silent(port).socket);
  }

  /** Begins on a socket that is connected. */
  public static RawHttp2 over(Socket socket) throws IOException {
    RawHttp2 client = new RawHttp2(socket);
    return client.send(PREFACE).send(frame(SETTINGS, 0, 0)).send(frame(SETTINGS, 1, 0));
  }

  /** Returns the socket. */
  public Socket socket() {
    return socket;
  }

  /** Returns a frame as bytes. */
  public static byte[] frame(int type, int flags, int stream, byte... payload) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(payload.length >> 16);
    bytes.write(payload.length >> 8);
    bytes.write(payload.length);
    bytes.write(type);
    bytes.write(flags);
    bytes.writeBytes(new byte[] {0, (byte) (stream >> 16), (byte) (stream >> 8), (byte) stream});
    bytes.writeBytes(payload);
    return bytes.toByteArray();
  }

  /** Returns the fields of a GET of {@code /} at the host {@code test}, and others as literals. */
  public static byte[] get(String... more) {
    return head(0x82, more);
  }

  /** Returns the fields of a POST. */
  public static byte[] post(String... more) {
    return head(0x83, more);
  }

  private static byte[] head(int method, String... more) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.writeBytes(new byte[] {(byte) method, (byte) 0x86, (byte) 0x84, 0x01, 4});
    block.writeBytes("test".getBytes(StandardCharsets.US_ASCII));
    for (int i = 0; i < more.length; i += 2) {
      block.write(0);
      literal(block, more[i]);
      literal(block, more[i + 1]);
    }
    return block.toByteArray();
  }

  private static void literal(ByteArrayOutputStream block, String text) {
    int rest = text.length() - 127;
    block.write(Math.min(127, text.length()));
    if (rest >= 0) {
      for (; rest >= 128; rest >>= 7) {
        block.write(rest & 0x7f | 0x80);
      }
      block.write(rest);
    }
    block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Sends bytes. */
  public RawHttp2 send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /** Sends the same bytes many times; the other side may close meanwhile. */
  public RawHttp2 flood(byte[] bytes, int times) {
    try {
      for (int i = 0; i < times; i++) {
        socket.getOutputStream().write(bytes);
      }
    } catch (IOException cut) {
      // as it should be
    }
    return this;
  }

  /** Sends a GET. */
  public RawHttp2 request(int stream, String... more) throws IOException {
    return send(frame(HEADERS, END_STREAM | END_HEADERS, stream, get(more)));
  }

  /** Reads the next frame; empty: the other side has closed. */
  public Optional<Frame> next() throws IOException {
    try {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt() & 0x7fffffff;
      byte[] payload = in.readNBytes(length);
      if (type == WINDOW_UPDATE) {
        credits.merge(stream, ByteBuffer.wrap(payload).getInt(), Integer::sum);
      }
      int skip = (flags & PRIORITY_FIELDS) == 0 ? 0 : 5;
      String status = type == HEADERS ? status(stream, payload, skip) : "";
      return Optional.of(new Frame(type, flags, stream, payload, status));
    } catch (EOFException | SocketException closed) {
      return Optional.empty();
    }
  }

  private String status(int stream, byte[] payload, int skip) throws IOException {
    try {
      CharSequence status =
          fields
              .decodeHeaders(stream, Unpooled.wrappedBuffer(payload, skip, payload.length - skip))
              .status();
      return String.valueOf(status);
    } catch (Http2Exception e) {
      throw new IOException(e);
    }
  }

  /**
   * Sends a body without an end, no faster than the windows of flow control allow.
   *
   * @return the frames that came meanwhile; a reset of the stream ends it early
   */
  public List<Frame> upload(int stream, int bytes) throws IOException {
    List<Frame> came = new ArrayList<>();
    for (int left = bytes; left > 0; ) {
      int room = Math.min(WINDOW + credit(0), WINDOW + credit(stream));
      int part = Math.min(Math.min(left, LARGEST_FRAME), room);
      if (part > 0) {
        send(frame(DATA, 0, stream, new byte[part]));
        credits.merge(0, -part, Integer::sum);
        credits.merge(stream, -part, Integer::sum);
        left -= part;
      } else {
        Frame frame = next().orElseThrow(EOFException::new);
        came.add(frame);
        if (frame.type() == RST_STREAM && frame.stream() == stream || frame.type() == GOAWAY) {
          return came;
        }
      }
    }
    return came;
  }

  private int credit(int stream) {
    return credits.getOrDefault(stream, 0);
  }

  /** Reads until a frame of this type and stream comes. */
  public Frame until(int type, int stream) throws IOException {
    Frame frame = until(type);
    while (frame.stream() != stream) {
      frame = until(type);
    }
    return frame;
  }

  /** Reads until a frame of this type comes; the answer to a request is read so. */
  public Frame until(int type) throws IOException {
    for (Optional<Frame> frame = next(); frame.isPresent(); frame = next()) {
      if (frame.get().type() == type) {
        return frame.get();
      }
    }
    throw new EOFException("closed before a frame of type " + type);
  }

  /** Reads all frames until the other side closes. */
  public List<Frame> untilClosed() throws IOException {
    List<Frame> frames = new ArrayList<>();
    for (Optional<Frame> frame = next(); frame.isPresent(); frame = next()) {
      frames.add(frame.get());
    }
    return frames;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
