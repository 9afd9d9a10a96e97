package io.clockwise.config;

import io.clockwise.model.CidrBlock;
import java.util.List;

/**
 * Whose PROXY protocol header, version 1 or 2, a listener believes.
 *
 * @param from addresses of sockets' other ends; {@code unix}: those of a Unix socket; default none
 * @param mode default {@code required}
 */
public record ProxyProtocolConfig(List<Sender> from, Mode mode) {
  /** Nobody is believed. */
  public static final ProxyProtocolConfig OFF = new ProxyProtocolConfig(List.of(), Mode.REQUIRED);

  /** Copies the list. */
  public ProxyProtocolConfig {
    from = List.copyOf(from);
  }

  /** What connections of those who are believed must begin with. */
  public enum Mode {
    /** With a header; others are closed. */
    REQUIRED,
    /** With a header or without; the first bytes tell. */
    OPTIONAL
  }

  /** Somebody who is believed. */
  public sealed interface Sender {}

  /** Everybody in a block of addresses. */
  public record Block(CidrBlock block) implements Sender {
    @Override
    public String toString() {
      return block.toString();
    }
  }

  /** Everybody who may open the Unix socket. */
  public record UnixPeers() implements Sender {
    @Override
    public String toString() {
      return "unix";
    }
  }

  /** Tells whether a socket's other end is believed. */
  public boolean believes(byte[] address) {
    for (Sender sender : from) {
      if (sender instanceof Block some && some.block().contains(address)) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether the other ends of Unix sockets are believed. */
  public boolean believesUnixPeers() {
    return from.contains(new UnixPeers());
  }
}
