package io.clockwise.proxy.gate;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How the connections of one listener of one event loop end with it, when it does. Used on that
 * loop only.
 */
public final class Departure {
  /*
   * A client may be sending its next request while its connection is idle on this side, so nothing
   * is closed that has not said before that it will be: HTTP/1 with its next answer, HTTP/2 with
   * GOAWAY. What says nothing for the whole grace is closed then.
   */
  private final Set<ClientGate> gates = new HashSet<>();
  private Duration grace = Duration.ZERO;
  private boolean begun;
  private boolean over;

  /** Tells each connection that it is to end; those without a request do so after the grace. */
  public void begin(Duration longest) {
    begun = true;
    grace = longest;
    List.copyOf(gates).forEach(ClientGate::leave);
  }

  /** Ends what is left, and what is still to come. */
  public void end() {
    over = true;
    List.copyOf(gates).forEach(ClientGate::end);
  }

  boolean isBegun() {
    return begun;
  }

  Duration grace() {
    return grace;
  }

  /** Takes a connection that has just been understood. */
  void joined(ClientGate gate) {
    gates.add(gate);
    if (over) {
      gate.end();
    } else if (begun) {
      gate.leave();
    }
  }

  /** Forgets a connection that is closed. */
  void left(ClientGate gate) {
    gates.remove(gate);
  }
}
