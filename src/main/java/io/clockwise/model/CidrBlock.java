package io.clockwise.model;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;

/**
 * A block of IP addresses (RFC 4632).
 *
 * <p>IPv4-mapped IPv6 addresses count as IPv4.
 */
public final class CidrBlock {
  private final byte[] network;
  private final int prefix;

  private CidrBlock(byte[] network, int prefix) {
    this.network = network;
    this.prefix = prefix;
  }

  /**
   * Reads {@code address/prefix} or a plain address; empty when the text is neither. A mapped block
   * such as {@code ::ffff:10.0.0.0/104} is the IPv4 block {@code 10.0.0.0/8}.
   */
  public static Optional<CidrBlock> parse(String text) {
    int slash = text.indexOf('/');
    Optional<byte[]> address = parseAddress(slash < 0 ? text : text.substring(0, slash));
    if (address.isEmpty()) {
      return Optional.empty();
    }
    int bits = address.get().length * 8;
    int prefix = slash < 0 ? bits : BackendAddress.parsePort(text.substring(slash + 1));
    if (slash >= 0 && bits == 32 && text.indexOf(':') >= 0) {
      prefix -= 96; // counted over the 128 bits of the mapped form
    }
    return prefix < 0 || prefix > bits
        ? Optional.empty()
        : Optional.of(new CidrBlock(mask(address.get(), prefix), prefix));
  }

  /**
   * Reads an IP literal, never a name; 4 or 16 bytes, IPv4-mapped as 4. Leading zeros in dotted
   * decimal are refused: some programs read them as octal.
   */
  public static Optional<byte[]> parseAddress(String text) {
    boolean v6 = text.indexOf(':') >= 0;
    boolean literal =
        !text.isEmpty()
            && text.chars()
                .allMatch(c -> c == '.' || c < 128 && Character.digit(c, 16) >= 0 || c == ':');
    if (!literal || !v6 && !isDottedQuad(text)) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.getByName(v6 ? "[" + text + "]" : text).getAddress());
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  private static boolean isDottedQuad(String text) {
    String[] parts = text.split("\\.", -1);
    return parts.length == 4
        && Arrays.stream(parts)
            .allMatch(
                p ->
                    !p.isEmpty()
                        && p.length() <= 3
                        && (p.length() == 1 || p.charAt(0) != '0')
                        && p.chars().allMatch(c -> c >= '0' && c <= '9')
                        && Integer.parseInt(p) <= 255);
  }

  /** Returns a copy of the address with all bits behind the prefix cleared. */
  public static byte[] mask(byte[] address, int prefix) {
    byte[] masked = address.clone();
    for (int i = 0; i < masked.length; i++) {
      int keep = Math.max(0, Math.min(8, prefix - 8 * i));
      masked[i] &= (byte) (0xff << (8 - keep));
    }
    return masked;
  }

  /** Tells whether the address, 4 or 16 bytes, lies in this block. Allocates nothing. */
  public boolean contains(byte[] address) {
    int offset = IpText.isMapped(address) ? 12 : 0;
    if (address.length - offset != network.length) {
      return false;
    }
    int whole = prefix / 8;
    if (!Arrays.equals(address, offset, offset + whole, network, 0, whole)) {
      return false;
    }
    int rest = prefix % 8;
    return rest == 0 || (address[offset + whole] ^ network[whole]) >> (8 - rest) == 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CidrBlock that
        && prefix == that.prefix
        && Arrays.equals(network, that.network);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(network) + prefix;
  }

  /** Returns {@code address/prefix} with the address in canonical form. */
  @Override
  public String toString() {
    return IpText.of(network) + "/" + prefix;
  }
}
