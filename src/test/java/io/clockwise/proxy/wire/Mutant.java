package io.clockwise.proxy.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Makes messages out of others by small changes, always the same ones for the same seed. */
final class Mutant {
  private static final int MOST_CHANGES = 4;
  private static final String ODD_BYTES =
      "\0\u0001\t\n\u000b\f\r !\"#%,./:;=?@[\\]^`{|}~\u007f\u0080\u0085\u00a0\u00ff";

  private final SplittableRandom random;
  private final List<byte[]> seeds;
  private final List<byte[]> tokens;

  Mutant(long seed, List<String> seeds, List<String> tokens) {
    this.random = new SplittableRandom(seed);
    this.seeds = seeds.stream().map(Mutant::bytes).toList();
    this.tokens = tokens.stream().map(Mutant::bytes).toList();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  SplittableRandom random() {
    return random;
  }

  /** Returns another message. */
  byte[] next() {
    byte[] message = seeds.get(random.nextInt(seeds.size()));
    int changes = random.nextInt(MOST_CHANGES + 1);
    for (int i = 0; i < changes && message.length > 0; i++) {
      message = changed(message);
    }
    return message;
  }

  private byte[] changed(byte[] message) {
    int at = random.nextInt(message.length);
    int end = Math.min(message.length, at + 1 + random.nextInt(4));
    return switch (random.nextInt(9)) {
      case 0 -> spliced(message, at, at + 1, new byte[] {(byte) random.nextInt(256)});
      case 1 -> spliced(message, at, at + 1, odd());
      case 2 -> spliced(message, at, at, odd());
      case 3 -> spliced(message, at, end, new byte[0]);
      case 4 -> spliced(message, at, at, tokens.get(random.nextInt(tokens.size())));
      case 5 -> spliced(message, at, end, tokens.get(random.nextInt(tokens.size())));
      case 6 -> withLine(message, at, line(message, random.nextInt(message.length)));
      case 7 -> {
        byte[] other = seeds.get(random.nextInt(seeds.size()));
        yield withLine(message, at, line(other, random.nextInt(other.length)));
      }
      default -> spliced(message, at, at + 1, new byte[] {(byte) (message[at] ^ 0x20)});
    };
  }

  private byte[] odd() {
    return new byte[] {(byte) ODD_BYTES.charAt(random.nextInt(ODD_BYTES.length()))};
  }

  private static byte[] spliced(byte[] message, int from, int to, byte[] with) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(message.length + with.length);
    out.write(message, 0, from);
    out.write(with, 0, with.length);
    out.write(message, to, message.length - to);
    return out.toByteArray();
  }

  /** Puts a line before the one in which this byte stands. */
  private static byte[] withLine(byte[] message, int at, byte[] line) {
    int begin = lineBegin(message, at);
    return spliced(message, begin, begin, line);
  }

  private static byte[] line(byte[] message, int at) {
    int begin = lineBegin(message, at);
    int end = begin;
    while (end < message.length && message[end] != '\n') {
      end++;
    }
    return Arrays.copyOfRange(message, begin, Math.min(end + 1, message.length));
  }

  private static int lineBegin(byte[] message, int at) {
    int begin = at;
    while (begin > 0 && message[begin - 1] != '\n') {
      begin--;
    }
    return begin;
  }

  /** Returns bytes so that they can be read and be found again. */
  static String shown(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte octet : bytes) {
      char c = (char) (octet & 0xff);
      text.append(c >= ' ' && c < 127 ? String.valueOf(c) : String.format("\\x%02x", (int) c));
    }
    return text.toString();
  }
}
