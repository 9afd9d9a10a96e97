package io.clockwise.bench.peer.proxy;

import io.clockwise.bench.peer.machine.Commands;
import io.clockwise.bench.peer.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/** nginx with one worker, as a proxy. */
public final class Nginx implements Proxy {
  /**
   * How many idle connections to the backends of one pool it keeps; with many pools fewer in each.
   */
  private static final int MOST_IDLE = 512;

  @Override
  public String name() {
    return "nginx";
  }

  @Override
  public boolean compiles() {
    return false;
  }

  @Override
  public Optional<String> obstacle() {
    return Machine.has("nginx") ? Optional.empty() : Optional.of("nginx is not installed");
  }

  @Override
  public String version() throws IOException, InterruptedException {
    return Commands.firstLine(Machine.program("nginx"), "-v");
  }

  @Override
  public List<String> command(Site site) throws IOException {
    Files.writeString(site.file("nginx.conf"), configuration(site));
    return NginxText.command(site.folder(), "nginx.conf");
  }

  /*
   * Answers that do not fit into the buffers wait in the backend, not in files. Near the limit of
   * its connections it would close those of clients, so there are more than it needs.
   */
  static String configuration(Site site) {
    int idle = Math.max(40, MOST_IDLE / site.pools().size());
    int most = 3 * site.connections() + 500 + idle * (site.pools().size() - 1);
    StringBuilder text = new StringBuilder(NginxText.head(most));
    text.append(site.shape().logs() ? "  access_log access.log;\n" : "  access_log off;\n");
    for (int pool = 0; pool < site.pools().size(); pool++) {
      text.append("  upstream p").append(pool).append(" {\n    hash ");
      text.append(site.shape().key() == Shape.Key.PATH ? "$request_uri" : "$http_x_key");
      text.append(" consistent;\n");
      for (String address : site.pools().get(pool)) {
        text.append("    server ").append(address).append(";\n");
      }
      text.append("    keepalive ").append(idle);
      text.append(";\n    keepalive_requests 1000000000;\n  }\n");
    }
    text.append(
        """
          proxy_http_version 1.1;
          proxy_max_temp_file_size 0;
          proxy_set_header Host $http_host;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        """);
    text.append(
        site.shape().webSocket()
            ? "  proxy_set_header Connection upgrade;\n  proxy_set_header Upgrade $http_upgrade;\n"
            : "  proxy_set_header Connection \"\";\n");
    text.append(
        """
          server {
            listen 127.0.0.1:%d backlog=4096;
            listen 127.0.0.1:%d http2 backlog=4096;
            listen 127.0.0.1:%d ssl backlog=4096;
            ssl_certificate %s;
            ssl_certificate_key %s;
        """
            .formatted(
                site.clear(),
                site.http2(),
                site.tls(),
                site.certificate().chain(),
                site.certificate().key()));
    for (int pool = 1; pool < site.pools().size(); pool++) {
      text.append("    location /p%d/ { proxy_pass http://p%d; }\n".formatted(pool, pool));
    }
    return text.append("    location / { proxy_pass http://p0; }\n  }\n}\n").toString();
  }
}
