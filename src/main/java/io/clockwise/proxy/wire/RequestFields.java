package io.clockwise.proxy.wire;

import io.clockwise.proxy.wire.octet.Authority;
import io.clockwise.proxy.wire.octet.Octets;
import org.jspecify.annotations.Nullable;

/** What the fields of a request must be beside its framing (RFC 9110 section 10.1.1, 7.2). */
final class RequestFields {
  private RequestFields() {}

  /** Returns why the request is refused, or null. */
  static @Nullable HeadFault check(HeadFields fields, int minorVersion) {
    int hosts = fields.times(FieldName.HOST);
    if (hosts == 1) {
      int host = fields.first(FieldName.HOST);
      if (!Authority.isHost(fields.bytes(), fields.valueFrom(host), fields.valueTo(host))) {
        return HeadFault.HOST;
      }
    } else if (hosts > 1 || minorVersion > 0) {
      return HeadFault.HOST;
    }
    return minorVersion > 0 && fields.has(FieldName.EXPECT) && !isKnown(fields)
        ? HeadFault.EXPECTATION
        : null;
  }

  private static boolean isKnown(HeadFields fields) {
    for (int field = fields.first(FieldName.EXPECT); field < fields.count(); field++) {
      if (fields.name(field) == FieldName.EXPECT
          && !Octets.equal(
              fields.bytes(), fields.valueFrom(field), fields.valueTo(field), "100-continue")) {
        return false;
      }
    }
    return true;
  }
}
