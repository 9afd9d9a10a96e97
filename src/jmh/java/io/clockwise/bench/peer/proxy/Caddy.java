package io.clockwise.bench.peer.proxy;

import io.clockwise.bench.peer.machine.Commands;
import io.clockwise.bench.peer.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/** Caddy on one processor; it chooses by rendezvous hashing. */
public final class Caddy implements Proxy {
  @Override
  public String name() {
    return "caddy";
  }

  @Override
  public boolean compiles() {
    return false;
  }

  @Override
  public Optional<String> obstacle() {
    return Machine.has("caddy") ? Optional.empty() : Optional.of("caddy is not installed");
  }

  @Override
  public String version() throws IOException, InterruptedException {
    return "Caddy " + Commands.firstLine(Machine.program("caddy"), "version");
  }

  @Override
  public List<String> command(Site site) throws IOException {
    Files.writeString(site.file("Caddyfile"), configuration(site));
    return List.of(
        "env",
        "GOMAXPROCS=1",
        "XDG_DATA_HOME=" + site.folder(),
        "XDG_CONFIG_HOME=" + site.folder(),
        Machine.program("caddy"),
        "run",
        "--adapter",
        "caddyfile",
        "--config",
        site.file("Caddyfile").toString());
  }

  static String configuration(Site site) {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        {
          admin off
          auto_https off
          servers {
            protocols h1 h2c
          }
        }
        http://127.0.0.1:%d, http://127.0.0.1:%d, https://127.0.0.1:%d {
          bind 127.0.0.1
        """
            .formatted(site.clear(), site.http2(), site.tls()));
    if (site.shape().logs()) {
      text.append("  log {\n    output file ").append(site.accessLog()).append("\n  }\n");
    }
    for (int pool = site.pools().size() - 1; pool >= 0; pool--) {
      text.append(pool == 0 ? "  handle {\n" : "  handle /p" + pool + "/* {\n");
      text.append("    reverse_proxy ").append(String.join(" ", site.pools().get(pool)));
      text.append(" {\n      lb_policy ");
      text.append(site.shape().key() == Shape.Key.PATH ? "uri_hash" : "header X-Key");
      text.append("\n      transport http {\n        keepalive_idle_conns_per_host 512\n      }\n");
      text.append("    }\n  }\n");
    }
    return text.append("}\n").toString();
  }
}
