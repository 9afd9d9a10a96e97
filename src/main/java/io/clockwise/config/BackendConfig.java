package io.clockwise.config;

import io.clockwise.model.AdminState;
import io.clockwise.model.Backend;
import io.clockwise.model.BackendAddress;

/**
 * One backend of a pool. Short form: <code>[id=]host:port[*weight]</code>.
 *
 * @param id unique in its pool, 1 to 128 of {@code A-Z a-z 0-9 . _ : - [ ]}; default: the address
 * @param address {@code host:port} or {@code unix:/path}
 * @param weight 0 to 65535; default 1; 0 owns no keys
 * @param state {@code ready}, {@code drain} or {@code maint}; default {@code ready}, of a standby
 *     backend {@code maint}
 * @param placementName at most {@value #MAX_PLACEMENT_NAME} characters; the text by which
 *     algorithms of other products place it; default: empty, which stands for the address
 * @param standby whether it may be brought into service, and drained again, by how busy its pool
 *     is; default {@code false}
 * @param zone where it is, at most {@value #MAX_ZONE} visible characters; default: empty, nowhere
 */
public record BackendConfig(
    String id,
    BackendAddress address,
    int weight,
    AdminState state,
    String placementName,
    boolean standby,
    String zone) {

  /** The longest placement name, in characters. */
  public static final int MAX_PLACEMENT_NAME = 1024;

  /** The longest name of a zone, in characters. */
  public static final int MAX_ZONE = 64;

  /** Makes one that is no standby, and in no zone. */
  public BackendConfig(
      String id, BackendAddress address, int weight, AdminState state, String placementName) {
    this(id, address, weight, state, placementName, false, "");
  }

  /** Makes one without a placement name. */
  public BackendConfig(String id, BackendAddress address, int weight, AdminState state) {
    this(id, address, weight, state, "");
  }

  /** Returns the same with another weight. */
  public BackendConfig withWeight(int newWeight) {
    return new BackendConfig(id, address, newWeight, state, placementName, standby, zone);
  }

  /** Returns the same with another address. */
  public BackendConfig withAddress(BackendAddress newAddress) {
    return new BackendConfig(id, newAddress, weight, state, placementName, standby, zone);
  }

  /** Returns the same with another state. */
  public BackendConfig withState(AdminState newState) {
    return new BackendConfig(id, address, weight, newState, placementName, standby, zone);
  }

  /** Returns the same as a standby backend, or not. */
  public BackendConfig withStandby(boolean other) {
    return new BackendConfig(id, address, weight, state, placementName, other, zone);
  }

  /** Returns the same in another zone. */
  public BackendConfig withZone(String other) {
    return new BackendConfig(id, address, weight, state, placementName, standby, other);
  }

  /** Tells whether a text may name a zone, or none. */
  public static boolean isZone(String text) {
    return text.length() <= MAX_ZONE && text.chars().allMatch(c -> c > ' ' && c <= '~');
  }

  /** Returns the text by which algorithms of other products place it. */
  public String placedAs() {
    return placementName.isEmpty() ? address.toString() : placementName;
  }

  /** Returns this as the noun of the other layers. */
  public Backend toBackend() {
    return new Backend(id, address, weight, state);
  }
}
