package io.clockwise.proxy.connection.name;

import java.net.UnknownHostException;

/** A name that has no address. */
public final class UnknownName extends UnknownHostException {
  private static final long serialVersionUID = 1L;

  UnknownName(String host) {
    super(host);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this; // a value that travels in futures
  }
}
