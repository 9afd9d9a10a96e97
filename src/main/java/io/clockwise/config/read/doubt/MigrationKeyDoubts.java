package io.clockwise.config.read.doubt;

import io.clockwise.config.KeySource;
import io.clockwise.config.RouteConfig;
import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.model.placement.HaproxySettings;
import io.clockwise.model.placement.HaproxySettings.Input.Kind;
import io.clockwise.model.placement.NginxSettings;
import io.clockwise.model.placement.PlacementSettings;
import java.util.List;

/** Key sources that do not yield what the algorithm of another product hashes. */
final class MigrationKeyDoubts {
  private static final int NGINX_V4_BITS = 24;
  private static final int V4_BITS = 32;
  private static final int V6_BITS = 128;

  private final RouteConfig route;
  private final String path;
  private final String algorithm;
  private final Warnings warnings;

  private MigrationKeyDoubts(RouteConfig route, String path, String algorithm, Warnings warnings) {
    this.route = route;
    this.path = path;
    this.algorithm = algorithm;
    this.warnings = warnings;
  }

  /**
   * Warns of one route.
   *
   * @param path of the route
   * @param placement of the route's pool
   */
  static void find(RouteConfig route, String path, PlacementSettings placement, Warnings warnings) {
    MigrationKeyDoubts doubts =
        new MigrationKeyDoubts(route, path, placement.algorithm(), warnings);
    if (placement instanceof HaproxySettings haproxy) {
      doubts.haproxy(haproxy.keyHash().input().kind());
    } else if (placement instanceof NginxSettings.IpHash) {
      doubts.addresses(NGINX_V4_BITS);
    } else if (!(placement instanceof NginxSettings)
        || placement instanceof NginxSettings.PingoraKetama) {
      return;
    }
    doubts.missingKeys();
  }

  private void haproxy(Kind input) {
    switch (input) {
      case SOURCE -> addresses(V4_BITS);
      case URI, URL_PARAM ->
          sources(
              route.key().stream().allMatch(KeySource.Target.class::isInstance),
              "key: target",
              "its input is cut out of the request target with its query");
      case HDR ->
          sources(
              route.key().stream().allMatch(KeySource.Header.class::isInstance),
              "key: { header: NAME }",
              "input: hdr cuts the value at the first comma");
      default -> {
        // any key will do
      }
    }
  }

  private void addresses(int v4Bits) {
    List<KeySource> key = route.key();
    boolean addresses =
        key.stream()
            .allMatch(
                source ->
                    source instanceof KeySource.ClientAddress address
                        && address.v4Prefix() >= v4Bits
                        && address.v6Prefix() == V6_BITS
                        && address.pattern() == null);
    sources(
        addresses,
        "key: { clientAddress: { v6Prefix: " + V6_BITS + " } }",
        "it hashes the address of the client, of IPv6 all of it");
  }

  private void sources(boolean fit, String expected, String hint) {
    if (!fit || route.key().isEmpty()) {
      String kinds = String.join(", ", route.key().stream().map(KeySource::kind).toList());
      String given = (kinds.isEmpty() ? "no key" : kinds) + " for " + algorithm;
      warnings.warning(path + ".key", given, expected, hint);
    }
  }

  private void missingKeys() {
    if (route.onMissingKey() == MissingKeyPolicy.REJECT) {
      warnings.warning(
          path + ".onMissingKey",
          "\"reject\" for " + algorithm,
          "roundRobin",
          "the original spreads requests with an empty key");
    }
  }
}
