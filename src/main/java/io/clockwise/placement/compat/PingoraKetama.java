package io.clockwise.placement.compat;

import io.clockwise.model.BackendAddress;
import io.clockwise.model.CidrBlock;
import io.clockwise.model.IpText;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.Crc32;
import io.clockwise.placement.ring.PointDraw;
import io.clockwise.placement.ring.RingPlacement;

/**
 * The ring of the crate pingora-ketama: that of {@link NginxHashConsistent}, drawn from the
 * canonical text of an IP address, without brackets, and its port. The empty key is hashed, and a
 * lookup passes closed members point by point without a limit.
 *
 * <p>Source: pingora-ketama 0.8.0, its first ring, observed.
 */
final class PingoraKetama {
  private PingoraKetama() {}

  /**
   * Draws the ring.
   *
   * @throws IllegalArgumentException with a message for the user when a member's name is no {@code
   *     ip:port}
   */
  static Placement build(Membership members) {
    PointDraw draw = NginxHashConsistent.drawFor(members);
    for (int member = 0; member < members.size(); member++) {
      byte[] base = base(members.members().get(member).name());
      NginxHashConsistent.addPoints(draw, member, base, members.weight(member));
    }
    return new RingPlacement(
        members,
        draw.ring(Integer.SIZE).firstOfEqual(),
        Crc32::hash,
        NginxHashConsistent.COORDINATE);
  }

  private static byte[] base(String name) {
    int colon = name.lastIndexOf(':');
    int port = colon < 0 ? -1 : BackendAddress.parsePort(name.substring(colon + 1));
    boolean bracketed = colon > 1 && name.charAt(0) == '[' && name.charAt(colon - 1) == ']';
    String host = bracketed ? name.substring(1, colon - 1) : name.substring(0, Math.max(0, colon));
    if (port < 0 || bracketed != host.indexOf(':') >= 0) {
      throw notAnAddress(name);
    }
    byte[] address = CidrBlock.parseAddress(host).orElseThrow(() -> notAnAddress(name));
    String canonical = IpText.of(address);
    boolean mapped = bracketed && address.length == 4;
    return NginxHashConsistent.base(
        mapped ? "::ffff:" + canonical : canonical, Integer.toString(port));
  }

  private static IllegalArgumentException notAnAddress(String name) {
    return new IllegalArgumentException(
        "pingora-ketama places socket addresses, such as 10.0.0.1:80 or [2001:db8::1]:80, but '"
            + name
            + "' is none: give the backend such a placementName");
  }
}
