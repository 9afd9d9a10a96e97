package io.clockwise.config.read.doubt;

import io.clockwise.config.AffinityConfig;
import io.clockwise.config.DrainConfig;
import io.clockwise.config.OnOwnerChange;
import io.clockwise.config.OnUnavailable;
import io.clockwise.config.SessionConfig;
import io.clockwise.config.read.node.Shown;
import io.clockwise.config.text.DurationText;
import io.clockwise.config.text.EnumText;

/** What is doubtful in how a pool binds requests to its backends. */
final class AffinityDoubts {
  private static final String NO_KEY = ", and no route with a key leads here";
  private static final String UNBOUND = " without affinity and without a key";

  private AffinityDoubts() {}

  static void find(PoolUse use, Warnings warnings) {
    AffinityConfig affinity = use.pool().session().affinity();
    boolean bound = !(affinity instanceof AffinityConfig.None);
    if (bound && use.pool().backends().size() == 1) {
      warnings.warning(
          use.path() + ".affinity",
          word(affinity) + " in a pool with one backend",
          "a second backend, or none",
          "every request goes to the one anyway");
    }
    if (use.isUsed() && !use.hasKey()) {
      if (bound) {
        keyless(affinity, use.path() + ".affinity", warnings);
      } else {
        unbound(use, warnings);
      }
    }
    window(use, warnings);
  }

  private static String word(AffinityConfig affinity) {
    return affinity instanceof AffinityConfig.Cookie ? "cookie" : "table";
  }

  private static void keyless(AffinityConfig affinity, String path, Warnings warnings) {
    if (affinity instanceof AffinityConfig.Table) {
      warnings.warning(
          path,
          "table" + NO_KEY,
          "a route with a key, or cookie",
          "nothing but keys is remembered");
    } else if (affinity instanceof AffinityConfig.Cookie cookie && cookie.bindKey()) {
      warnings.warning(
          path + ".cookie.bindKey",
          "true" + NO_KEY,
          "a route with a key, or false",
          "there is nothing to bind it to");
    }
  }

  private static void unbound(PoolUse use, Warnings warnings) {
    SessionConfig session = use.pool().session();
    OnUnavailable onUnavailable = session.onUnavailable();
    if (onUnavailable.isStrict()) {
      warnings.warning(
          use.path() + ".onUnavailable",
          Shown.quoted(EnumText.of(onUnavailable)) + UNBOUND,
          "next, or a route with a key, or affinity",
          "no request belongs to one backend");
    }
    OnOwnerChange onOwnerChange = session.onOwnerChange();
    if (onOwnerChange.closeAfter() != null) {
      String given = onOwnerChange.closeAfter().isZero() ? "\"close\"" : "closeAfter";
      warnings.warning(
          use.path() + ".onOwnerChange",
          given + UNBOUND,
          "keep, or a route with a key, or affinity",
          "no stream has an owner that could change");
    }
  }

  private static void window(PoolUse use, Warnings warnings) {
    DrainConfig drain = use.pool().session().drain();
    if (drain.window() != null && drain.window().compareTo(drain.deadline()) > 0) {
      warnings.warning(
          use.path() + ".drain.window",
          DurationText.of(drain.window()) + ", longer than the deadline",
          "at most " + DurationText.of(drain.deadline()) + ", or auto",
          "no drain could end before its deadline");
    }
  }
}
