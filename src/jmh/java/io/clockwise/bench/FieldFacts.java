package io.clockwise.bench;

import io.clockwise.config.KeySource;
import io.clockwise.route.RequestFacts;
import org.jspecify.annotations.Nullable;

/** A request that has one field, of another value each time. */
final class FieldFacts implements RequestFacts {
  private final String name;
  private final String[] values;
  private final byte[] client = {(byte) 192, 0, 2, 33};
  private @Nullable String cookie;
  private int at;

  /**
   * Makes the first request.
   *
   * @param values taken in turn; as many as a power of two
   */
  FieldFacts(String name, String[] values) {
    this.name = name;
    this.values = values;
  }

  /** Sets the field Cookie; null: there is none. */
  void cookie(@Nullable String text) {
    cookie = text;
  }

  /** Goes to the next value. */
  void next() {
    at = at + 1 & values.length - 1;
  }

  @Override
  public String method() {
    return "GET";
  }

  @Override
  public String host() {
    return "example.org";
  }

  @Override
  public String path() {
    return "/";
  }

  @Override
  public String target() {
    return "/";
  }

  @Override
  public @Nullable String query() {
    return null;
  }

  @Override
  public @Nullable String header(String wanted) {
    return wanted.equalsIgnoreCase(name) ? values[at] : wanted.equals("cookie") ? cookie : null;
  }

  @Override
  public byte[] clientAddress() {
    return client;
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
