package io.clockwise.placement.compat.haproxy;

import io.clockwise.model.placement.HaproxySettings.Function;
import io.clockwise.model.placement.HaproxySettings.Input;
import io.clockwise.model.placement.HaproxySettings.KeyHash;
import io.clockwise.placement.hash.ByteHash;
import io.clockwise.placement.hash.Crc32;
import io.clockwise.placement.hash.HaproxyHashes;
import java.nio.charset.StandardCharsets;

/**
 * From a key's text to the hash that HAProxy gives it: the part that counts, the function, the
 * mixing. 32 bits, widened with zeros; allocates nothing.
 *
 * <p>Where the part is missing or empty, HAProxy takes the next server in turn; here it is hashed
 * as no bytes, so that such keys have an owner. A {@code source} that is no IP address is hashed as
 * text.
 */
final class KeyHashing implements ByteHash {
  private final ByteHash function;
  private final boolean avalanche;
  private final Input input;
  private final byte[] param;

  KeyHashing(KeyHash settings) {
    this.function = function(settings.function());
    this.avalanche = settings.avalanche();
    this.input = settings.input();
    this.param = input.param().getBytes(StandardCharsets.UTF_8);
  }

  private static ByteHash function(Function function) {
    return switch (function) {
      case SDBM -> HaproxyHashes::sdbm;
      case DJB2 -> HaproxyHashes::djb2;
      case CRC32 -> Crc32::hash;
      case WT6 -> HaproxyHashes::wt6;
      case NONE -> HaproxyHashes::decimal;
    };
  }

  @Override
  public long hash(byte[] bytes, int offset, int length) {
    int end = offset + length;
    long hash =
        switch (input.kind()) {
          case HASH -> function.hash(bytes, offset, length);
          case HDR -> headerValue(bytes, offset, end);
          case URI -> function.hash(bytes, offset, uriEnd(bytes, offset, end) - offset);
          case URL_PARAM -> parameter(bytes, offset, end);
          case SOURCE -> source(bytes, offset, end);
        };
    return avalanche ? HaproxyHashes.avalanche((int) hash) & 0xffffffffL : hash;
  }

  private long headerValue(byte[] bytes, int offset, int end) {
    int to = indexOf(bytes, offset, end, ',');
    int from = offset;
    while (from < to && isBlank(bytes[from])) {
      from++;
    }
    while (to > from && isBlank(bytes[to - 1])) {
      to--;
    }
    return function.hash(bytes, from, to - from);
  }

  private static boolean isBlank(byte character) {
    return character == ' ' || character == '\t';
  }

  private int uriEnd(byte[] bytes, int offset, int all) {
    int end = input.len() > 0 ? (int) Math.min(all, (long) offset + input.len()) : all;
    int slashes = 0;
    for (int i = offset; i < end; i++) {
      boolean ends =
          bytes[i] == '/'
              ? input.depth() > 0 && slashes++ == input.depth()
              : bytes[i] == '?' && !input.whole();
      if (ends) {
        return i;
      }
    }
    return end;
  }

  private long parameter(byte[] bytes, int offset, int end) {
    int at = indexOf(bytes, offset, end, '?') + 1;
    while (at < end) {
      int to = indexOf(bytes, at, end, '&');
      int equals = at + param.length;
      if (equals < to && bytes[equals] == '=' && isParameter(bytes, at)) {
        return function.hash(bytes, equals + 1, to - equals - 1);
      }
      at = to + 1;
    }
    return function.hash(bytes, end, 0);
  }

  private boolean isParameter(byte[] bytes, int at) {
    for (int i = 0; i < param.length; i++) {
      if (bytes[at + i] != param[i]) {
        return false;
      }
    }
    return true;
  }

  private long source(byte[] bytes, int offset, int end) {
    long v4 = IpText.v4(bytes, offset, end);
    if (v4 >= 0) {
      return v4;
    }
    int to = indexOf(bytes, offset, end, '%'); // what follows is a zone
    int groups = IpText.v6Groups(bytes, offset, to);
    if (groups < 0) {
      return function.hash(bytes, offset, end - offset);
    }
    long halves =
        IpText.v6Half(bytes, offset, to, groups, true)
            ^ IpText.v6Half(bytes, offset, to, groups, false);
    return (halves ^ (halves >>> 32)) & 0xffffffffL;
  }

  /** Returns where a character is first, or the end. */
  private static int indexOf(byte[] bytes, int from, int to, char character) {
    int at = from;
    while (at < to && bytes[at] != character) {
      at++;
    }
    return at;
  }
}
