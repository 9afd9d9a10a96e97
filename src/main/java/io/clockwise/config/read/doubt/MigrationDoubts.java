package io.clockwise.config.read.doubt;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.read.node.Shown;
import io.clockwise.model.placement.HaproxySettings;
import io.clockwise.model.placement.HaproxySettings.HashKey;
import io.clockwise.model.placement.HrwSettings;
import io.clockwise.model.placement.KetamaSettings;
import io.clockwise.model.placement.NginxSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.VertxConsistentHashing;
import io.clockwise.model.placement.limits.ServerNames;
import java.util.Set;
import java.util.function.Predicate;

/** Traps on the way from another product to its algorithm here. */
final class MigrationDoubts {
  private static final Set<HashKey> BY_NUMBER = Set.of(HashKey.ID, HashKey.ID32);
  private static final Set<HashKey> BY_ADDRESS = Set.of(HashKey.ADDR, HashKey.ADDR_PORT);
  private static final int HTTP_PORT = 80;

  private final String path;
  private final PoolConfig pool;
  private final Warnings warnings;

  private MigrationDoubts(String path, PoolConfig pool, Warnings warnings) {
    this.path = path;
    this.pool = pool;
    this.warnings = warnings;
  }

  static void find(String path, PoolConfig pool, Warnings warnings) {
    new MigrationDoubts(path, pool, warnings).find(pool.placement());
  }

  private void find(PlacementSettings settings) {
    if (settings instanceof NginxSettings nginx) {
      nginx(nginx);
    } else if (settings instanceof HaproxySettings.Consistent haproxy) {
      haproxy(haproxy.hashKey());
    } else if (settings instanceof HaproxySettings.MapBased) {
      placement(
          "haproxy-map-based, which is not consistent",
          "haproxy-consistent, unless the keys of a map-based pool are to stay",
          "when a backend goes or comes, most keys move");
    } else if (settings instanceof KetamaSettings ketama) {
      ketama(ketama);
    } else if (settings instanceof HrwSettings.Traefik) {
      backend(
          b -> !b.placedAs().contains("://"),
          "the URL of the server as placementName, such as \"http://10.0.0.1:8000\"",
          "Traefik places by the full text of the URL");
    } else if (settings instanceof VertxConsistentHashing) {
      placement(
          "vertx-consistent-hashing, which is uneven",
          "another algorithm, unless keys are to stay where Vert.x puts them",
          "its hash crowds half of all keys together; more virtual nodes make it worse");
    }
  }

  private void nginx(NginxSettings settings) {
    if (settings instanceof NginxSettings.HashConsistent) {
      backend(
          b -> b.placementName().isEmpty() && b.address().port() == HTTP_PORT,
          "the text of nginx's server line as placementName",
          "to nginx \"host\" and \"host:80\" are two servers");
    } else if (settings instanceof NginxSettings.PingoraKetama) {
      backend(
          b -> b.placedAs().startsWith("["),
          "nginx-hash-consistent, if the keys of an nginx are to stay",
          "pingora and nginx place IPv6 servers differently");
    }
  }

  private void haproxy(HashKey key) {
    if (BY_NUMBER.contains(key)) {
      backend(
          b -> ServerNames.haproxyId(b.placedAs()) == 0,
          "the id of HAProxy's server line as placementName, such as \"1\"",
          "numbers by position change, and keys move, when a backend before them is removed");
    } else if (BY_ADDRESS.contains(key)) {
      backend(
          b -> !ServerNames.isSocketAddress(b.placedAs()),
          "an IP address and port as placementName",
          "without one HAProxy falls back to numbers by position");
    } else {
      backend(
          b -> b.placementName().isEmpty(),
          "the guid of HAProxy's server line as placementName",
          "the address stands in for it");
    }
  }

  private void ketama(KetamaSettings settings) {
    if (settings instanceof KetamaSettings.Twemproxy twemproxy
        && twemproxy.hash() == KetamaSettings.Twemproxy.Hash.CRC32) {
      warnings.warning(
          path + ".placement.hash",
          "crc32, which yields 15 bits only",
          "crc32a, unless keys are to stay where twemproxy puts them",
          "nearly every key belongs to one backend");
    } else if (settings instanceof KetamaSettings.Libmemcached) {
      backend(
          b -> b.weight() > 1,
          "libmemcached-ketama-weighted, if the client sets KETAMA_WEIGHTED",
          "with weights this is a third rule: the ring of KETAMA_WEIGHTED, the key hash of KETAMA");
    }
  }

  private void placement(String given, String expected, String hint) {
    warnings.warning(path + ".placement", given, expected, hint);
  }

  /** Warns of the first backend for which this is true. */
  private void backend(Predicate<BackendConfig> isDoubtful, String expected, String hint) {
    for (int i = 0; i < pool.backends().size(); i++) {
      BackendConfig backend = pool.backends().get(i);
      if (isDoubtful.test(backend)) {
        String given = Shown.quoted(backend.placedAs()) + " in " + pool.placement().algorithm();
        warnings.warning(path + ".backends[" + i + "]", given, expected, hint);
        return;
      }
    }
  }
}
