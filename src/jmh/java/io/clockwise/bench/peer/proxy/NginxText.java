package io.clockwise.bench.peer.proxy;

import io.clockwise.bench.peer.machine.Machine;
import java.nio.file.Path;
import java.util.List;

/** What every configuration of nginx here begins with, proxy or backend. */
public final class NginxText {
  private NginxText() {}

  /** Returns the beginning, up to inside of {@code http}: one worker in the foreground. */
  public static String head(int connections) {
    return """
    daemon off;
    %sworker_processes 1;
    worker_rlimit_nofile %d;
    pid nginx.pid;
    error_log error.log;
    events { worker_connections %d; }
    http {
      keepalive_requests 1000000000;
      keepalive_timeout 1h;
      client_body_temp_path temporary;
      proxy_temp_path temporary;
      fastcgi_temp_path temporary;
      uwsgi_temp_path temporary;
      scgi_temp_path temporary;
    """
        .formatted(isRoot() ? "user root;\n" : "", connections + 500, connections);
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** Returns the command for a configuration in a folder. */
  public static List<String> command(Path folder, String configuration) {
    return List.of(
        Machine.program("nginx"), "-p", folder + "/", "-e", "error.log", "-c", configuration);
  }
}
