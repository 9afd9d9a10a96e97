package io.clockwise.proxy.wire;

import io.clockwise.config.LimitsConfig;
import io.clockwise.proxy.wire.octet.ChunkExtensions;
import io.clockwise.proxy.wire.octet.Octets;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Follows a body in chunks through the parts in which it comes (RFC 9112 section 7.1), and refuses
 * what is not exactly one. It is used for one body after the other; nothing of the data is copied.
 */
public final class ChunkScanner {
  /** Gets what a scan finds; places are those of the scanned bytes. */
  public interface Sink {
    /**
     * Gets bytes that may go on as they are: sizes, line ends and data, without extensions and
     * trailers. Neighbours come together: a part without either is one call.
     */
    void pass(int from, int to);

    /** Gets bytes of data, which {@link #pass} gets as well. */
    default void data(int from, int to) {}

    /**
     * Gets the trailers, where there are any, before the body is done. They and the empty line
     * behind them are not passed: whoever gets them writes what shall go on, and that line.
     */
    void trailers(HeadFields fields);
  }

  private enum Place {
    SIZE,
    EXTENSIONS,
    SIZE_LF,
    DATA,
    DATA_CR,
    DATA_LF,
    TRAILER,
    LAST_LF,
    GATHERED,
    DONE,
    MALFORMED
  }

  private static final int MOST_DIGITS = 15; // of a size: each number of so many fits
  private static final int FEW_BYTES = 256;

  private final ChunkExtensions extensions = new ChunkExtensions();
  private final FieldReader reader = new FieldReader();
  private int mostBytes = LimitsConfig.DEFAULT.headers();
  private int mostFields = LimitsConfig.DEFAULT.headerCount();
  private byte[] gathered = new byte[FEW_BYTES];
  private int gatheredBytes;
  private Place place = Place.SIZE;
  private long size;
  private int digits;
  private long dataBytes;
  private boolean hasExtensions;
  private boolean hasTrailers;
  private int passFrom;

  /** Makes one with the limits of {@link LimitsConfig#DEFAULT} for trailers. */
  public ChunkScanner() {}

  /**
   * Sets limits for the trailers of the bodies that follow.
   *
   * @param bytes of all, without the ends of their lines
   */
  public ChunkScanner limits(int bytes, int fields) {
    mostBytes = bytes;
    mostFields = fields;
    return this;
  }

  /** Begins another body. */
  public void begin() {
    place = Place.SIZE;
    size = 0;
    digits = 0;
    dataBytes = 0;
    hasExtensions = false;
    hasTrailers = false;
    gatheredBytes = 0;
  }

  /**
   * Follows the body through a part.
   *
   * @return how many of the bytes belong to it: all, but when it is done or malformed
   */
  public int scan(ByteBuf bytes, int from, int to, Sink sink) {
    int at = from;
    passFrom = isPassing() ? from : -1;
    while (at < to && place != Place.DONE && place != Place.MALFORMED) {
      if (place == Place.DATA) {
        int end = (int) Math.min(to, at + size);
        sink.data(at, end);
        dataBytes += end - at;
        size -= end - at;
        at = end;
        if (size == 0) {
          place = Place.DATA_CR;
        }
      } else {
        take(bytes.getByte(at), at, sink);
        at += place == Place.MALFORMED ? 0 : 1;
      }
    }
    if (passFrom >= 0 && at > passFrom) {
      sink.pass(passFrom, at);
    }
    return at - from;
  }

  private boolean isPassing() {
    return place != Place.EXTENSIONS && place != Place.GATHERED;
  }

  private void take(byte octet, int at, Sink sink) {
    switch (place) {
      case SIZE -> size(octet, at, sink);
      case EXTENSIONS -> extension(octet, at);
      case SIZE_LF -> sized(octet);
      case DATA_CR -> expect(octet, Octets.CR, Place.DATA_LF);
      case DATA_LF -> {
        expect(octet, Octets.LF, Place.SIZE);
        digits = 0;
      }
      case TRAILER -> {
        if (octet == Octets.CR) {
          place = Place.LAST_LF;
        } else {
          hasTrailers = true;
          stopPassing(at, sink);
          place = Place.GATHERED;
          gather(octet, sink);
        }
      }
      case LAST_LF -> expect(octet, Octets.LF, Place.DONE);
      case GATHERED -> gather(octet, sink);
      default -> throw new IllegalStateException(place.name());
    }
  }

  private void expect(byte octet, byte wanted, Place next) {
    place = octet == wanted ? next : Place.MALFORMED;
  }

  private void stopPassing(int at, Sink sink) {
    if (at > passFrom) {
      sink.pass(passFrom, at);
    }
    passFrom = -1;
  }

  private void size(byte octet, int at, Sink sink) {
    if (Octets.is(octet, Octets.HEX) && digits < MOST_DIGITS) {
      size = size << 4 | Character.digit(octet, 16);
      digits++;
    } else if (digits == 0) {
      place = Place.MALFORMED;
    } else if (octet == Octets.CR) {
      place = Place.SIZE_LF;
    } else {
      hasExtensions = true;
      stopPassing(at, sink);
      extensions.begin();
      place = extensions.take(octet) ? Place.EXTENSIONS : Place.MALFORMED;
    }
  }

  private void extension(byte octet, int at) {
    if (octet == Octets.CR && extensions.mayEnd()) {
      place = Place.SIZE_LF;
      passFrom = at;
    } else if (!extensions.take(octet)) {
      place = Place.MALFORMED;
    }
  }

  private void sized(byte octet) {
    expect(octet, Octets.LF, size == 0 ? Place.TRAILER : Place.DATA);
  }

  /* Each line is looked at when it has ended, so that a bad one is refused at once. */
  private void gather(byte octet, Sink sink) {
    if (gatheredBytes == gathered.length) {
      gathered = Arrays.copyOf(gathered, gatheredBytes * 2);
    }
    gathered[gatheredBytes++] = octet;
    if (gatheredBytes > mostBytes + 2 * mostFields + 2) {
      place = Place.MALFORMED;
    } else if (octet == Octets.LF) {
      int read = reader.read(gathered, 0, gatheredBytes, mostBytes, mostFields);
      if (read == RequestHeadParser.FAULT) {
        place = Place.MALFORMED;
      } else if (read == gatheredBytes) {
        place = Place.DONE;
        sink.trailers(reader.fields());
      }
    }
  }

  /** Tells whether another chunk, or the last one, could be put in here. */
  public boolean isBetweenChunks() {
    return place == Place.SIZE && digits == 0;
  }

  /** Tells whether the body is complete. */
  public boolean isDone() {
    return place == Place.DONE;
  }

  /** Tells whether the bytes are not those of a body; nothing may follow. */
  public boolean isMalformed() {
    return place == Place.MALFORMED;
  }

  /** Tells whether a chunk had extensions so far. */
  public boolean hasExtensions() {
    return hasExtensions;
  }

  /** Tells whether there are trailers. */
  public boolean hasTrailers() {
    return hasTrailers;
  }

  /** Returns how many bytes of data have come so far. */
  public long dataBytes() {
    return dataBytes;
  }
}
