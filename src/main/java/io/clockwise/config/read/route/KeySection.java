package io.clockwise.config.read.route;

import com.google.re2j.Pattern;
import io.clockwise.config.KeySource;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Suggestion;
import io.clockwise.config.read.node.Value;
import io.clockwise.model.PathPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The key {@code key} of a route: one source or a list of them. */
final class KeySection {
  private static final List<String> BARE =
      List.of(
          "path",
          "target",
          "host",
          "method",
          "clientAddress",
          "tlsServerName",
          "tlsClientCertificate");
  private static final List<String> NAMED = List.of("header", "cookie", "query");
  private static final String WORDS =
      "path, target, host, method, clientAddress, tlsServerName, tlsClientCertificate, a capture"
          + " such as {room}, or a mapping such as { header: X-User-Id }";

  private KeySection() {}

  /**
   * Reads the sources of a route.
   *
   * @param match the route's own path pattern, whose captures may be used
   */
  static List<KeySource> read(Value value, PathPattern match) {
    if (!value.isList()) {
      return source(value, match, true).map(List::of).orElse(List.of());
    }
    List<KeySource> sources = new ArrayList<>();
    for (Value item : value.items(WORDS)) {
      source(item, match, true).ifPresent(sources::add);
    }
    return sources;
  }

  private static Optional<KeySource> source(Value value, PathPattern match, boolean allowsAll) {
    return value.isScalar() ? word(value, match) : mapping(value, match, allowsAll);
  }

  private static Optional<KeySource> word(Value value, PathPattern match) {
    Optional<String> text = value.text(WORDS);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    String word = text.get();
    if (word.startsWith("{") && word.endsWith("}")) {
      return KeyParts.capture(value, word, match, null);
    }
    if (BARE.contains(word)) {
      return KeyParts.bare(word);
    }
    String hint = Suggestion.hint(word, BARE);
    if (NAMED.contains(word)) {
      hint = "write { " + word + ": NAME }";
    }
    value.problem(WORDS, hint);
    return Optional.empty();
  }

  private static Optional<KeySource> mapping(Value value, PathPattern match, boolean allowsAll) {
    Fields fields = value.fields(WORDS);
    List<String> kinds = new ArrayList<>();
    List<String> possible = new ArrayList<>(NAMED);
    possible.addAll(BARE);
    if (allowsAll) {
      possible.add("all");
    }
    for (String kind : possible) {
      fields.get(kind).ifPresent(given -> kinds.add(kind));
    }
    Optional<Value> patternValue = fields.get("pattern");
    Optional<Pattern> pattern = patternValue.flatMap(KeyParts::pattern);
    fields.done();
    if (kinds.size() != 1) {
      boolean told = fields.isBroken() || kinds.isEmpty() && hasUnknown(fields, possible);
      if (!told) {
        String hint = kinds.isEmpty() ? "" : "make it a list, or write all: [ ... ] for one key";
        value.problem("exactly one of " + String.join(", ", possible), hint);
      }
      return Optional.empty();
    }
    String kind = kinds.get(0);
    Value detail = fields.get(kind).orElse(value);
    if (kind.equals("all")) {
      patternValue.ifPresent(given -> given.problem("no such key", "each part of all takes one"));
      return all(detail, match);
    }
    return detail(kind, detail, match, pattern.orElse(null));
  }

  private static boolean hasUnknown(Fields fields, List<String> possible) {
    return fields.entries().keySet().stream()
        .anyMatch(key -> !possible.contains(key) && !key.equals("pattern"));
  }

  private static Optional<KeySource> detail(
      String kind, Value detail, PathPattern match, @Nullable Pattern pattern) {
    return switch (kind) {
      case "header", "cookie" -> KeyParts.field(kind, detail, pattern);
      case "query" -> KeyParts.query(detail, pattern);
      case "path" -> KeyParts.path(detail, match, pattern);
      case "clientAddress" -> Optional.of(KeyParts.clientAddress(detail, pattern));
      case "target" -> KeyParts.empty(detail).map(ok -> new KeySource.Target(pattern));
      case "tlsServerName" ->
          KeyParts.empty(detail).map(ok -> new KeySource.TlsServerName(pattern));
      case "tlsClientCertificate" -> KeyParts.certificate(detail, pattern);
      case "host" -> KeyParts.empty(detail).map(ok -> new KeySource.Host(pattern));
      default -> KeyParts.empty(detail).map(ok -> new KeySource.Method(pattern));
    };
  }

  private static Optional<KeySource> all(Value list, PathPattern match) {
    List<KeySource> parts = new ArrayList<>();
    List<Value> items = list.items("a list of at least one key source");
    if (items.isEmpty() && list.isList()) {
      list.problem("a list of at least one key source", "");
    }
    for (Value item : items) {
      source(item, match, false).ifPresent(parts::add);
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(new KeySource.All(parts));
  }
}
