package io.clockwise.model.placement;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The hashes of nginx and of its follower pingora; a backend's name is the text of its {@code
 * server} line.
 */
public sealed interface NginxSettings extends ForeignSettings {

  @Override
  default SortedMap<String, Object> parameters() {
    return new TreeMap<>();
  }

  /** {@code hash KEY consistent}. */
  record HashConsistent() implements NginxSettings {
    @Override
    public String algorithm() {
      return "nginx-hash-consistent";
    }
  }

  /** {@code hash KEY}. */
  record Hash() implements NginxSettings {
    @Override
    public String algorithm() {
      return "nginx-hash";
    }
  }

  /** {@code ip_hash}; keys are client addresses. */
  record IpHash() implements NginxSettings {
    @Override
    public String algorithm() {
      return "nginx-ip-hash";
    }
  }

  /** The ring of the crate pingora-ketama; a backend's name is {@code ip:port}. */
  record PingoraKetama() implements NginxSettings {
    @Override
    public String algorithm() {
      return "pingora-ketama";
    }
  }
}
