package io.clockwise.bench.peer.load;

import io.clockwise.bench.peer.machine.Child;
import io.clockwise.bench.peer.machine.Machine;
import io.clockwise.bench.peer.machine.Probe;
import io.clockwise.bench.peer.machine.Processors;
import io.clockwise.bench.peer.proxy.NginxText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * nginx with one worker that plays all backends: 100 bytes anywhere, 10 KiB for {@code /10k}, 1 MiB
 * for {@code /1m}, and its counters on a port of their own.
 */
public final class Backends implements AutoCloseable {
  private static final int PORTS = 4;
  private static final int ADDRESSES = 250;
  private static final int CONNECTIONS = 16_000;

  private final Child child;
  private final List<Integer> ports;
  private final Counters counters;

  private Backends(Child child, List<Integer> ports, Counters counters) {
    this.child = child;
    this.ports = ports;
    this.counters = counters;
  }

  /** Starts them in a folder. */
  public static Backends start(Path folder, Processors processors)
      throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("temporary"));
    Path files = Files.createDirectories(folder.resolve("files"));
    Files.write(files.resolve("10k"), new byte[10 * 1024]);
    Files.write(files.resolve("1m"), new byte[1024 * 1024]);
    List<Integer> free = Machine.freePorts(PORTS + 1);
    List<Integer> ports = free.subList(0, PORTS);
    int counters = free.get(PORTS);
    Files.writeString(folder.resolve("nginx.conf"), configuration(ports, counters, files));
    List<String> command = processors.ofLoad(NginxText.command(folder, "nginx.conf"));
    Backends backends =
        new Backends(
            Child.start(command, folder.resolve("output.log")), ports, new Counters(counters));
    while (Probe.status(counters, "/") != 200) {
      if (!backends.child.isAlive()) {
        throw new IOException("the backends have ended: " + backends.child.printed().strip());
      }
      Thread.sleep(10);
    }
    return backends;
  }

  private static String configuration(List<Integer> ports, int counters, Path files)
      throws IOException {
    StringBuilder text =
        new StringBuilder(NginxText.head(Math.min(CONNECTIONS, Machine.openFiles() - 200)));
    text.append("  access_log off;\n  server {\n");
    for (int port : ports) {
      for (int address = 1; address <= ADDRESSES; address++) {
        text.append("    listen 127.0.0.%d:%d backlog=4096;\n".formatted(address, port));
      }
    }
    return text.append(
            """
                root %s;
                open_file_cache max=10 inactive=1h;
                sendfile on;
                tcp_nopush on;
                default_type application/octet-stream;
                location = /10k { }
                location = /1m { }
                location / { return 200 "%s\\n"; }
              }
              server {
                listen 127.0.0.1:%d;
                location / { stub_status; }
              }
            }
            """
                .formatted(files, "clockwise".repeat(11), counters))
        .toString();
  }

  /** Returns addresses of so many pools with so many backends each; at most 1,000 in all. */
  public List<List<String>> pools(int count, int each) {
    List<List<String>> pools = new ArrayList<>();
    int next = 0;
    for (int pool = 0; pool < count; pool++) {
      List<String> addresses = new ArrayList<>();
      for (int backend = 0; backend < each; backend++, next++) {
        addresses.add("127.0.0." + (1 + next / PORTS) + ":" + ports.get(next % PORTS));
      }
      pools.add(addresses);
    }
    return pools;
  }

  /** Returns their counters. */
  public Counters counters() {
    return counters;
  }

  @Override
  public void close() {
    child.close();
  }
}
