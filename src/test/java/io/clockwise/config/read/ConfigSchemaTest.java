package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.EffectiveConfig;
import io.clockwise.config.HealthConfig;
import io.clockwise.config.OnUnavailable;
import io.clockwise.config.ProxyProtocolConfig;
import io.clockwise.config.RetryOn;
import io.clockwise.config.Role;
import io.clockwise.config.SlowStartConfig;
import io.clockwise.config.TargetRule;
import io.clockwise.config.TlsConfig;
import io.clockwise.config.WhenNoneUsable;
import io.clockwise.config.read.placement.PlacementSection;
import io.clockwise.config.text.EnumText;
import io.clockwise.model.AdminState;
import io.clockwise.model.Drain;
import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.model.log.LogTarget;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RingHash;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.Validator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** The shipped JSON Schema says what the records and the reader say. */
class ConfigSchemaTest {
  private final JsonObject schema = load();
  private final Validator validator =
      Validator.create(
          JsonSchema.of(schema),
          new JsonSchemaOptions()
              .setBaseUri("https://example.org/clockwise")
              .setDraft(Draft.DRAFT202012)
              .setOutputFormat(OutputFormat.Flag));

  private static JsonObject load() {
    try (InputStream in = ConfigSchemaTest.class.getResourceAsStream("/config-schema.json")) {
      return new JsonObject(Buffer.buffer(in.readAllBytes()));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private JsonObject properties(String section) {
    JsonObject part =
        section.isEmpty() ? schema : schema.getJsonObject("$defs").getJsonObject(section);
    assertThat(part.getBoolean("additionalProperties")).isFalse();
    return part.getJsonObject("properties");
  }

  private boolean accepts(String yaml) {
    return validator.validate(plain(new Yaml().load(yaml))).getValid();
  }

  /** Returns the same with texts for keys: to this parser the plain key {@code on} is true. */
  private static Object plain(Object value) {
    if (value instanceof Map<?, ?> map) {
      JsonObject object = new JsonObject();
      map.forEach((key, item) -> object.put(key.equals(true) ? "on" : key.toString(), plain(item)));
      return object;
    }
    return value instanceof List<?> list
        ? new JsonArray(list.stream().map(ConfigSchemaTest::plain).toList())
        : value;
  }

  @Test
  void hasEachKeyOfTheRecordsAndNoOther() {
    DocumentSections.all()
        .forEach(
            (name, section) ->
                assertThat(properties(name).fieldNames())
                    .as(name)
                    .containsExactlyInAnyOrderElementsOf(section.keys()));
  }

  @Test
  void hasTheDefaultsOfTheRecordsAndNoOther() {
    DocumentSections.all()
        .forEach(
            (name, section) -> {
              JsonObject properties = properties(name);
              for (String key : section.keys()) {
                if (key.equals("avalanche") && !section.defaults().containsKey(key)) {
                  assertThat(properties.getJsonObject(key).containsKey("default")).isFalse();
                  continue;
                }
                Object shown = properties.getJsonObject(key).getValue("default");
                Object plain = shown instanceof JsonArray array ? array.getList() : shown;
                assertThat(plain).as(name + "." + key).isEqualTo(section.defaults().get(key));
              }
            });
  }

  @Test
  void hasEachKindOfKeySource() {
    JsonObject mapping =
        schema
            .getJsonObject("$defs")
            .getJsonObject("keySource")
            .getJsonArray("anyOf")
            .getJsonObject(2);
    List<String> kinds = DocumentSections.keySourceKinds();

    assertThat(mapping.getJsonObject("properties").fieldNames())
        .containsAll(kinds)
        .hasSize(kinds.size() + 1)
        .contains("pattern");
  }

  @Test
  void hasTheWordsOfEachEnumeration() {
    assertWords("token", "role", Role.class);
    assertWords("proxyProtocol", "mode", ProxyProtocolConfig.Mode.class);
    assertWords("tls", "clientAuth", TlsConfig.ClientAuth.class);
    assertWords("limits", "target", TargetRule.class);
    assertWords("accessLog", "logTarget", LogTarget.class);
    assertWords("route", "onMissingKey", MissingKeyPolicy.class);
    assertWords("placement-ring", "hash", RingHash.class);
    assertWords("backend", "state", AdminState.class);
    assertWords("pool", "onUnavailable", OnUnavailable.class);
    assertWords("cookie", "secure", AffinityConfig.SecureRule.class);
    assertWords("drain", "then", Drain.Then.class);
    assertWords("connections", "onFull", ConnectionsConfig.OnFull.class);
    assertWords("connections", "protocol", ConnectionsConfig.Protocol.class);
    assertWords("connections", "proxyProtocol", ConnectionsConfig.ProxyProtocol.class);
    assertWords("health", "initial", HealthConfig.Initial.class);
    assertWords("pool", "whenNoneUsable", WhenNoneUsable.class);
    assertWords("slowStart", "curve", SlowStartConfig.Curve.class);
  }

  @Test
  void hasEachAlgorithm() {
    List<String> names =
        EveryAlgorithm.defaults().stream().map(PlacementSettings::algorithm).toList();
    JsonArray forms = properties("pool").getJsonObject("placement").getJsonArray("anyOf");

    assertThat(PlacementSection.names()).containsExactlyInAnyOrderElementsOf(names);
    assertThat(forms.getJsonObject(0).getJsonArray("enum"))
        .isEqualTo(new JsonArray(PlacementSection.names()));
    List<String> refs =
        forms.stream().map(form -> ((JsonObject) form).getString("$ref", "")).toList();
    for (String name : names) {
      assertThat(refs).contains("#/$defs/placement-" + name);
      assertThat(properties("placement-" + name).getJsonObject("algorithm").getString("const"))
          .isEqualTo(name);
    }
  }

  @Test
  void acceptsTheSettingsOfEachAlgorithm() {
    for (PlacementSettings settings : EveryAlgorithm.defaults()) {
      JsonObject placement = new JsonObject(settings.parameters());
      placement.put("algorithm", settings.algorithm());
      assertThat(accepts(new JsonObject().put("pools", pools(placement)).encode()))
          .as(settings.algorithm())
          .isTrue();
      placement.put("nonsense", 1);
      assertThat(accepts(new JsonObject().put("pools", pools(placement)).encode())).isFalse();
    }
  }

  private static JsonObject pools(JsonObject placement) {
    return new JsonObject().put("web", new JsonObject().put("placement", placement));
  }

  @Test
  void hasTheWordsOfRetryOn() {
    JsonObject item = properties("retry").getJsonObject("on").getJsonObject("items");
    assertThat(item.getJsonArray("anyOf").getJsonObject(0).getJsonArray("enum"))
        .isEqualTo(new JsonArray(EnumText.words(RetryOn.class)));
  }

  private <E extends Enum<E>> void assertWords(String section, String key, Class<E> type) {
    JsonObject first =
        properties(section).getJsonObject(key).getJsonArray("anyOf").getJsonObject(0);
    assertThat(first.getJsonArray("enum")).isEqualTo(new JsonArray(EnumText.words(type)));
  }

  @Test
  void acceptsTheExample() throws IOException {
    String example = Files.readString(Path.of("conf/clockwise.yaml"));

    assertThat(accepts(example)).isTrue();
  }

  @Test
  void acceptsTheEffectiveConfiguration() throws IOException {
    Map<String, Object> effective =
        EffectiveConfig.toMap(Documents.valid(Files.readString(Path.of("conf/clockwise.yaml"))));

    assertThat(validator.validate(new JsonObject(effective)).getValid()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pools: { web: { placement: \"${NONE:-ring}\" } }",
        "pools: { web: { placement: { algorithm: \"${NONE:-ring}\", hash: md5 } } }",
        "pools: { web: { placement: { count: 65536, slack: 0 } } }",
        "pools: { web: { placement: { algorithm: caddy-hrw, version: 2.7 } } }",
        "pools: { web: { placement: { algorithm: redis-cluster-slot, ranges: { a: 7, b: \"0-6,8-16383\" } },"
            + " backends: [\"a=h:1\", \"b=h:1\"] } }",
        "pools: { web: { placement: ring, backends: [\"a=${HOST}:80*${NUMBER}\"] } }",
        "routes: [{ key: { path: {}, pattern: \"(a)\" } }]\npools: { web: {} }",
        "routes: [{ key: { clientAddress: , pattern: \"(a)\" } }]\npools: { web: {} }",
        "listeners: [{ tls: { certificates: [{ cert: a, key: b }], minVersion: 1.3 } }]\npools: { web: {} }",
        "listeners: [{ bind: \"unix:/a\", proxyProtocol: { from: [unix] } }]\npools: { web: {} }",
        "listeners: [{ tls: off, protocols: [h1, h2c], proxyProtocol: off }]\npools: { web: {} }",
        "pools: { web: { tls: true } }",
        "pools: { web: { tls: off, connections: { proxyProtocol: off } } }",
        "pools: { web: { tls: { serverName: a.example }, backends: [{ id: a, address: \"unix:/run/a.sock\" }] } }",
        "pools: { web: { retry: off } }",
        "pools: { web: { health: off, outlier: off, loadBound: off, slowStart: 0s, hotKeys: off } }",
        "pools: { web: { health: /healthz, outlier: on, loadBound: 1.25, slowStart: 60s } }",
        "pools: { web: { health: { http: \"${NONE:-/h}\", interval: 1m, port: \"${NUMBER}\" } } }",
        "pools: { web: { health: { http: { path: /a, expect: 204, headers: { X-A: 1 } } } } }",
        "pools: { web: { health: { http: { path: /, method: HEAD, expect: \"200, 300-399\" } } } }",
        "pools: { web: { health: { http: { path: /, expect: [200, 300-399], body: ok } } } }",
        "pools: { web: { health: { tcp: , initial: up } } }",
        "pools: { web: { health: { tcp: {}, initial: down } } }",
        "pools: { web: { health: { grpc: } } }",
        "pools: { web: { health: { grpc: { service: a.B } } } }",
        "pools: { web: { outlier: { maxEjectedShare: 1, slowFactor: 2.5 } } }",
        "pools: { web: { outlier: { slowFactor: 0 }, whenNoneUsable: fail } }",
        "pools: { web: { loadBound: { bound: 1, floor: 100000 } } }",
        "pools: { web: { slowStart: { window: 24h, curve: exponential } } }",
        "pools: { web: { hotKeys: { spreadAbove: 0.5%, over: 16, names: true } } }",
        "pools: { web: { hotKeys: { spreadAbove: 0.05 } } }",
        "pools: { web: { affinity: cookie, onOwnerChange: close, drain: 1h } }",
        "pools: { web: { changeBudget: { perMinute: 0.5% } } }",
        "pools: { web: { changeBudget: off } }",
        "pools: { web: { affinity: \"${NONE:-table}\", onUnavailable: \"${NONE:-fail}\" } }",
        "pools: { web: { affinity: { cookie: { sameSite: stRICT, keys: [a.key] } } } }",
        "pools: { web: { affinity: { table: {} }, onOwnerChange: { closeAfter: 10s } } }",
        "pools: { web: { drain: { deadline: 0s, then: cut, window: 5m } } }",
        "routes: [{ onOwnerChange: close }, { onOwnerChange: { closeAfter: 1m } }]\npools: { web: {} }",
        "stateDir: \"\"\nexplain: off\npools: { web: {} }",
        "stateDir: /var/lib/clockwise\nexplain: { token: a.key }\npools: { web: {} }",
        "pools: { web: { retry: { on: [timeout], statuses: [503], budget: { ratio: 1 } } } }",
        "routes: [{ redirect: https }]\npools: { web: {} }",
        "routes: [{ retry: off, limits: { body: off } }]\npools: { web: {} }",
        "routes: [{ rewrite: { replacePrefix: { from: /a, to: / } } }]\npools: { web: {} }",
        "routes: [{ match: { headers: { X-A: 1, X-B: \"*\" } } }]\npools: { web: {} }",
        "routes: [{ errorPages: { 5xx: a.html } }]\npools: { web: {} }",
        "accessLog: off\nlimits: { headerCount: \"${NUMBER}\" }\npools: { web: {} }",
      })
  void acceptsShortForms(String yaml) {
    assertThat(Documents.valid(yaml).pools()).hasSize(1);
    assertThat(accepts(yaml)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "unknown-keys",
        "wrong-types",
        "bounds",
        "not-yet-top",
        "not-yet-route",
        "not-yet-pool",
        "route-target",
        "route-parts",
        "listeners",
        "placement-own",
        "placement-foreign",
        "admin-tokens",
        "key-sources",
        "sessions",
        "care",
        "secrets",
        "pools-missing",
        "backends"
      })
  void refusesWhatTheReaderRefuses(String document) throws IOException {
    String yaml =
        Files.readString(Path.of("src/test/resources/config-problems", document + ".yaml"));

    assertThat(accepts(yaml)).isFalse();
  }
}
