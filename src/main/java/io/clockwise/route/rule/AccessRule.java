package io.clockwise.route.rule;

import io.clockwise.model.CidrBlock;
import java.util.List;

/**
 * Which clients a route serves: none that is denied and, when some are allowed, none but these.
 * Immutable; allocates nothing.
 */
public final class AccessRule {
  private final CidrBlock[] allow;
  private final CidrBlock[] deny;

  /** Makes a rule; without any block it lets everybody in. */
  public AccessRule(List<CidrBlock> allow, List<CidrBlock> deny) {
    this.allow = allow.toArray(CidrBlock[]::new);
    this.deny = deny.toArray(CidrBlock[]::new);
  }

  /** Tells whether the client need not be looked at. */
  public boolean isOpen() {
    return allow.length == 0 && deny.length == 0;
  }

  /** Tells whether a client, 4 or 16 bytes, is served. */
  public boolean permits(byte[] client) {
    return !lists(deny, client) && (allow.length == 0 || lists(allow, client));
  }

  private static boolean lists(CidrBlock[] blocks, byte[] client) {
    for (CidrBlock block : blocks) {
      if (block.contains(client)) {
        return true;
      }
    }
    return false;
  }
}
