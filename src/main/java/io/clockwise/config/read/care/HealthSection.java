package io.clockwise.config.read.care;

import io.clockwise.config.HealthConfig;
import io.clockwise.config.HealthConfig.Initial;
import io.clockwise.config.HealthConfig.Probe;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The key {@code health} of a pool: off, a path, or a mapping with one kind of probe. */
final class HealthSection {
  private static final String FORM =
      "off, a path such as /healthz, or a mapping such as { http: /healthz, interval: 2s }";
  private static final String ONE = "one of http, tcp, grpc";
  private static final List<String> KINDS = List.of("http", "tcp", "grpc");
  private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);
  private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(10);
  private static final Duration LONGEST_INTERVAL = Duration.ofHours(1);
  private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(10);
  private static final int MOST_IN_A_ROW = 100;
  private static final int LAST_PORT = 65_535;

  /** What is probed when nothing that can be is named. */
  private static final Probe NOTHING = new HealthConfig.Tcp();

  private HealthSection() {}

  /** Reads the checks; null: off. */
  static @Nullable HealthConfig read(Value value) {
    if (CareSection.isOff(value)) {
      return null;
    }
    return value.isScalar()
        ? ProbeSection.path(value, FORM)
            .map(HealthConfig.Http::of)
            .map(HealthConfig::of)
            .orElse(null)
        : mapping(value, value.fields(FORM));
  }

  private static HealthConfig mapping(Value value, Fields fields) {
    Probe probe = probe(value, fields);
    HealthConfig normal = HealthConfig.of(probe);
    Duration interval =
        fields.duration("interval", SHORTEST_INTERVAL, LONGEST_INTERVAL, normal.interval());
    Duration longest = least(interval, LONGEST_TIMEOUT);
    HealthConfig health =
        new HealthConfig(
            probe,
            interval,
            fields.duration("timeout", SHORTEST_TIMEOUT, longest, least(longest, normal.timeout())),
            fields.integer("rise", 1, MOST_IN_A_ROW, normal.rise()),
            fields.integer("fall", 1, MOST_IN_A_ROW, normal.fall()),
            fields.word("initial", Initial.class, normal.initial()),
            fields.integer("port", 0, LAST_PORT, normal.port()));
    fields.done();
    return health;
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  /* What stands in the pool itself goes before what stands in the defaults. */
  private static Probe probe(Value value, Fields fields) {
    List<String> all = KINDS.stream().filter(kind -> fields.get(kind).isPresent()).toList();
    List<String> own = all.stream().filter(fields::has).toList();
    List<String> named = own.isEmpty() ? all : own;
    if (named.size() != 1) {
      if (!fields.isBroken()) {
        String given = named.isEmpty() ? "no kind of probe" : String.join(" and ", named);
        value.reading().problem(value.path(), given, ONE, "");
      }
      return NOTHING;
    }
    String kind = named.get(0);
    return fields.get(kind).flatMap(found -> probe(kind, found)).orElse(NOTHING);
  }

  private static Optional<Probe> probe(String kind, Value value) {
    return switch (kind) {
      case "http" -> ProbeSection.http(value);
      case "grpc" -> Optional.of(ProbeSection.grpc(value));
      default -> Optional.of(ProbeSection.tcp(value));
    };
  }
}
