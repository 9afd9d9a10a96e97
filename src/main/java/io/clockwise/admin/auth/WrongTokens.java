package io.clockwise.admin.auth;

import io.clockwise.model.CidrBlock;
import io.clockwise.model.IpText;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers who sent wrong tokens lately; used by one thread. Time is nanoseconds of any monotonic
 * clock.
 *
 * <p>An IPv6 client owns its /64, so these count together.
 */
final class WrongTokens {
  /** How many wrong tokens within the window are answered 401. */
  static final int ALLOWED = 10;

  /** How long a wrong token counts. */
  static final Duration WINDOW = Duration.ofMinutes(1);

  private static final int MAX_ADDRESSES = 10_000;

  private final Map<String, Deque<Long>> byAddress = new LinkedHashMap<>();

  /**
   * Notes a wrong token.
   *
   * @return how long the address should wait; zero while it has not used up its tries
   */
  Duration note(String address, long nowNanos) {
    String key = keyOf(address);
    Deque<Long> times = byAddress.remove(key);
    if (times == null) {
      times = new ArrayDeque<>();
    }
    while (!times.isEmpty() && nowNanos - times.peekFirst() >= WINDOW.toNanos()) {
      times.removeFirst();
    }
    byAddress.put(key, times); // last again: the first is the one longest unheard of
    forgetOldest();
    if (times.size() < ALLOWED) {
      times.addLast(nowNanos);
      return Duration.ZERO;
    }
    return WINDOW.minusNanos(nowNanos - times.peekFirst());
  }

  /** Returns how many addresses are remembered. */
  int size() {
    return byAddress.size();
  }

  private void forgetOldest() {
    if (byAddress.size() > MAX_ADDRESSES) {
      byAddress.remove(byAddress.keySet().iterator().next());
    }
  }

  private static String keyOf(String address) {
    return CidrBlock.parseAddress(address)
        .map(bytes -> IpText.of(bytes.length == 16 ? CidrBlock.mask(bytes, 64) : bytes))
        .orElse(address);
  }
}
