package io.clockwise.config.read;

import io.clockwise.config.AccessLogConfig;
import io.clockwise.config.AdminConfig;
import io.clockwise.config.AffinityConfig;
import io.clockwise.config.AutoscaleConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.BackendTlsConfig;
import io.clockwise.config.CareConfig;
import io.clockwise.config.CertificateConfig;
import io.clockwise.config.ChangeBudgetConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.DrainConfig;
import io.clockwise.config.EffectiveConfig;
import io.clockwise.config.ExplainConfig;
import io.clockwise.config.FieldEdits;
import io.clockwise.config.ForwardedConfig;
import io.clockwise.config.HeadersConfig;
import io.clockwise.config.HealthConfig;
import io.clockwise.config.HotKeysConfig;
import io.clockwise.config.KeySource;
import io.clockwise.config.LimitsConfig;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.MatchConfig;
import io.clockwise.config.OnOwnerChange;
import io.clockwise.config.OutlierConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.PoolShare;
import io.clockwise.config.ProbesConfig;
import io.clockwise.config.ProxyProtocolConfig;
import io.clockwise.config.RedirectConfig;
import io.clockwise.config.ReplacePrefixConfig;
import io.clockwise.config.RespondConfig;
import io.clockwise.config.RetryBudget;
import io.clockwise.config.RetryConfig;
import io.clockwise.config.RewriteConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.RouteLimitsConfig;
import io.clockwise.config.RouteRetryConfig;
import io.clockwise.config.RouteTimeoutsConfig;
import io.clockwise.config.SessionConfig;
import io.clockwise.config.ShutdownConfig;
import io.clockwise.config.SlowStartConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.config.TlsConfig;
import io.clockwise.config.TokenConfig;
import io.clockwise.config.ZonesConfig;
import io.clockwise.config.read.placement.PlacementSection;
import io.clockwise.model.placement.HaproxySettings;
import io.clockwise.model.placement.PlacementSettings;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parts of a document as the records say, to compare texts with.
 *
 * @param keys its keys, in order
 * @param defaults of those keys whose default is a fixed text, number or empty list
 */
record DocumentSections(List<String> keys, Map<String, Object> defaults) {

  /** Returns the parts by the names that the JSON Schema gives them; the outermost is empty. */
  static Map<String, DocumentSections> all() {
    Map<String, Object> top =
        EffectiveConfig.toMap(
            Documents.valid(
                "routes: [{ pool: web }]\npools: { web: { backends: [{ address: \"10.0.0.1:80\" }] }, tls: { tls: true } }"));
    Map<?, ?> route = first(top.get("routes"));
    Map<?, ?> pool = (Map<?, ?>) ((Map<?, ?>) top.get("pools")).get("web");
    Map<String, DocumentSections> all = new LinkedHashMap<>();
    all.put(
        "",
        withDefaults(
            of(ClockwiseConfig.class, top, "instance", "listeners", "stateDir", "routes")));
    all.put("defaults", new DocumentSections(List.of("routes", "pools"), Map.of()));
    all.put("forwarded", of(ForwardedConfig.class, (Map<?, ?>) top.get("forwarded")));
    Map<?, ?> listener = first(top.get("listeners"));
    all.put("listener", of(ListenerConfig.class, listener));
    all.put(
        "proxyProtocol", of(ProxyProtocolConfig.class, (Map<?, ?>) listener.get("proxyProtocol")));
    all.put("tls", of(TlsConfig.class, tls(), "certificates"));
    all.put("certificate", of(CertificateConfig.class, Map.of()));
    all.put("admin", of(AdminConfig.class, (Map<?, ?>) top.get("admin")));
    all.put("probes", of(ProbesConfig.class, (Map<?, ?>) top.get("probes"), "bind"));
    all.put("explain", of(ExplainConfig.class, (Map<?, ?>) top.get("explain"), "token"));
    all.put("token", of(TokenConfig.class, Map.of()));
    all.put("limits", of(LimitsConfig.class, (Map<?, ?>) top.get("limits")));
    all.put("shutdown", of(ShutdownConfig.class, (Map<?, ?>) top.get("shutdown")));
    all.put("accessLog", of(AccessLogConfig.class, (Map<?, ?>) top.get("accessLog")));
    all.put("route", of(RouteConfig.class, route, "name", "pool"));
    addRouteParts(all, route);
    all.put("match", of(MatchConfig.class, (Map<?, ?>) route.get("match")));
    all.put("pool", ofPool(pool));
    addSessionParts(all, pool);
    all.put("autoscale", autoscale());
    EveryAlgorithm.defaults()
        .forEach(settings -> all.put("placement-" + settings.algorithm(), of(settings)));
    all.put("backend", of(BackendConfig.class, first(pool.get("backends")), "id", "address"));
    all.put("connections", of(ConnectionsConfig.class, (Map<?, ?>) pool.get("connections")));
    all.put("timeouts", of(TimeoutsConfig.class, (Map<?, ?>) pool.get("timeouts")));
    Map<?, ?> retry = (Map<?, ?>) pool.get("retry");
    all.put("retry", of(RetryConfig.class, retry));
    all.put("retryBudget", of(RetryBudget.class, (Map<?, ?>) retry.get("budget")));
    Map<?, ?> secure = (Map<?, ?>) ((Map<?, ?>) top.get("pools")).get("tls");
    all.put("backendTls", of(BackendTlsConfig.class, (Map<?, ?>) secure.get("tls")));
    addCareParts(all, pool);
    return all;
  }

