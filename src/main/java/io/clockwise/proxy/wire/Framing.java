package io.clockwise.proxy.wire;

import io.clockwise.proxy.wire.octet.Octets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the fields say of the length of a body and the end of a connection (RFC 9112 section 6). */
final class Framing {
  private static final int MOST_DIGITS = 18; // each number of so many fits

  private long contentLength;
  private boolean chunked;
  private boolean keepsAlive;

  long contentLength() {
    return contentLength;
  }

  boolean isChunked() {
    return chunked;
  }

  boolean keepsAlive() {
    return keepsAlive;
  }

  /** Reads; returns why the message is refused, or null. */
  @Nullable HeadFault read(HeadFields fields, int minorVersion) {
    contentLength = -1;
    chunked = false;
    boolean coded = fields.has(FieldName.TRANSFER_ENCODING);
    if (fields.has(FieldName.CONTENT_LENGTH)) {
      contentLength = length(fields);
      if (contentLength < 0) {
        return HeadFault.LENGTH;
      }
      if (coded) {
        return HeadFault.FRAMING;
      }
    }
    if (coded) {
      if (minorVersion == 0) {
        return HeadFault.FRAMING;
      }
      HeadFault fault = coding(fields);
      if (fault != null) {
        return fault;
      }
      chunked = true;
    }
    keepsAlive = minorVersion > 0;
    if (fields.has(FieldName.CONNECTION)) {
      keepsAlive =
          !fields.lists(FieldName.CONNECTION, "close")
              && (keepsAlive || fields.lists(FieldName.CONNECTION, "keep-alive"));
    }
    return null;
  }

  private static long length(HeadFields fields) {
    int field = fields.first(FieldName.CONTENT_LENGTH);
    int from = fields.valueFrom(field);
    int to = fields.valueTo(field);
    if (fields.times(FieldName.CONTENT_LENGTH) > 1 || from == to || to - from > MOST_DIGITS) {
      return -1;
    }
    long length = 0;
    for (int at = from; at < to; at++) {
      byte digit = fields.bytes()[at];
      if (!Octets.isDigit(digit)) {
        return -1;
      }
      length = length * 10 + digit - '0';
    }
    return length;
  }

  private static @Nullable HeadFault coding(HeadFields fields) {
    int field = fields.first(FieldName.TRANSFER_ENCODING);
    if (fields.times(FieldName.TRANSFER_ENCODING) == 1
        && Octets.equal(
            fields.bytes(), fields.valueFrom(field), fields.valueTo(field), "chunked")) {
      return null;
    }
    return endsChunked(fields) ? HeadFault.UNKNOWN_CODING : HeadFault.CODING;
  }

  /* Of a message that is refused in any case. */
  private static boolean endsChunked(HeadFields fields) {
    List<String> codings = new ArrayList<>();
    for (int field = 0; field < fields.count(); field++) {
      if (fields.name(field) == FieldName.TRANSFER_ENCODING) {
        for (String part : fields.text(field).split(",", -1)) {
          if (!part.isBlank()) {
            codings.add(part.strip());
          }
        }
      }
    }
    long chunked = codings.stream().filter("chunked"::equalsIgnoreCase).count();
    return chunked == 1 && codings.get(codings.size() - 1).equalsIgnoreCase("chunked");
  }
}
