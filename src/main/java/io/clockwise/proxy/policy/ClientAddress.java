package io.clockwise.proxy.policy;

import io.clockwise.model.CidrBlock;
import io.vertx.core.MultiMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Who a client is, seen through the proxies that are trusted. */
public final class ClientAddress {
  private ClientAddress() {}

  /** Tells whether an address, 4 or 16 bytes, is one whose claims are believed. */
  public static boolean isTrusted(byte[] address, List<CidrBlock> trusted) {
    for (int i = 0; i < trusted.size(); i++) { // by index: an iterator would be an allocation
      if (trusted.get(i).contains(address)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the client's address: the first untrusted one of {@code X-Forwarded-For} from the right
   * when the peer is trusted, else the peer; without that field {@code Forwarded} is looked at. An
   * entry that is not an address ends the search: who wrote it was trusted, what it names is
   * unknown.
   */
  public static byte[] of(byte[] peer, MultiMap fields, List<CidrBlock> trusted) {
    if (!isTrusted(peer, trusted)) {
      return peer;
    }
    byte[] client = peer;
    List<String> entries = entries(fields);
    for (int i = entries.size() - 1; i >= 0; i--) {
      Optional<byte[]> entry = parse(entries.get(i));
      if (entry.isEmpty()) {
        return client;
      }
      client = entry.get();
      if (!isTrusted(client, trusted)) {
        return client;
      }
    }
    return client;
  }

  private static List<String> entries(MultiMap fields) {
    if (!fields.contains("x-forwarded-for")) {
      return fields.contains("forwarded")
          ? ForwardedList.nodes(fields.getAll("forwarded"))
          : List.of();
    }
    List<String> entries = new ArrayList<>();
    for (String value : fields.getAll("x-forwarded-for")) {
      for (String entry : value.split(",", -1)) {
        entries.add(entry.strip());
      }
    }
    return entries;
  }

  /** Returns the address in an entry, its port left out; empty when it is none. */
  static Optional<byte[]> parse(String entry) {
    if (entry.startsWith("[")) {
      int end = entry.indexOf(']');
      return end < 0 ? Optional.empty() : CidrBlock.parseAddress(entry.substring(1, end));
    }
    int colon = entry.indexOf(':');
    boolean v4WithPort = colon >= 0 && entry.indexOf(':', colon + 1) < 0;
    return CidrBlock.parseAddress(v4WithPort ? entry.substring(0, colon) : entry);
  }
}
