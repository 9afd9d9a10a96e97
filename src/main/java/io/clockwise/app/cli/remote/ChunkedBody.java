package io.clockwise.app.cli.remote;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A body in chunks (RFC 9112 section 7.1), without what frames it. */
final class ChunkedBody extends InputStream {
  private static final int LONGEST_LINE = 1024;

  private final InputStream in;
  private long left; // of the chunk that is being read
  private boolean begun;
  private boolean ended;

  ChunkedBody(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int most) throws IOException {
    if (most == 0) {
      return 0;
    }
    if (left == 0 && !ended) {
      nextChunk();
    }
    if (ended) {
      return -1;
    }
    int count = in.read(into, offset, (int) Math.min(most, left));
    if (count < 0) {
      throw new EOFException("it ended within the answer");
    }
    left -= count;
    return count;
  }

  private void nextChunk() throws IOException {
    if (begun) {
      line(); // the end of the chunk before
    }
    begun = true;
    String size = line().replaceFirst("[; \t].*", "");
    if (!size.matches("[0-9A-Fa-f]{1,15}")) {
      throw new IOException("the answer is not in chunks");
    }
    left = Long.parseLong(size, 16);
    if (left == 0) {
      ended = true;
      while (!line().isEmpty()) {
        // trailers are of no interest
      }
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("it ended within the answer");
      }
      if (line.length() > LONGEST_LINE) {
        throw new IOException("the answer is not in chunks");
      }
      line.append((char) b);
    }
    return line.toString().stripTrailing();
  }
}
