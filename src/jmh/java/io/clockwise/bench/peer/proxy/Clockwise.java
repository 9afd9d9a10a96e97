package io.clockwise.bench.peer.proxy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Clockwise as a user runs it, by its launcher: access log and metrics on. The processor that it is
 * pinned to gives it one event loop.
 */
public final class Clockwise implements Proxy {
  private final Variant variant;
  private List<String> launch = List.of();

  /** Makes one that runs as a variant says. */
  public Clockwise(Variant variant) {
    this.variant = variant;
  }

  @Override
  public String name() {
    return variant.name();
  }

  @Override
  public boolean compiles() {
    return true;
  }

  @Override
  public Optional<String> obstacle() {
    return Files.isExecutable(variant.launcher())
        ? Optional.empty()
        : Optional.of(variant.launcher() + " is not there");
  }

  @Override
  public String version() throws IOException, InterruptedException {
    return Launch.version(variant);
  }

  @Override
  public List<String> command(Site site) throws IOException, InterruptedException {
    Files.writeString(site.file("clockwise.yaml"), configuration(site));
    if (launch.isEmpty()) {
      launch = Launch.command(variant, site);
    }
    List<String> command = new ArrayList<>(launch);
    command.addAll(List.of("--config", site.file("clockwise.yaml").toString()));
    command.addAll(variant.arguments());
    return command;
  }

  private String configuration(Site site) {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        listeners:
          - { bind: "127.0.0.1:%d" }
          - { bind: "127.0.0.1:%d", protocols: [h2c] }
          - { bind: "127.0.0.1:%d", protocols: [h1], tls: { certificates: [{ cert: "%s", key: "%s" }] } }
        admin: { bind: "127.0.0.1:0" }
        accessLog: { file: "%s" }
        shutdown: { delay: 0s, grace: 1s }
        """
            .formatted(
                site.clear(),
                site.http2(),
                site.tls(),
                site.certificate().chain(),
                site.certificate().key(),
                site.accessLog()));
    String key = site.shape().key() == Shape.Key.PATH ? "path" : "{ header: X-Key }";
    if (site.connections() > 512) { // what the other proxies do not limit
      text.append("defaults: { pools: { connections: { perBackend: 65536 } } }\n");
    }
    text.append("routes:\n");
    for (int pool = site.pools().size() - 1; pool >= 0; pool--) {
      String match = pool == 0 ? "/**" : "/p" + pool + "/**";
      text.append("  - { match: \"%s\", key: %s, pool: p%d }\n".formatted(match, key, pool));
    }
    text.append("pools:\n");
    for (int pool = 0; pool < site.pools().size(); pool++) {
      text.append("  p").append(pool).append(":\n    backends:\n");
      int backend = 0;
      for (String address : site.pools().get(pool)) {
        text.append("      - b%d=%s\n".formatted(backend++, address));
      }
    }
    variant.lines().forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }
}
