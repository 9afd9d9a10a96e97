package io.clockwise.proxy.policy;

import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/**
 * The fields that tell a backend who asked: {@code X-Forwarded-For}, {@code -Proto}, {@code -Host}
 * and {@code -Port}. From trusted peers they are appended to, from others replaced.
 *
 * @param peer address of the socket's other end
 * @param trusted whether the peer's own claims are believed
 * @param scheme that the client used towards Clockwise
 * @param host as received, or null when the request has none
 * @param port on which Clockwise took the request
 */
public record ForwardedFields(
    String peer, boolean trusted, String scheme, @Nullable String host, int port) {
  private static final String FOR = "x-forwarded-for";
  private static final String PROTO = "x-forwarded-proto";
  private static final String HOST = "x-forwarded-host";
  private static final String PORT = "x-forwarded-port";

  /** Writes the fields. */
  public void apply(MultiMap fields) {
    if (!trusted) {
      fields.set(FOR, peer);
      fields.remove(PROTO).remove(HOST).remove(PORT).remove("forwarded");
    } else {
      String before = String.join(", ", fields.getAll(FOR));
      fields.set(FOR, before.isEmpty() ? peer : before + ", " + peer);
    }
    setIfMissing(fields, PROTO, scheme);
    if (host != null) {
      setIfMissing(fields, HOST, host);
    }
    setIfMissing(fields, PORT, Integer.toString(port));
  }

  private static void setIfMissing(MultiMap fields, String name, String value) {
    if (!fields.contains(name)) {
      fields.set(name, value);
    }
  }
}
