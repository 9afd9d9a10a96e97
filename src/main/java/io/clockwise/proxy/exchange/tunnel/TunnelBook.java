package io.clockwise.proxy.exchange.tunnel;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/** The open tunnels of one event loop. */
public final class TunnelBook {
  private final Set<Tunnel> open = new HashSet<>();

  /** Notes a tunnel that has begun. */
  public void add(Tunnel tunnel) {
    open.add(tunnel);
  }

  /** Forgets a tunnel that is over. */
  public void remove(Tunnel tunnel) {
    open.remove(tunnel);
  }

  /** Ends those that are meant, each as {@link Tunnel#close} does. */
  public void closeAll(Predicate<Tunnel.Owner> meant, CloseReason reason) {
    for (Tunnel tunnel : new ArrayList<>(open)) { // a side that is gone removes it at once
      if (meant.test(tunnel.owner())) {
        tunnel.close(reason);
      }
    }
  }

  /** Returns how many are open. */
  public int size() {
    return open.size();
  }
}
