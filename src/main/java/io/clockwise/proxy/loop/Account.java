package io.clockwise.proxy.loop;

import io.clockwise.config.SecretFile;
import io.clockwise.model.AdminState;
import io.clockwise.model.OffOwner;
import io.clockwise.route.Decision;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RequestFacts;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.explain.Candidate;
import io.clockwise.route.explain.Explanation;
import io.clockwise.telemetry.accesslog.AccessRecord;
import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the client of one request is told of its decision, since it has the token for that, and the
 * backend that it may name. Only such requests have one.
 */
public final class Account {
  /** The field with the token. */
  public static final String TOKEN = "clockwise-explain";

  /** The field that names a backend. */
  public static final String BACKEND = "clockwise-backend";

  /** The field of the answer. */
  public static final String ANSWER = "clockwise-explanation";

  private static final int MOST_CANDIDATES = 20;

  private final Explanation explanation;
  private final Decision.Kind kind;
  private String override = "";

  /** Makes one of what a decision by this table says now. */
  public Account(Decision decision, RoutingTable table) {
    this.explanation = Explanation.of(decision, table, false);
    this.kind = decision.kind();
  }

  /** Tells whether a request has the token. */
  public static boolean isWanted(RequestFacts facts, RoutingTable table) {
    SecretFile token = table.config().explain().token();
    String given = token == null ? null : facts.header(TOKEN);
    return token != null && given != null && MessageDigest.isEqual(raw(given), raw(token.text()));
  }

  private static byte[] raw(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * Returns the choice of the backend that the request names, where it may be chosen; else the one
   * given.
   */
  public @Nullable Choice choose(@Nullable Choice choice, @Nullable String wanted) {
    if (wanted == null || choice == null || !isOpenToOverride()) {
      return choice;
    }
    Stream<PoolSnapshot> pools =
        Stream.of(
                Stream.ofNullable(choice.target()),
                choice.route().pools().stream(),
                Stream.ofNullable(choice.route().backup()))
            .flatMap(each -> each);
    PoolSnapshot pool = pools.filter(each -> each.indexOf(wanted) >= 0).findFirst().orElse(null);
    if (pool == null) {
      override = "ignored(unknown)";
      return choice;
    }
    int index = pool.indexOf(wanted);
    if (!pool.isOverridable(index)) {
      boolean maint = pool.backend(index).adminState() == AdminState.MAINT;
      override = maint ? "ignored(maint)" : "ignored(drain)";
      return choice;
    }
    return choice.overridden(pool, index);
  }

  /* What a route answers by itself, or to nobody, has no backend. */
  private boolean isOpenToOverride() {
    return switch (kind) {
      case ROUTED, NO_BACKEND, MISSING_KEY -> true;
      case NO_ROUTE, DENIED, REDIRECT, RESPOND -> false;
    };
  }

  /** Writes the field of an answer. */
  void write(
      @Nullable Choice choice, List<AccessRecord.Try> tries, boolean answered, MultiMap fields) {
    List<String> parts = new ArrayList<>();
    Explanation.Place place = explanation.place();
    if (choice == null || choice.backend() < 0) {
      parts.add("outcome=" + lower(kind));
    }
    add(parts, "route", place.route());
    add(parts, "pool", choice == null || choice.target() == null ? null : choice.pool().name());
    Explanation.Key key = explanation.key();
    add(parts, "key", key == null ? null : key.source() + "/" + String.format("%016x", key.hash()));
    add(parts, "owner", place.owner());
    if (choice != null && choice.backend() >= 0) {
      parts.add("chosen=" + choice.pool().backend(choice.backend()).id());
      parts.add("chosenBy=" + lower(choice.chosenBy()));
      OffOwner why = choice.offOwner();
      add(parts, "offOwner", why == null ? null : lower(why));
    }
    add(parts, "override", override);
    add(parts, "cookie", explanation.cookie() == null ? null : lower(explanation.cookie()));
    add(parts, "candidates", candidates());
    add(parts, "attempts", attempts(choice, tries, answered));
    parts.add("revision=" + explanation.version().revision());
    parts.add("epoch=" + explanation.version().epoch());
    fields.set(ANSWER, visible(String.join(", ", parts)));
  }

  private static void add(List<String> parts, String name, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      parts.add(name + "=" + value);
    }
  }

  private String candidates() {
    List<Candidate> all = explanation.candidates();
    String text =
        all.stream()
            .limit(MOST_CANDIDATES)
            .map(
                each ->
                    each.skipped() == null
                        ? each.backend()
                        : each.backend() + "(" + lower(each.skipped()) + ")")
            .collect(Collectors.joining(","));
    return all.size() > MOST_CANDIDATES ? text + ",..." : text;
  }

  private static String attempts(
      @Nullable Choice choice, List<AccessRecord.Try> tries, boolean answered) {
    List<String> all = new ArrayList<>();
    tries.forEach(each -> all.add(each.backend() + "(" + each.result() + ")"));
    if (answered && choice != null && choice.backend() >= 0) {
      all.add(choice.pool().backend(choice.backend()).id());
    }
    return String.join(",", all);
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /* Names of routes and backends are as free as the document lets them be. */
  private static String visible(String text) {
    return text.replaceAll("[^ -~]", "?");
  }
}
