package io.clockwise.proxy.front.door;

import io.clockwise.config.LimitsConfig;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** How many client connections are open, over all event loops of one Clockwise. */
public final class ClientConnections {
  private final AtomicInteger open = new AtomicInteger();
  private volatile int ceiling = Integer.MAX_VALUE;
  private final Map<String, Integer> byAddress = new ConcurrentHashMap<>();

  /** Names the most that there may be, whatever the limits say. */
  public void ceiling(int most) {
    ceiling = most;
  }

  /** Counts a new connection, unless it is one too many; if it was, {@link #closed} is owed. */
  boolean opened(LimitsConfig limits) {
    if (open.incrementAndGet() > Math.min(limits.connections(), ceiling)) {
      open.decrementAndGet();
      return false;
    }
    return true;
  }

  /** Counts the end of a connection. */
  void closed() {
    open.decrementAndGet();
  }

  /**
   * Counts a connection of an address, unless it is one too many; if it was, {@link #left} is owed.
   *
   * @param address text of the address
   */
  boolean entered(String address, LimitsConfig limits) {
    int ofAddress = byAddress.merge(address, 1, Integer::sum);
    if (limits.connectionsPerAddress() > 0 && ofAddress > limits.connectionsPerAddress()) {
      left(address);
      return false;
    }
    return true;
  }

  /** Counts the end of a connection of an address. */
  void left(String address) {
    byAddress.computeIfPresent(address, (same, count) -> count == 1 ? null : count - 1);
  }

  /** Returns how many are open. */
  public int open() {
    return open.get();
  }
}
