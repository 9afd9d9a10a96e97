package io.clockwise.config;

import io.clockwise.config.text.DurationText;
import io.clockwise.config.text.EnumText;
import io.clockwise.config.text.SizeText;
import io.clockwise.model.CidrBlock;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A route in the shape of its document; what has no default is left out while it is not set. */
final class EffectiveRoute {
  private EffectiveRoute() {}

  static Map<String, Object> toMap(RouteConfig route) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", route.name());
    map.put("match", match(route.match()));
    map.put("key", route.key().stream().map(EffectiveRoute::source).toList());
    map.put("onMissingKey", EnumText.of(route.onMissingKey()));
    target(route, map);
    map.put("timeouts", timeouts(route.timeouts()));
    map.put("retry", retry(route.retry()));
    long body = route.limits().body();
    map.put("limits", Map.of("body", body < 0 ? "off" : SizeText.of(body)));
    map.put("allow", route.allow().stream().map(CidrBlock::toString).toList());
    map.put("deny", route.deny().stream().map(CidrBlock::toString).toList());
    if (route.rewrite() != null) {
      map.put("rewrite", rewrite(route.rewrite()));
    }
    Map<String, Object> headers = new LinkedHashMap<>();
    headers.put("request", edits(route.headers().request()));
    headers.put("response", edits(route.headers().response()));
    map.put("headers", headers);
    Map<String, Object> pages = new LinkedHashMap<>();
    route.errorPages().forEach((status, page) -> pages.put(status, text(page.toString())));
    map.put("errorPages", pages);
    if (route.onOwnerChange() != null) {
      map.put("onOwnerChange", EffectiveSession.onOwnerChange(route.onOwnerChange()));
    }
    return map;
  }

  private static Map<String, Object> match(MatchConfig match) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("hosts", match.hosts());
    map.put("path", text(match.path().toString()));
    map.put("methods", texts(match.methods()));
    map.put("headers", texts(match.headers()));
    return map;
  }

  private static void target(RouteConfig route, Map<String, Object> map) {
    if (!route.pool().isEmpty()) {
      map.put("pool", route.pool());
    } else if (!route.pools().isEmpty()) {
      map.put("pools", route.pools().stream().map(EffectiveRoute::share).toList());
    }
    if (route.backup() != null) {
      map.put("backup", route.backup());
    }
    if (route.redirect() != null) {
      Map<String, Object> redirect = new LinkedHashMap<>();
      redirect.put("to", text(route.redirect().to()));
      redirect.put("status", route.redirect().status());
      map.put("redirect", redirect);
    }
    if (route.respond() != null) {
      map.put("respond", respond(route.respond()));
    }
  }

  private static Map<String, Object> share(PoolShare share) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("pool", share.pool());
    map.put("weight", share.weight());
    return map;
  }

  private static Map<String, Object> respond(RespondConfig respond) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("status", respond.status());
    if (respond.file() == null) {
      map.put("body", text(respond.body()));
    } else {
      map.put("file", text(respond.file().toString()));
    }
    map.put("contentType", text(respond.contentType()));
    return map;
  }

  private static Map<String, Object> timeouts(RouteTimeoutsConfig timeouts) {
    Map<String, Object> map = new LinkedHashMap<>();
    duration("response", timeouts.response(), map);
    duration("idle", timeouts.idle(), map);
    duration("total", timeouts.total(), map);
    return map;
  }

  private static void duration(String key, @Nullable Duration value, Map<String, Object> map) {
    if (value != null) {
      map.put(key, DurationText.of(value));
    }
  }

  private static Map<String, Object> retry(RouteRetryConfig retry) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (retry.attempts() != null) {
      map.put("attempts", retry.attempts());
    }
    if (retry.on() != null) {
      map.put("on", retry.on().stream().map(EnumText::of).toList());
    }
    if (retry.methods() != null) {
      map.put("methods", texts(retry.methods()));
    }
    if (retry.statuses() != null) {
      map.put("statuses", List.copyOf(retry.statuses()));
    }
    return map;
  }

  private static Map<String, Object> rewrite(RewriteConfig rewrite) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (rewrite.stripPrefix() != null) {
      map.put("stripPrefix", text(rewrite.stripPrefix()));
    }
    if (rewrite.replacePrefix() != null) {
      Map<String, Object> replace = new LinkedHashMap<>();
      replace.put("from", text(rewrite.replacePrefix().from()));
      replace.put("to", text(rewrite.replacePrefix().to()));
      map.put("replacePrefix", replace);
    }
    return map;
  }

  private static Map<String, Object> edits(FieldEdits edits) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("set", texts(edits.set()));
    map.put("add", texts(edits.add()));
    map.put("remove", texts(edits.remove()));
    return map;
  }

  private static List<String> texts(Collection<String> raw) {
    return raw.stream().map(EffectiveRoute::text).toList();
  }

  private static Map<String, Object> texts(Map<String, String> raw) {
    Map<String, Object> map = new LinkedHashMap<>();
    raw.forEach((name, value) -> map.put(name, text(value)));
    return map;
  }

  private static String text(String raw) {
    return EffectiveConfig.text(raw);
  }

  private static Map<String, Object> source(KeySource source) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (source instanceof KeySource.Capture capture) {
      map.put("path", "{" + capture.name() + "}");
    } else {
      map.put(source.kind(), detail(source));
    }
    if (source.pattern() != null) {
      map.put("pattern", text(source.pattern().pattern()));
    }
    return map;
  }

  private static Object detail(KeySource source) {
    if (source instanceof KeySource.Header header) {
      return text(header.name());
    }
    if (source instanceof KeySource.Cookie cookie) {
      return text(cookie.name());
    }
    if (source instanceof KeySource.Query query) {
      return text(query.name());
    }
    if (source instanceof KeySource.Path path && path.template() != null) {
      return text(path.template().toString());
    }
    if (source instanceof KeySource.ClientAddress address) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("v4Prefix", address.v4Prefix());
      map.put("v6Prefix", address.v6Prefix());
      return map;
    }
    if (source instanceof KeySource.TlsClientCertificate certificate) {
      return EnumText.of(certificate.part());
    }
    return source instanceof KeySource.All all
        ? all.parts().stream().map(EffectiveRoute::source).toList()
        : Map.of();
  }
}
