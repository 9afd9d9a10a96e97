package io.clockwise.proxy.relay.stream;

import io.clockwise.proxy.wire.HeadFields;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.nio.charset.StandardCharsets;

/** Fields as objects, for rules that work on those. */
public final class FieldMap {
  private FieldMap() {}

  /** Returns fields that were read, in their order. */
  public static MultiMap of(HeadFields from) {
    MultiMap map = HttpHeaders.headers();
    for (int i = 0; i < from.count(); i++) {
      int nameFrom = from.nameFrom(i);
      int length = from.nameTo(i) - nameFrom;
      map.add(
          new String(from.bytes(), nameFrom, length, StandardCharsets.ISO_8859_1), from.text(i));
    }
    return map;
  }
}
