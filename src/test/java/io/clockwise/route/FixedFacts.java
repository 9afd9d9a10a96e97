package io.clockwise.route;

import io.clockwise.config.KeySource;
import org.jspecify.annotations.Nullable;

/** A request whose texts exist already. */
record FixedFacts(@Nullable String user) implements RequestFacts {
  private static final byte[] CLIENT = {(byte) 192, 0, 2, 33};

  @Override
  public String method() {
    return "GET";
  }

  @Override
  public String host() {
    return "example.org";
  }

  @Override
  public String target() {
    return "/";
  }

  @Override
  public String path() {
    return "/";
  }

  @Override
  public @Nullable String query() {
    return null;
  }

  @Override
  public @Nullable String header(String name) {
    return user;
  }

  @Override
  public byte[] clientAddress() {
    return CLIENT;
  }

  @Override
  public @Nullable String tlsServerName() {
    return null;
  }

  @Override
  public @Nullable String tlsClientCertificate(KeySource.CertificatePart part) {
    return null;
  }
}
