package io.clockwise.proxy.exchange.connection;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.policy.ProxyFailure;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.StreamResetException;
import java.io.IOException;

/** What an exception of the client side means. */
public final class UpstreamFault {
  private UpstreamFault() {}

  /** Returns the failure of an attempt to connect. */
  static ProxyFailure ofConnect(Throwable cause) {
    return cause instanceof ConnectTimeoutException
        ? ProxyFailure.of(FailureKind.CONNECT_TIMEOUT, "the backend did not accept in time")
        : ProxyFailure.of(FailureKind.CONNECT_REFUSED, "the backend cannot be reached");
  }

  /** Returns the failure of an exchange. */
  public static ProxyFailure ofExchange(Throwable cause) {
    if (cause instanceof ProxyFailure failure) {
      return failure;
    }
    boolean cut =
        cause instanceof HttpClosedException
            || cause instanceof StreamResetException
            || cause instanceof IOException
            || cause instanceof PrematureChannelClosureException;
    return cut
        ? ProxyFailure.of(FailureKind.UPSTREAM_RESET, "the backend closed the connection")
        : ProxyFailure.of(FailureKind.BAD_RESPONSE, "the answer of the backend is malformed");
  }
}
