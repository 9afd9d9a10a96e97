package io.clockwise.config.read;

import io.clockwise.config.AdminConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.config.read.form.HostText;
import io.clockwise.config.read.node.Reading;
import io.clockwise.config.read.node.Shown;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rules that look at more than one place of the document. */
final class AcrossSections {
  private static final Set<String> WILDCARDS = Set.of("0.0.0.0", "::");

  private AcrossSections() {}

  static void check(ClockwiseConfig config, Reading reading) {
    listeners(config, reading);
    admin(config.admin(), reading);
    probes(config, reading);
    routeNames(config.routes(), reading);
  }

  private static void listeners(ClockwiseConfig config, Reading reading) {
    Map<SocketBind, String> places = new HashMap<>();
    SocketBind admin = config.admin().bind();
    for (int i = 0; i < config.listeners().size(); i++) {
      SocketBind bind = config.listeners().get(i).bind();
      if (bind.port() == 0 && !bind.isUnix()) {
        continue; // the system chooses, each time another one
      }
      String path = "listeners[" + i + "].bind";
      String place = places.putIfAbsent(bind, path);
      String given = Shown.quoted(bind.toString());
      if (place != null) {
        String hint = place + " (line " + reading.line(place) + ") has it already";
        reading.problem(path, given, "an address of its own", hint);
      }
      if (overlap(bind, admin)) {
        reading.problem(path, given, "another port than admin.bind, " + admin, "");
      }
    }
  }

  private static boolean overlap(SocketBind a, SocketBind b) {
    return !a.isUnix()
        && !b.isUnix()
        && a.port() == b.port()
        && (a.host().equals(b.host())
            || WILDCARDS.contains(a.host())
            || WILDCARDS.contains(b.host()));
  }

  private static void admin(AdminConfig admin, Reading reading) {
    if (admin.tokens().isEmpty() && !HostText.isLoopback(admin.bind().host())) {
      reading.problem(
          "admin.bind",
          Shown.quoted(admin.bind().toString()) + " without admin.tokens",
          "a loopback address, or tokens",
          "anybody could change the pools; add admin.tokens or bind 127.0.0.1");
    }
  }

  private static void probes(ClockwiseConfig config, Reading reading) {
    SocketBind bind = config.probes().bind();
    if (bind == null || bind.port() == 0) {
      return;
    }
    String given = Shown.quoted(bind.toString());
    if (overlap(bind, config.admin().bind())) {
      String admin = "another port than admin.bind, " + config.admin().bind();
      reading.problem("probes.bind", given, admin, "");
    }
    for (ListenerConfig listener : config.listeners()) {
      if (overlap(bind, listener.bind())) {
        String other = "another port than the listener on " + listener.bind();
        reading.problem("probes.bind", given, other, "");
      }
    }
  }

  private static void routeNames(List<RouteConfig> routes, Reading reading) {
    Map<String, String> places = new HashMap<>();
    for (int i = 0; i < routes.size(); i++) {
      String path = "routes[" + i + "].name";
      String place = places.putIfAbsent(routes.get(i).name(), path);
      if (place != null) {
        String given = "the name " + Shown.quoted(routes.get(i).name()) + " again";
        String hint = place + " (line " + reading.line(place) + ") has it already";
        reading.problem(path, given, "a name that is unique", hint);
      }
    }
  }
}
