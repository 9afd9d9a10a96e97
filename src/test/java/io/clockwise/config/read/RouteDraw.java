package io.clockwise.config.read;

import com.google.re2j.Pattern;
import io.clockwise.config.FieldEdits;
import io.clockwise.config.HeadersConfig;
import io.clockwise.config.KeySource;
import io.clockwise.config.MatchConfig;
import io.clockwise.config.PageFile;
import io.clockwise.config.PoolShare;
import io.clockwise.config.RedirectConfig;
import io.clockwise.config.ReplacePrefixConfig;
import io.clockwise.config.RespondConfig;
import io.clockwise.config.RetryOn;
import io.clockwise.config.RewriteConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.RouteLimitsConfig;
import io.clockwise.config.RouteRetryConfig;
import io.clockwise.config.RouteTimeoutsConfig;
import io.clockwise.model.CidrBlock;
import io.clockwise.model.MissingKeyPolicy;
import io.clockwise.model.PathPattern;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Draws routes that the reader could have given. */
record RouteDraw(Random random, List<String> pools) {
  private static final List<String> TEXTS =
      List.of("X-A", "sid", "a${b", "$${", "$$${x}", "no", "off", "1", "~", "null", "1e3", "<<");

  RouteConfig route(int index) {
    List<KeySource> key = new ArrayList<>();
    for (int i = 0; i < random.nextInt(4); i++) {
      key.add(random.nextInt(5) == 0 ? new KeySource.All(List.of(source(), source())) : source());
    }
    int way = random.nextInt(4);
    boolean backup = way == 0 && pools.size() > 1 && random.nextBoolean();
    return new RouteConfig(
        "route." + index,
        match(),
        key,
        one(List.of(MissingKeyPolicy.values())),
        way == 0 ? pools.get(0) : "",
        way == 1 ? shares() : List.of(),
        backup ? pools.get(1) : null,
        way == 2 ? new RedirectConfig("https://{host}/$x{path}", 301 + random.nextInt(3)) : null,
        way == 3 ? respond() : null,
        new RouteTimeoutsConfig(millis(), millis(), millis()),
        retry(),
        new RouteLimitsConfig(random.nextBoolean() ? -1 : random.nextInt(1_000_000_000)),
        blocks(),
        blocks(),
        rewrite(),
        new HeadersConfig(edits(), edits()),
        random.nextBoolean() ? Map.of() : Map.of("502", page("a${x}.html"), "5xx", page("b.txt")),
        random.nextBoolean() ? null : new SessionDraw(random).onOwnerChange());
  }

  private MatchConfig match() {
    return new MatchConfig(
        random.nextBoolean() ? List.of() : List.of("a.example", "*.b.example", "[::1]"),
        PathPattern.parse(one(List.of("/{room}/**", "/a/{x}/{room}", "/{room}"))),
        random.nextBoolean() ? List.of() : List.of("GET", "PURGE", "null"),
        random.nextBoolean() ? Map.of() : Map.of("X-A", one(TEXTS), "on", "*"));
  }

  private List<PoolShare> shares() {
    List<PoolShare> shares = new ArrayList<>();
    pools.forEach(pool -> shares.add(new PoolShare(pool, random.nextInt(65_536))));
    shares.set(0, new PoolShare(pools.get(0), 1));
    return shares;
  }

  private RespondConfig respond() {
    if (random.nextBoolean()) {
      PageFile file = page("c.json");
      return new RespondConfig(404, "", one(List.of(file.contentType(), "text/x")), file);
    }
    return new RespondConfig(random.nextInt(400) + 200, "", one(TEXTS), null);
  }

  /** Returns a file as the reader of these tests knows it. */
  private static PageFile page(String name) {
    String type =
        name.endsWith("json")
            ? "application/json"
            : name.endsWith("txt") ? "text/plain; charset=utf-8" : "text/html; charset=utf-8";
    return new PageFile(Path.of("/etc/pages/" + name), type, name);
  }

  private RouteRetryConfig retry() {
    return new RouteRetryConfig(
        random.nextBoolean() ? null : 1 + random.nextInt(10),
        random.nextBoolean() ? null : Set.of(one(List.of(RetryOn.values()))),
        random.nextBoolean() ? null : Set.of("PUT", "null"),
        random.nextBoolean() ? null : Set.of());
  }

  private List<CidrBlock> blocks() {
    return random.nextBoolean()
        ? List.of()
        : List.of(
            CidrBlock.parse("10.0.0.0/8").orElseThrow(), CidrBlock.parse("::1").orElseThrow());
  }

  private @Nullable RewriteConfig rewrite() {
    return switch (random.nextInt(3)) {
      case 0 -> null;
      case 1 -> new RewriteConfig("/a$$b/1", null);
      default -> new RewriteConfig(null, new ReplacePrefixConfig("/", one(List.of("/", "/a.b"))));
    };
  }

  private FieldEdits edits() {
    return random.nextBoolean()
        ? FieldEdits.NONE
        : new FieldEdits(
            Map.of("X-A", one(TEXTS), "no", ""),
            Map.of("1", "a  b"),
            List.of(one(TEXTS.subList(0, 2))));
  }

  private KeySource source() {
    Pattern pattern =
        random.nextBoolean() ? null : Pattern.compile(one(List.of("(a)", "^(.*)$", "\\${(x)")));
    String token = one(List.of("X-A", "sid", "no", "1", "~", "null"));
    return switch (random.nextInt(12)) {
      case 0 -> new KeySource.Header(token, pattern);
      case 1 -> new KeySource.Cookie(token, pattern);
      case 2 -> new KeySource.Query(one(TEXTS), pattern);
      case 3 -> new KeySource.Path(null, pattern);
      case 4 -> new KeySource.Path(PathPattern.parse("/a/*/{key}/**"), pattern);
      case 5 -> new KeySource.Capture("room", pattern);
      case 6 -> new KeySource.ClientAddress(number(32), number(128), pattern);
      case 7 -> new KeySource.Target(pattern);
      case 10 -> new KeySource.TlsServerName(pattern);
      case 11 ->
          new KeySource.TlsClientCertificate(
              one(List.of(KeySource.CertificatePart.values())), pattern);
      case 8 -> new KeySource.Host(pattern);
      default -> new KeySource.Method(pattern);
    };
  }

  private <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private int number(int most) {
    return random.nextInt(most + 1);
  }

  private @Nullable Duration millis() {
    return random.nextBoolean() ? null : Duration.ofMillis(1 + number(86_399_999));
  }
}
