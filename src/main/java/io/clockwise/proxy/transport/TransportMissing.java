package io.clockwise.proxy.transport;

import io.clockwise.config.TransportConfig;

/** The transport that was asked for is not to be had on this machine. */
public final class TransportMissing extends Exception {
  private static final long serialVersionUID = 1L;

  TransportMissing(TransportConfig wanted, String why) {
    super(
        "transport: "
            + wanted.word()
            + " cannot be used on this machine ("
            + why
            + "); set transport to auto, or leave it out");
  }
}
