package io.clockwise.config.read.placement;

import io.clockwise.model.placement.NginxSettings;
import java.util.List;
import java.util.Map;

/** The algorithms of nginx and of pingora, which have no parameters. */
final class NginxAlgorithms {
  private NginxAlgorithms() {}

  static void addTo(Map<String, Algorithm> all) {
    List<NginxSettings> each =
        List.of(
            new NginxSettings.HashConsistent(),
            new NginxSettings.Hash(),
            new NginxSettings.IpHash(),
            new NginxSettings.PingoraKetama());
    each.forEach(settings -> all.put(settings.algorithm(), Algorithm.fixed(settings)));
  }
}
