package io.clockwise.config;

import io.clockwise.model.AdminState;
import io.clockwise.model.Backend;
import io.clockwise.model.BackendAddress;

/**
 * One backend of a pool. Short form: <code>[id=]host:port[*weight]</code>.
 *
 * @param id unique in its pool, 1 to 128 of {@code A-Z a-z 0-9 . _ : - [ ]}; default: the address
 * @param address {@code host:port}
 * @param weight 0 to 65535; default 1; 0 owns no keys
 * @param state {@code ready}, {@code drain} or {@code maint}; default {@code ready}
 */
public record BackendConfig(String id, BackendAddress address, int weight, AdminState state) {

  /** Returns the same with another weight. */
  public BackendConfig withWeight(int newWeight) {
    return new BackendConfig(id, address, newWeight, state);
  }

  /** Returns the same with another address. */
  public BackendConfig withAddress(BackendAddress newAddress) {
    return new BackendConfig(id, newAddress, weight, state);
  }

  /** Returns the same with another state. */
  public BackendConfig withState(AdminState newState) {
    return new BackendConfig(id, address, weight, newState);
  }

  /** Returns this as the noun of the other layers. */
  public Backend toBackend() {
    return new Backend(id, address, weight, state);
  }
}
