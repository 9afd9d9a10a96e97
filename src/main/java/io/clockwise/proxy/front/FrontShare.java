package io.clockwise.proxy.front;

import io.clockwise.proxy.front.door.ClientConnections;
import io.clockwise.proxy.front.tls.CertificateStore;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.proxy.relay.front.RelaySeams;

/**
 * What the event loops of one Clockwise share of their listeners.
 *
 * @param bound where they listen
 * @param connections how many clients are connected
 * @param certificates what the files of certificates held
 * @param path which way requests take
 * @param relays whether a relay can stand before connections at all
 */
public record FrontShare(
    BoundListeners bound,
    ClientConnections connections,
    CertificateStore certificates,
    DataPath path,
    boolean relays) {
  /** Makes what a new Clockwise begins with. */
  public FrontShare(DataPath path) {
    this(
        new BoundListeners(),
        new ClientConnections(),
        new CertificateStore(),
        path,
        RelaySeams.missing() == null);
  }
}
