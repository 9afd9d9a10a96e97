package io.clockwise.bench.peer;

import io.clockwise.bench.peer.proxy.Caddy;
import io.clockwise.bench.peer.proxy.Clockwise;
import io.clockwise.bench.peer.proxy.Haproxy;
import io.clockwise.bench.peer.proxy.Nginx;
import io.clockwise.bench.peer.proxy.Proxy;
import io.clockwise.bench.peer.proxy.Variant;
import io.clockwise.bench.peer.proxy.VertxHttpProxy;
import io.clockwise.bench.peer.trial.Journal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who takes part.
 *
 * @param chosen in the order of the tables; the first is the measure of all
 * @param own the names of Clockwise and its variants
 */
record Targets(List<Proxy> chosen, List<String> own) {
  /**
   * Returns those that were asked for, or all that are installed.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  static Targets of(PeerOptions options) {
    Map<String, Proxy> known = new LinkedHashMap<>();
    List<Proxy> others =
        List.of(new Haproxy(), new Nginx(), new Caddy(), new VertxHttpProxy(options.java()));
    others.forEach(proxy -> known.put(proxy.name(), proxy));
    List<Variant> variants = new ArrayList<>(List.of(Variant.plain(options.java())));
    variants.addAll(options.variants());
    for (Variant variant : variants) {
      if (known.put(variant.name(), new Clockwise(variant)) != null) {
        throw new IllegalArgumentException("several targets are called " + variant.name());
      }
    }
    List<String> own = variants.stream().map(Variant::name).toList();
    boolean all = options.targets().isEmpty();
    List<Proxy> chosen = new ArrayList<>();
    for (String name : all ? known.keySet() : options.targets()) {
      Proxy proxy = known.get(name);
      if (proxy == null) {
        throw new IllegalArgumentException(
            "no target is called " + name + "; there are " + String.join(", ", known.keySet()));
      }
      String obstacle = proxy.obstacle().orElse("");
      if (obstacle.isEmpty()) {
        chosen.add(proxy);
      } else if (all) {
        Journal.say("without %s: %s", name, obstacle);
      } else {
        throw new IllegalArgumentException(obstacle);
      }
    }
    return new Targets(chosen, own);
  }
}
