package io.clockwise.testkit;

import io.clockwise.config.KeySource;
import io.clockwise.proxy.gate.ClientGate;
import io.clockwise.proxy.gate.peer.TlsFacts;
import io.clockwise.proxy.loop.ServedRequest;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * A request whose texts exist already, and which nobody sent.
 *
 * @param tls null: it came without
 * @param cookies the field Cookie; null: there is none
 */
public record PlainRequest(String target, @Nullable TlsFacts tls, @Nullable String cookies)
    implements ServedRequest {
  private static final byte[] CLIENT = {(byte) 192, 0, 2, 33};

  /** Makes one without cookies. */
  public PlainRequest(String target, @Nullable TlsFacts tls) {
    this(target, tls, null);
  }

  @Override
  public ClientGate gate() {
    throw new UnsupportedOperationException("it came over no connection");
  }

  @Override
  public long connection() {
    return 17;
  }

  @Override
  public HttpVersion version() {
    return HttpVersion.HTTP_1_1;
  }

  @Override
  public String method() {
    return "GET";
  }

  @Override
  public String scheme() {
    return "https";
  }

  @Override
  public String rawHost() {
    return "shop.example.org:8443";
  }

  @Override
  public String host() {
    return "shop.example.org";
  }

  @Override
  public String path() {
    return target;
  }

  @Override
  public @Nullable String query() {
    return null;
  }

  @Override
  public @Nullable String header(String name) {
    return name.equals("cookie") ? cookies : null;
  }

  @Override
  public @Nullable String userAgent() {
    return "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
  }

  @Override
  public @Nullable String referer() {
    return null;
  }

  @Override
  public byte[] clientAddress() {
    return CLIENT;
  }

  @Override
  public String clientText() {
    return "192.0.2.33";
  }

  @Override
  public boolean isPeerTrusted() {
    return false;
  }

  @Override
  public @Nullable String tlsServerName() {
    return tls == null ? null : tls.serverName();
  }

  @Override
  public @Nullable String tlsClientCertificate(KeySource.CertificatePart part) {
    return null;
  }
}