  /** Adds the one key that no record has: it is gone when all defaults are filled in. */
  private static DocumentSections withDefaults(DocumentSections top) {
    List<String> keys = new ArrayList<>(top.keys());
    keys.add(keys.indexOf("routes"), "defaults");
    Map<String, Object> defaults = new LinkedHashMap<>(top.defaults());
    defaults.put("stateDir", "var"); // of which the records know the absolute path only
    return new DocumentSections(keys, defaults);
  }

  /** Returns the keys of a pool, those of its sessions among them. */
  private static DocumentSections ofPool(Map<?, ?> effective) {
    DocumentSections pool = of(PoolConfig.class, effective, "backends");
    DocumentSections session = of(SessionConfig.class, effective);
    List<String> keys = new ArrayList<>(pool.keys());
    int at = keys.indexOf("session");
    keys.remove(at);
    keys.addAll(at, session.keys());
    DocumentSections care = of(CareConfig.class, effective);
    keys.remove("care");
    keys.addAll(care.keys());
    Map<String, Object> defaults = new LinkedHashMap<>(pool.defaults());
    defaults.putAll(session.defaults());
    defaults.putAll(care.defaults());
    return new DocumentSections(keys, defaults);
  }

  private static DocumentSections autoscale() {
    Map<String, Object> top =
        EffectiveConfig.toMap(
            Documents.valid("routes: [{ pool: c }]\npools: { c: { autoscale: { step: 1 } } }"));
    Map<?, ?> pool = (Map<?, ?>) ((Map<?, ?>) top.get("pools")).get("c");
    return of(AutoscaleConfig.class, (Map<?, ?>) pool.get("autoscale"));
  }

  private static void addSessionParts(Map<String, DocumentSections> all, Map<?, ?> pool) {
    Map<String, Object> others =
        EffectiveConfig.toMap(
            Documents.valid(
                "routes: [{ pool: c }]\npools: { c: { affinity: cookie }, t: { affinity: table, changeBudget: { perMinute: 5% } } }"));
    Map<?, ?> pools = (Map<?, ?>) others.get("pools");
    Map<?, ?> cookie = (Map<?, ?>) ((Map<?, ?>) pools.get("c")).get("affinity");
    Map<?, ?> table = (Map<?, ?>) ((Map<?, ?>) pools.get("t")).get("affinity");
    all.put("affinity", new DocumentSections(List.of("cookie", "table"), Map.of()));
    all.put("cookie", of(AffinityConfig.Cookie.class, (Map<?, ?>) cookie.get("cookie")));
    all.put("table", of(AffinityConfig.Table.class, (Map<?, ?>) table.get("table")));
    all.put("onOwnerChange", of(OnOwnerChange.class, Map.of()));
    all.put("drain", of(DrainConfig.class, (Map<?, ?>) pool.get("drain")));
    Map<?, ?> t = (Map<?, ?>) pools.get("t");
    Map<?, ?> budget = (Map<?, ?>) t.get("changeBudget");
    all.put("changeBudget", of(ChangeBudgetConfig.class, budget, "perMinute"));
  }

