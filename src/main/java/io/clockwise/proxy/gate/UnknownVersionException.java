package io.clockwise.proxy.gate;

import io.netty.handler.codec.http.HttpVersion;

/** A request in a version of HTTP that is not spoken here. */
public final class UnknownVersionException extends Exception {
  private static final long serialVersionUID = 1L;

  UnknownVersionException(HttpVersion version) {
    super(version.text(), null, false, false);
  }
}
