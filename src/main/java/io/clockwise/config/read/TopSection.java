package io.clockwise.config.read;

import io.clockwise.config.AccessLogConfig;
import io.clockwise.config.AdminConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ExplainConfig;
import io.clockwise.config.ForwardedConfig;
import io.clockwise.config.LimitsConfig;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.ProbesConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.ShutdownConfig;
import io.clockwise.config.TransportConfig;
import io.clockwise.config.read.form.CidrText;
import io.clockwise.config.read.form.NameText;
import io.clockwise.config.read.listener.ListenerSection;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Reading;
import io.clockwise.config.read.node.Value;
import io.clockwise.config.read.pool.PoolSection;
import io.clockwise.config.read.route.RouteSection;
import io.clockwise.model.CidrBlock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The outermost keys. */
final class TopSection {
  private static final String DEFAULT_STATE_DIR = "var";
  private static final String STATE_DIR = "the path of a directory, or an empty text";

  private TopSection() {}

  static ClockwiseConfig read(Value document, String hostName) {
    Fields fields = document.fields("a mapping with the key pools");
    String instance = instance(fields.get("instance"), hostName);
    List<ListenerConfig> listeners = ListenerSection.readAll(fields.get("listeners"));
    List<CidrBlock> trusted = fields.get("trustedProxies").map(CidrText::readAll).orElse(List.of());
    ForwardedConfig forwarded =
        fields.get("forwarded").map(TopSection::forwarded).orElse(ForwardedConfig.DEFAULT);
    AdminConfig admin = fields.get("admin").map(AdminSection::read).orElse(AdminConfig.DEFAULT);
    ProbesConfig probes = fields.get("probes").map(AdminSection::probes).orElse(ProbesConfig.OFF);
    Optional<Value> stateDir = fields.get("stateDir");
    ExplainConfig explain =
        fields.get("explain").map(ExplainSection::read).orElse(ExplainConfig.OFF);
    TransportConfig transport =
        fields.word(
            "transport", TransportConfig.class, TransportConfig::word, TransportConfig.AUTO);
    LimitsConfig limits =
        fields.get("limits").map(LimitsSection::read).orElse(LimitsConfig.DEFAULT);
    ShutdownConfig shutdown =
        fields.get("shutdown").map(TopSection::shutdown).orElse(ShutdownConfig.DEFAULT);
    AccessLogConfig accessLog =
        fields.get("accessLog").map(AccessLogSection::read).orElse(AccessLogConfig.DEFAULT);
    DefaultsSection defaults = DefaultsSection.read(fields.get("defaults"));
    Optional<Value> routeList = fields.get("routes");
    Map<String, PoolConfig> pools =
        fields
            .required("pools", "at least one pool with its backends", "")
            .map(value -> PoolSection.readAll(value, defaults.pools()))
            .orElse(Map.of());
    fields.notYet("include");
    fields.notYet("cluster");
    fields.done();
    List<RouteConfig> routes =
        RouteSection.readAll(routeList, defaults.routes(), pools.keySet(), document.reading());
    return new ClockwiseConfig(
        instance,
        listeners,
        trusted,
        forwarded,
        admin,
        probes,
        stateDir(stateDir, document.reading()),
        explain,
        transport,
        limits,
        shutdown,
        accessLog,
        routes,
        pools);
  }

  private static @Nullable Path stateDir(Optional<Value> value, Reading reading) {
    Optional<String> text =
        value.isPresent() ? value.get().text(STATE_DIR) : Optional.of(DEFAULT_STATE_DIR);
    Optional<Path> path = text.filter(name -> !name.isEmpty()).flatMap(reading::resolve);
    if (value.isPresent() && path.isEmpty() && text.isPresent() && !text.get().isEmpty()) {
      value.get().problem(STATE_DIR, "this system cannot have such a path");
    }
    return path.orElse(null);
  }

  private static String instance(Optional<Value> value, String hostName) {
    Optional<String> text = value.flatMap(given -> given.text(NameText.NAME));
    if (text.isEmpty() || text.get().isEmpty()) {
      return NameText.nameOf(hostName);
    }
    if (!NameText.isName(text.get())) {
      value.get().problem(NameText.NAME, "");
    }
    return text.get();
  }

  private static ForwardedConfig forwarded(Value value) {
    Fields fields = value.fields("a mapping such as { standard: true }");
    ForwardedConfig normal = ForwardedConfig.DEFAULT;
    ForwardedConfig forwarded =
        new ForwardedConfig(
            fields.flag("xForwarded", normal.xForwarded()),
            fields.flag("standard", normal.standard()));
    fields.done();
    return forwarded;
  }

  private static ShutdownConfig shutdown(Value value) {
    Fields fields = value.fields("a mapping with delay and grace");
    ShutdownConfig normal = ShutdownConfig.DEFAULT;
    Duration delay = fields.duration("delay", Duration.ZERO, Duration.ofHours(1), normal.delay());
    Duration grace = fields.duration("grace", Duration.ZERO, Duration.ofHours(24), normal.grace());
    fields.done();
    return new ShutdownConfig(delay, grace);
  }
}
