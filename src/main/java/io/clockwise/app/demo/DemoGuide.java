package io.clockwise.app.demo;

import io.clockwise.config.SocketBind;
import java.nio.file.Path;
import java.util.List;

/** What the demo prints: where things are, and commands to try. */
public final class DemoGuide {
  private final SocketBind proxy;
  private final SocketBind admin;
  private final Path file;

  /** Knows where things are. */
  public DemoGuide(SocketBind proxy, SocketBind admin, Path file) {
    this.proxy = proxy;
    this.admin = admin;
    this.file = file;
  }

  /**
   * Returns the lines.
   *
   * @param backends those in the file, then one that is not
   */
  public List<String> lines(List<DemoBackends.Running> backends) {
    DemoBackends.Running spare = backends.get(backends.size() - 1);
    String pool = "http://" + admin + "/v1/pools/demo";
    return List.of(
        "Clockwise is running.",
        "  proxy  http://" + proxy,
        "  admin  http://" + admin,
        "  file   " + file,
        "",
        "The same key reaches the same backend (repeat it):",
        "  curl -s -H 'X-User-Id: alice' http://" + proxy + "/",
        "  for u in alice bob carol grace olivia victor; do printf '%s ' $u;"
            + " curl -s -H \"X-User-Id: $u\" http://"
            + proxy
            + "/; done",
        "",
        "Drain a backend: only its keys move, and they come home:",
        "  curl -s -X POST '" + pool + "/backends/demo-2/drain?wait=10s'",
        "  curl -s -X POST " + pool + "/backends/demo-2/ready",
        "",
        "Add a backend, give it more weight, remove it:",
        "  curl -s -X POST -H 'Content-Type: application/json' "
            + pool
            + "/backends -d '{\"id\":\""
            + spare.id()
            + "\",\"address\":\"127.0.0.1:"
            + spare.port()
            + "\"}'",
        "  curl -s -X PATCH -H 'Content-Type: application/json' "
            + pool
            + "/backends/"
            + spare.id()
            + " -d '{\"weight\":3}'",
        "  curl -s -X DELETE " + pool + "/backends/" + spare.id(),
        "",
        "See the pool, the shares, the metrics:",
        "  curl -s " + pool,
        "  curl -s http://" + admin + "/metrics | grep '^clockwise_'",
        "",
        "Or edit " + file + " in another window: a saved change is live within a second.",
        "Ctrl-C stops.");
  }
}
