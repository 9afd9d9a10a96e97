package io.clockwise.app.instance;

import com.sun.management.UnixOperatingSystemMXBean;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.health.check.ChecksVerticle;
import io.clockwise.proxy.front.door.ClientConnections;
import io.clockwise.route.RoutingTableRef;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps client connections below what the limit on open files leaves room for, whatever {@code
 * limits.connections} says; follows the published table.
 */
final class ConnectionCeiling {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionCeiling.class);

  /** Files of the process itself: the jar, logs, listeners, event loops, the admin API. */
  private static final int OWN_FILES = 200;

  private final RoutingTableRef tables;
  private final ClientConnections connections;
  private final int loops;
  private final long files;
  private String told = "";

  /** Limits the connections now, and after each change. */
  static void hold(RoutingTableRef tables, ClientConnections connections, int loops, long files) {
    ConnectionCeiling ceiling = new ConnectionCeiling(tables, connections, loops, files);
    ceiling.follow();
    tables.join(
        "open-files",
        task -> {
          ceiling.follow();
          task.run();
        });
  }

  private ConnectionCeiling(
      RoutingTableRef tables, ClientConnections connections, int loops, long files) {
    this.tables = tables;
    this.connections = connections;
    this.loops = loops;
    this.files = files;
  }

  /** Returns how many files this process may have open; 0 or less: nobody knows. */
  static long openFiles() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : 0;
  }

  private synchronized void follow() {
    if (files <= 0) {
      return;
    }
    ClockwiseConfig config = tables.current().config();
    int most = most(config, loops, files);
    connections.ceiling(most);
    String line =
        "limits.connections: "
            + config.limits().connections()
            + " is lowered to "
            + most
            + ": this process may have "
            + files
            + " files open, and connections to backends need some too; raise that limit"
            + " (ulimit -n, LimitNOFILE), or lower limits.connections";
    if (most < config.limits().connections() && !line.equals(told)) {
      told = line;
      LOG.warn("{}", line);
    }
  }

  /**
   * Returns how many clients may be connected. Each may need a connection to a backend; where every
   * pool limits those of all kinds, no more than these are needed.
   */
  static int most(ClockwiseConfig config, int loops, long files) {
    long left = files - OWN_FILES - probes(config);
    long most = left / 2;
    boolean bounded = config.pools().values().stream().allMatch(p -> p.connections().tunnels() > 0);
    if (bounded) {
      long upstream = config.pools().values().stream().mapToLong(p -> upstream(p, loops)).sum();
      most = Math.max(most, left - upstream);
    }
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, most));
  }

  /* Each probe has a connection of its own. */
  private static long probes(ClockwiseConfig config) {
    long checked =
        config.pools().values().stream()
            .filter(pool -> pool.care().health() != null)
            .mapToLong(pool -> pool.backends().size())
            .sum();
    return Math.min(ChecksVerticle.AT_ONCE, checked);
  }

  /* Each event loop may have one of each kind, however small the limits are. */
  private static long upstream(PoolConfig pool, int loops) {
    ConnectionsConfig limits = pool.connections();
    long each = (long) Math.max(loops, limits.perBackend()) + Math.max(loops, limits.tunnels());
    return pool.backends().size() * each;
  }
}
