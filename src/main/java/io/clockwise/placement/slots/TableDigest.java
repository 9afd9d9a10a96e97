package io.clockwise.placement.slots;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.clockwise.model.placement.Member;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The fingerprint of a table: XXH3-64, seed 0, over each id in UTF-8 and a zero byte, then the
 * entries in slot order, least significant byte first.
 */
final class TableDigest {
  private static final int CHUNK = 1024;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private TableDigest() {}

  static long of(List<Member> members, long[] table) {
    HashStream64 stream = Hashing.xxh3_64().hashStream();
    for (Member member : members) {
      stream.putBytes(member.id().getBytes(StandardCharsets.UTF_8)).putByte((byte) 0);
    }
    byte[] chunk = new byte[CHUNK * Long.BYTES];
    for (int from = 0; from < table.length; from += CHUNK) {
      int count = Math.min(CHUNK, table.length - from);
      for (int i = 0; i < count; i++) {
        LONGS.set(chunk, i * Long.BYTES, table[from + i]);
      }
      stream.putBytes(chunk, 0, count * Long.BYTES);
    }
    return stream.getAsLong();
  }
}