  private static void addCareParts(Map<String, DocumentSections> all, Map<?, ?> pool) {
    String on =
        "health: { http: / }, outlier: on, loadBound: 2, hotKeys: { spreadAbove: 5% }, zones: { own: z }, backends: [\"a=h:1\", \"b=h:1\"]";
    Map<String, Object> top =
        EffectiveConfig.toMap(
            Documents.valid(
                "pools: { web: { "
                    + on
                    + " }, g: { health: { grpc: {} } } }\nroutes: [{ pool: web }]"));
    Map<?, ?> pools = (Map<?, ?>) top.get("pools");
    Map<?, ?> web = (Map<?, ?>) pools.get("web");
    Map<?, ?> health = (Map<?, ?>) web.get("health");
    DocumentSections checks = of(HealthConfig.class, health);
    List<String> keys = new ArrayList<>(checks.keys());
    keys.remove("probe");
    keys.addAll(
        0,
        Arrays.stream(HealthConfig.Probe.class.getPermittedSubclasses())
            .map(type -> type.getSimpleName().toLowerCase(java.util.Locale.ROOT))
            .toList());
    all.put("health", new DocumentSections(keys, checks.defaults()));
    all.put("healthHttp", of(HealthConfig.Http.class, (Map<?, ?>) health.get("http"), "path"));
    Map<?, ?> grpc = (Map<?, ?>) ((Map<?, ?>) pools.get("g")).get("health");
    all.put("healthGrpc", of(HealthConfig.Grpc.class, (Map<?, ?>) grpc.get("grpc")));
    all.put("outlier", of(OutlierConfig.class, (Map<?, ?>) web.get("outlier")));
    Map<?, ?> bound = (Map<?, ?>) web.get("loadBound");
    all.put(
        "loadBound",
        new DocumentSections(List.of("bound", "floor"), Map.of("floor", bound.get("floor"))));
    all.put("slowStart", of(SlowStartConfig.class, (Map<?, ?>) pool.get("slowStart")));
    Map<?, ?> hotKeys = (Map<?, ?>) web.get("hotKeys");
    all.put("hotKeys", of(HotKeysConfig.class, hotKeys, "spreadAbove"));
    all.put("zones", of(ZonesConfig.class, (Map<?, ?>) web.get("zones"), "own"));
  }

  private static void addRouteParts(Map<String, DocumentSections> all, Map<?, ?> route) {
    Map<?, ?> headers = (Map<?, ?>) route.get("headers");
    Map<?, ?> answers =
        first(
            EffectiveConfig.toMap(Documents.valid("routes: [{ respond: {} }]\npools: { web: {} }"))
                .get("routes"));
    Map<String, Integer> redirect = Map.of("status", RedirectConfig.HTTPS.status());
    all.put("poolShare", of(PoolShare.class, Map.of("weight", 1)));
    all.put("redirect", of(RedirectConfig.class, redirect));
    all.put("respond", of(RespondConfig.class, (Map<?, ?>) answers.get("respond"), "contentType"));
    all.put("routeTimeouts", of(RouteTimeoutsConfig.class, (Map<?, ?>) route.get("timeouts")));
    all.put("routeRetry", of(RouteRetryConfig.class, (Map<?, ?>) route.get("retry")));
    all.put("routeLimits", of(RouteLimitsConfig.class, (Map<?, ?>) route.get("limits")));
    all.put("rewrite", of(RewriteConfig.class, Map.of()));
    all.put("replacePrefix", of(ReplacePrefixConfig.class, Map.of()));
    all.put("headers", of(HeadersConfig.class, headers));
    all.put("fieldEdits", of(FieldEdits.class, (Map<?, ?>) headers.get("request")));
  }

  private static Map<?, ?> tls() {
    String tls = "tls: { certificates: [{ cert: a.pem, key: a.key }] }";
    Map<String, Object> top =
        EffectiveConfig.toMap(
            Documents.valid(
                "listeners: [{ " + tls + " }]\npools: { web: { backends: [\"a=10.0.0.1:80\"] } }"));
    return (Map<?, ?>) first(top.get("listeners")).get("tls");
  }

  /** Returns the kinds of key sources as documents write them, {@code all} among them. */
  static List<String> keySourceKinds() {
    return Arrays.stream(KeySource.class.getPermittedSubclasses())
        .filter(type -> type != KeySource.Capture.class) // written as a path
        .map(type -> type.getSimpleName())
        .map(name -> name.substring(0, 1).toLowerCase(java.util.Locale.ROOT) + name.substring(1))
        .toList();
  }

  private static Map<?, ?> first(Object list) {
    return (Map<?, ?>) ((List<?>) list).get(0);
  }

  private static DocumentSections of(PlacementSettings settings) {
    List<String> keys = new ArrayList<>(List.of("algorithm"));
    keys.addAll(EveryAlgorithm.parameters(settings).keySet());
    Map<String, Object> defaults = new LinkedHashMap<>();
    if (settings.equals(PlacementSection.DEFAULT)) {
      defaults.put("algorithm", settings.algorithm());
    }
    defaults.putAll(EveryAlgorithm.parameters(settings));
    defaults
        .values()
        .removeIf(value -> value instanceof Map || value.equals(EveryAlgorithm.REQUIRED));
    if (settings instanceof HaproxySettings.Consistent) {
      defaults.remove("avalanche"); // depends on whether a function is named
    }
    return new DocumentSections(keys, defaults);
  }

  private static DocumentSections of(
      Class<? extends Record> type, Map<?, ?> effective, String... withoutFixedDefault) {
    List<String> keys =
        new ArrayList<>(
            Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList());
    Map<String, Object> defaults = new LinkedHashMap<>();
    for (String key : keys) {
      Object value = effective.get(key);
      if (value != null && !(value instanceof Map) && !List.of(withoutFixedDefault).contains(key)) {
        defaults.put(key, value);
      }
    }
    return new DocumentSections(keys, defaults);
  }
}
