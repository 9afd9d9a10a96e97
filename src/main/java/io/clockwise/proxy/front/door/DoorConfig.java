package io.clockwise.proxy.front.door;

import io.vertx.core.net.TcpConfig;

/** The TCP settings of a listener, which carry its door to where its socket is made. */
final class DoorConfig extends TcpConfig {
  private final Door door;

  DoorConfig(Door door) {
    this.door = door;
  }

  private DoorConfig(DoorConfig other) {
    super(other);
    this.door = other.door;
  }

  @Override
  protected TcpConfig copy() {
    return new DoorConfig(this);
  }

  Door door() {
    return door;
  }
}
