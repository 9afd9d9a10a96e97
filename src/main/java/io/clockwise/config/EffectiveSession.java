package io.clockwise.config;

import io.clockwise.config.text.DurationText;
import io.clockwise.config.text.EnumText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What binds requests to backends, in the shape of the document. */
final class EffectiveSession {
  private EffectiveSession() {}

  /** Adds the keys of a pool. */
  static void put(SessionConfig session, Map<String, Object> pool) {
    pool.put("affinity", affinity(session.affinity()));
    pool.put("onUnavailable", EnumText.of(session.onUnavailable()));
    pool.put("onOwnerChange", onOwnerChange(session.onOwnerChange()));
    pool.put("drain", drain(session.drain()));
    pool.put("changeBudget", changeBudget(session.changeBudget()));
  }

  private static Object changeBudget(@Nullable ChangeBudgetConfig budget) {
    return budget == null ? "off" : Map.of("perMinute", EffectiveCare.percent(budget.perMinute()));
  }

  static Object onOwnerChange(OnOwnerChange rule) {
    if (rule.closeAfter() == null) {
      return "keep";
    }
    return rule.closeAfter().isZero()
        ? "close"
        : Map.of("closeAfter", DurationText.of(rule.closeAfter()));
  }

  /** Returns the path of a secret; empty: there is none. */
  static String secret(@Nullable SecretFile file) {
    return file == null ? "" : EffectiveConfig.text(file.toString());
  }

  private static Object affinity(AffinityConfig affinity) {
    if (affinity instanceof AffinityConfig.Cookie cookie) {
      return Map.of("cookie", cookie(cookie));
    }
    if (affinity instanceof AffinityConfig.Table table) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("idle", DurationText.of(table.idle()));
      map.put("entries", table.entries());
      return Map.of("table", map);
    }
    return "none";
  }

  private static Map<String, Object> cookie(AffinityConfig.Cookie cookie) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", EffectiveConfig.text(cookie.name()));
    map.put("maxAge", DurationText.of(cookie.maxAge()));
    map.put("idle", DurationText.of(cookie.idle()));
    map.put("sameSite", cookie.sameSite().word());
    map.put("secure", EnumText.of(cookie.secure()));
    map.put("bindKey", cookie.bindKey());
    map.put("keys", cookie.keys().stream().map(EffectiveSession::secret).toList());
    return map;
  }

  private static Map<String, Object> drain(DrainConfig drain) {
    Duration window = drain.window();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("deadline", DurationText.of(drain.deadline()));
    map.put("then", EnumText.of(drain.then()));
    map.put("hardStop", DurationText.of(drain.hardStop()));
    map.put("window", window == null ? "auto" : DurationText.of(window));
    return map;
  }
}
