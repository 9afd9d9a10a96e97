package io.clockwise.bench.peer.proxy;

import io.clockwise.bench.peer.machine.Commands;
import io.clockwise.bench.peer.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/** HAProxy with one thread. */
public final class Haproxy implements Proxy {
  @Override
  public String name() {
    return "haproxy";
  }

  @Override
  public boolean compiles() {
    return false;
  }

  @Override
  public Optional<String> obstacle() {
    return Machine.has("haproxy") ? Optional.empty() : Optional.of("haproxy is not installed");
  }

  @Override
  public String version() throws IOException, InterruptedException {
    return Commands.firstLine(Machine.program("haproxy"), "-v");
  }

  @Override
  public List<String> command(Site site) throws IOException {
    Files.writeString(site.file("haproxy.cfg"), configuration(site));
    return List.of(Machine.program("haproxy"), "-db", "-f", site.file("haproxy.cfg").toString());
  }

  /* No maxconn: near the limit that follows from one, it does not keep connections to backends. */
  static String configuration(Site site) {
    StringBuilder text = new StringBuilder();
    text.append("global\n  nbthread 1\n");
    if (site.shape().logs()) {
      text.append("  log stdout format raw local0\n");
    }
    text.append(
        """
        defaults
          mode http
          option forwardfor
          http-reuse always
          timeout connect 5s
          timeout client 60s
          timeout server 60s
          timeout tunnel 1h
        """);
    if (site.shape().logs()) {
      text.append("  log global\n  option httplog\n");
    }
    text.append(
        """
        frontend in
          bind 127.0.0.1:%d
          bind 127.0.0.1:%d proto h2
          bind 127.0.0.1:%d ssl crt %s alpn http/1.1
        """
            .formatted(site.clear(), site.http2(), site.tls(), site.certificate().both()));
    if (site.pools().size() > 1) {
      text.append("  use_backend p%[path,field(2,p),field(1,/)]\n");
    }
    text.append("  default_backend p0\n");
    boolean path = site.shape().key() == Shape.Key.PATH;
    for (int pool = 0; pool < site.pools().size(); pool++) {
      text.append("backend p").append(pool).append('\n');
      text.append(path ? "  balance uri\n" : "  balance hdr(X-Key)\n");
      text.append("  hash-type consistent\n");
      int server = 0;
      for (String address : site.pools().get(pool)) {
        text.append("  server s").append(server++).append(' ').append(address).append('\n');
      }
    }
    return text.toString();
  }
}
