package io.clockwise.admin.http;

import io.clockwise.config.Role;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Who calls.
 *
 * @param role what the caller's token allows; null: no token is configured, or none is needed
 * @param name of the token; empty without one
 * @param address of the peer, numeric
 */
public record Caller(@Nullable Role role, String name, String address) {

  /** Returns a caller without a token. */
  public static Caller anonymous(String address) {
    return new Caller(null, "", address);
  }

  /** Returns how the history and the audit log name the caller. */
  public String actor() {
    return role == null
        ? "anonymous@" + address
        : role.name().toLowerCase(Locale.ROOT) + ":" + name;
  }
}
