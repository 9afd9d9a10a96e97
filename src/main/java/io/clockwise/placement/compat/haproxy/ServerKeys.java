package io.clockwise.placement.compat.haproxy;

import io.clockwise.model.placement.HaproxySettings.HashKey;
import io.clockwise.model.placement.Member;
import io.clockwise.placement.hash.HaproxyHashes;
import io.clockwise.placement.hash.XxHash32;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** The word of each server from which its points are drawn. */
final class ServerKeys {
  /** How far the keys of neighbouring ids lie apart: room for 16 points for each unit of weight. */
  private static final int ID_STEP = 4096;

  private ServerKeys() {}

  /**
   * Returns the key of each member.
   *
   * @throws IllegalArgumentException when two members name one id
   */
  static int[] of(HashKey hashKey, List<Member> members) {
    int[] keys = ids(members);
    for (int i = 0; i < keys.length; i++) {
      keys[i] = key(hashKey, keys[i], members.get(i).name());
    }
    return keys;
  }

  /** Returns the id of each member: its name when that is a number, else the next free one. */
  static int[] ids(List<Member> members) {
    int[] ids = new int[members.size()];
    Set<Integer> used = new HashSet<>();
    for (int i = 0; i < ids.length; i++) {
      ids[i] = explicitId(members.get(i).name());
      if (ids[i] > 0 && !used.add(ids[i])) {
        throw new IllegalArgumentException(
            "two backends have the server id " + ids[i] + ": HAProxy's ids are unique");
      }
    }
    int next = 1;
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] == 0) {
        while (used.contains(next)) {
          next++;
        }
        ids[i] = next;
        used.add(next);
      }
      next++; // on every line, with or without an id of its own
    }
    return ids;
  }

  /** Returns the positive number of 31 bits that the text is, or 0. */
  private static int explicitId(String name) {
    boolean number = !name.isEmpty() && name.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!number || name.length() > 10) {
      return 0;
    }
    long id = Long.parseLong(name);
    return id <= Integer.MAX_VALUE ? (int) id : 0;
  }

  private static int key(HashKey hashKey, int id, String name) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    return switch (hashKey) {
      case ID -> id * ID_STEP;
      case ID32 -> HaproxyHashes.avalanche(Integer.reverseBytes(id));
      case GUID -> name.isEmpty() ? id * ID_STEP : XxHash32.hash(text, 0, text.length, 0);
      case ADDR, ADDR_PORT -> addressKey(name, hashKey == HashKey.ADDR_PORT).orElse(id * ID_STEP);
    };
  }

  /** Returns the key of {@code ip}, {@code ip:port} or {@code [v6]:port}; none for other text. */
  private static OptionalInt addressKey(String name, boolean withPort) {
    int bracket = name.startsWith("[") ? name.indexOf(']') : -1;
    int colon = bracket > 0 ? name.indexOf(':', bracket) : name.indexOf(':');
    boolean hasPort = colon >= 0 && colon == name.lastIndexOf(':');
    int port = hasPort ? explicitId(name.substring(colon + 1)) : 0;
    int seed = withPort ? HaproxyHashes.avalanche(port) : 0;
    String host = hasPort ? name.substring(0, colon) : name;
    byte[] text = host.getBytes(StandardCharsets.UTF_8);
    long v4 = IpText.v4(text, 0, text.length);
    if (v4 >= 0) {
      return OptionalInt.of(HaproxyHashes.avalanche(seed + Integer.reverseBytes((int) v4)));
    }
    int from = bracket > 0 ? 1 : 0;
    int to = bracket > 0 ? bracket : text.length;
    int groups = IpText.v6Groups(text, from, to);
    if (groups < 0) {
      return OptionalInt.empty();
    }
    byte[] bytes =
        ByteBuffer.allocate(16)
            .putLong(IpText.v6Half(text, from, to, groups, true))
            .putLong(IpText.v6Half(text, from, to, groups, false))
            .array();
    return OptionalInt.of(XxHash32.hash(bytes, 0, bytes.length, seed));
  }
}
