package io.clockwise.proxy.connection;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.connection.name.UnknownName;
import io.clockwise.proxy.policy.ProxyFailure;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.StreamResetException;
import io.vertx.core.net.impl.ConnectionBase;
import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What an exception of the client side means. */
public final class UpstreamFault {
  private static final int DEEPEST = 10;

  private UpstreamFault() {}

  /** Returns the failure of an attempt to connect. */
  static ProxyFailure ofConnect(Throwable cause) {
    if (cause instanceof ProxyFailure failure) {
      return failure;
    }
    if (cause instanceof ConnectTimeoutException) {
      return ProxyFailure.of(FailureKind.CONNECT_TIMEOUT, "the backend did not accept in time");
    }
    if (cause instanceof UnknownName) {
      return ProxyFailure.of(FailureKind.CONNECT_REFUSED, "the backend's name is unknown");
    }
    if (cause instanceof Http2Exception || cause instanceof IllegalStateException) {
      return ProxyFailure.of(
          FailureKind.BAD_RESPONSE, "the backend does not speak the protocol that is set for it");
    }
    ProxyFailure secure = ofTls(cause);
    if (secure != null) {
      return secure;
    }
    return isOwn(cause)
        ? ProxyFailure.ofOwn(FailureKind.CONNECT_REFUSED, "there is no socket to reach it from")
        : ProxyFailure.of(FailureKind.CONNECT_REFUSED, "the backend cannot be reached");
  }

  /* Without files or ports of our own no backend can be reached: that says nothing of them. There
  is no other mark than the system's text. */
  private static boolean isOwn(Throwable cause) {
    Throwable at = cause;
    for (int depth = 0; at != null && depth < DEEPEST; depth++) {
      String text = String.valueOf(at.getMessage());
      if (text.contains("Too many open files")
          || text.contains("Cannot assign requested address")) {
        return true;
      }
      at = at.getCause();
    }
    return false;
  }

  private static @Nullable ProxyFailure ofTls(Throwable cause) {
    boolean tls = false;
    Throwable at = cause;
    for (int depth = 0; at != null && depth < DEEPEST; depth++) {
      if (at instanceof CertificateException
          || at instanceof CertPathValidatorException
          || at instanceof CertPathBuilderException) {
        return ProxyFailure.of(
            FailureKind.UPSTREAM_CERTIFICATE, "the backend's certificate is not believed");
      }
      tls |= at instanceof SSLException;
      at = at.getCause();
    }
    return tls ? ProxyFailure.of(FailureKind.UPSTREAM_TLS, "TLS with the backend failed") : null;
  }

  /** Returns the failure of an exchange. */
  public static ProxyFailure ofExchange(Throwable cause) {
    if (cause instanceof ProxyFailure failure) {
      return failure;
    }
    if (isRefusal(cause)) {
      return refused();
    }
    ProxyFailure secure = ofTls(cause);
    if (secure != null) {
      return secure;
    }
    boolean cut =
        cause instanceof HttpClosedException
            || cause == ConnectionBase.CLOSED_EXCEPTION // of what is written afterwards
            || cause instanceof StreamResetException
            || cause instanceof IOException
            || cause instanceof PrematureChannelClosureException;
    return cut
        ? ProxyFailure.of(FailureKind.UPSTREAM_RESET, "the backend closed the connection")
        : ProxyFailure.of(FailureKind.BAD_RESPONSE, "the answer of the backend is malformed");
  }

  private static boolean isRefusal(Throwable cause) {
    long refused = Http2Error.REFUSED_STREAM.code();
    return cause instanceof StreamResetException reset && reset.getCode() == refused
        || cause instanceof Http2Exception own && own.error() == Http2Error.REFUSED_STREAM;
  }

  /** Returns the failure of a request that was not processed. */
  static ProxyFailure refused() {
    return ProxyFailure.of(FailureKind.UPSTREAM_REFUSED, "the backend did not take the request");
  }

  /** Returns why a backend that has enough tunnels takes no other. */
  public static ProxyFailure tooManyTunnels() {
    return ProxyFailure.of(FailureKind.BACKEND_FULL, "the backend has enough tunnels");
  }
}
