package io.clockwise.proxy.policy;

import io.clockwise.config.ForwardedConfig;
import io.clockwise.model.IpText;
import io.vertx.core.MultiMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields that tell a backend who asked: {@code X-Forwarded-For}, {@code -Proto}, {@code -Host}
 * and {@code -Port}, and {@code Forwarded} (RFC 7239). From trusted peers they are appended to,
 * from others replaced.
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
  private static final String PREFIX = "x-forwarded-prefix";
  private static final String STANDARD = "forwarded";

  /**
   * Writes the fields.
   *
   * @param which of them; the others are left as trusted peers sent them
   * @param instance named in {@code by}
   */
  public void apply(MultiMap fields, ForwardedConfig which, String instance) {
    if (!trusted) {
      for (String name : List.of(FOR, PROTO, HOST, PORT, PREFIX, STANDARD)) {
        fields.remove(name);
      }
    }
    List<String> legacy = fields.getAll(FOR);
    List<String> standard = fields.getAll(STANDARD);
    if (which.xForwarded()) {
      legacy(fields, legacy.isEmpty() ? legacyOf(standard) : String.join(", ", legacy));
    }
    if (which.standard()) {
      String before = standard.isEmpty() ? standardOf(legacy) : String.join(", ", standard);
      fields.set(STANDARD, joined(before, element(instance)));
    }
  }

  /**
   * Tells the backend which beginning of the path it does not see, behind those that trusted peers
   * took away before; to be called after {@link #apply}.
   *
   * @param stripped empty: nothing was taken away
   */
  public static void addPrefix(MultiMap fields, String stripped) {
    if (!stripped.isEmpty()) {
      fields.set(PREFIX, joined(String.join(", ", fields.getAll(PREFIX)), stripped));
    }
  }

  private void legacy(MultiMap fields, String before) {
    fields.set(FOR, joined(before, peer));
    setIfMissing(fields, PROTO, scheme);
    if (host != null) {
      setIfMissing(fields, HOST, host);
    }
    setIfMissing(fields, PORT, Integer.toString(port));
  }

  private String element(String instance) {
    StringBuilder element = new StringBuilder("for=").append(node(peer));
    if (!instance.isEmpty()) {
      element.append(";by=_clockwise-").append(instance.replaceAll("[^A-Za-z0-9._-]", "-"));
    }
    if (host != null) {
      element.append(";host=").append(ForwardedList.value(host));
    }
    return element.append(";proto=").append(scheme).toString();
  }

  /** A peer that knows one of the two lists only must not make the other begin with itself. */
  private static String legacyOf(List<String> standard) {
    List<String> entries = new ArrayList<>();
    for (String node : ForwardedList.nodes(standard)) {
      entries.add(ClientAddress.parse(node).map(IpText::of).orElse("unknown"));
    }
    return String.join(", ", entries);
  }

  private static String standardOf(List<String> legacy) {
    List<String> elements = new ArrayList<>();
    for (String value : legacy) {
      for (String entry : value.split(",", -1)) {
        elements.add("for=" + node(entry.strip()));
      }
    }
    return String.join(", ", elements);
  }

  private static String node(String entry) {
    return ClientAddress.parse(entry)
        .map(address -> ForwardedList.node(address, IpText.of(address)))
        .orElse("unknown");
  }

  private static String joined(String before, String last) {
    return before.isEmpty() ? last : before + ", " + last;
  }

  private static void setIfMissing(MultiMap fields, String name, String value) {
    if (!fields.contains(name)) {
      fields.set(name, value);
    }
  }
}
