package io.clockwise.app.verify;

import io.clockwise.model.placement.KetamaSettings;
import io.clockwise.model.placement.KetamaSettings.LibKetama;
import io.clockwise.model.placement.KetamaSettings.Libmemcached;
import io.clockwise.model.placement.KetamaSettings.LibmemcachedWeighted;
import io.clockwise.model.placement.KetamaSettings.Spymemcached;
import io.clockwise.model.placement.KetamaSettings.Twemproxy;
import io.vertx.core.json.Json;
import java.util.Map;
import java.util.function.Function;

/** The vector files of the ketama rings. */
final class KetamaVectors {
  /** The rules by the names of their algorithms. */
  static final Map<String, Subjects.Rule> RULES =
      Map.of(
          "libketama", config -> placed(new LibKetama(), config, Node::hostAndPort),
          "libmemcached-ketama", KetamaVectors::libmemcached,
          "libmemcached-ketama-weighted", KetamaVectors::libmemcachedWeighted,
          "twemproxy-ketama", KetamaVectors::twemproxy,
          "spymemcached-ketama", KetamaVectors::spymemcached);

  private KetamaVectors() {}

  private static Subject placed(
      KetamaSettings settings, Fields config, Function<Node, String> placedAs) throws VectorFault {
    return Subject.Placed.of(settings, Topology.of(Node.all(config), placedAs));
  }

  private static Subject libmemcached(Fields config) throws VectorFault {
    config.only("behavior", "MEMCACHED_BEHAVIOR_KETAMA");
    return placed(new Libmemcached(), config, Node::hostAndPort);
  }

  private static Subject libmemcachedWeighted(Fields config) throws VectorFault {
    config.only("behavior", "MEMCACHED_BEHAVIOR_KETAMA_WEIGHTED");
    return placed(new LibmemcachedWeighted(), config, Node::hostAndPort);
  }

  private static Subject twemproxy(Fields config) throws VectorFault {
    config.only("distribution", "ketama");
    Twemproxy.Hash hash = config.word("hash", Twemproxy.Hash.class, Twemproxy.DEFAULT.hash());
    String tag = config.textIfAny("hash_tag").orElse("");
    if (!tag.isEmpty() && tag.length() != 2) {
      throw new VectorFault(
          config.path("hash_tag") + ": given " + Json.encode(tag) + ", expected two characters");
    }
    return placed(
        new Twemproxy(hash, tag), config, node -> node.text("label").orElse(node.hostAndPort()));
  }

  private static Subject spymemcached(Fields config) throws VectorFault {
    config.only("hash", "KETAMA_HASH");
    Spymemcached.Format format =
        config.word("format", Spymemcached.Format.class, Spymemcached.DEFAULT.format());
    Spymemcached settings = new Spymemcached(format, config.flag("weighted"));
    return placed(
        settings,
        config,
        format == Spymemcached.Format.SPYMEMCACHED
            ? KetamaVectors::socketAddress
            : Node::hostAndPort);
  }

  /** {@code host/ip:port}, or {@code ip:port} of a server that was given by its address. */
  private static String socketAddress(Node node) {
    String hostAndPort = node.hostAndPort();
    return node.text("ip")
        .flatMap(
            ip ->
                node.text("host")
                    .filter(host -> !host.equals(ip))
                    .flatMap(host -> node.text("port").map(port -> host + '/' + ip + ':' + port)))
        .orElse(hostAndPort);
  }
}
