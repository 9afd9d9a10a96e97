package io.clockwise.config.read.route;

import com.google.re2j.Pattern;
import io.clockwise.config.KeySource;
import io.clockwise.config.KeySource.CertificatePart;
import io.clockwise.config.read.form.ExpressionText;
import io.clockwise.config.read.form.NameText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Suggestion;
import io.clockwise.config.read.node.Value;
import io.clockwise.model.PathPattern;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What each kind of key source says of itself. */
final class KeyParts {
  private static final int V4_BITS = 32;
  private static final int V6_BITS = 128;
  private static final int V6_SITE = 64;
  private static final String PATH = "a path pattern with one capture such as /cart/{key}/**";
  private static final String NOTHING = "nothing, or {}";
  private static final String QUERY = "a parameter name as sent, printable ASCII without & = #";
  private static final String PATTERN = "an RE2 expression with exactly one capture group";

  private KeyParts() {}

  static Optional<KeySource> bare(String kind) {
    return Optional.of(
        switch (kind) {
          case "path" -> new KeySource.Path(null, null);
          case "target" -> new KeySource.Target(null);
          case "host" -> new KeySource.Host(null);
          case "method" -> new KeySource.Method(null);
          case "tlsServerName" -> new KeySource.TlsServerName(null);
          case "tlsClientCertificate" ->
              new KeySource.TlsClientCertificate(CertificatePart.SUBJECT, null);
          default -> new KeySource.ClientAddress(V4_BITS, V6_SITE, null);
        });
  }

  static Optional<KeySource> field(String kind, Value value, @Nullable Pattern pattern) {
    String expected = "the name of a " + kind;
    Optional<String> name = value.text(expected);
    if (name.isPresent() && !NameText.isToken(name.get())) {
      value.problem(expected, "");
      return Optional.empty();
    }
    return name.map(
        text ->
            kind.equals("header")
                ? new KeySource.Header(text, pattern)
                : new KeySource.Cookie(text, pattern));
  }

  static Optional<KeySource> query(Value value, @Nullable Pattern pattern) {
    Optional<String> name = value.text(QUERY);
    boolean sendable =
        name.isPresent()
            && !name.get().isEmpty()
            && name.get().chars().allMatch(c -> c > ' ' && c < 0x7f && "&=#".indexOf(c) < 0);
    if (name.isPresent() && !sendable) {
      value.problem(QUERY, "names are compared as sent: percent-encode other characters");
      return Optional.empty();
    }
    return name.map(text -> new KeySource.Query(text, pattern));
  }

  static Optional<KeySource> path(Value value, PathPattern match, @Nullable Pattern pattern) {
    if (!value.isScalar() || value.isNothing()) {
      return empty(value).map(ok -> new KeySource.Path(null, pattern));
    }
    Optional<String> text = value.text(PATH);
    if (text.isPresent() && text.get().startsWith("{") && text.get().endsWith("}")) {
      return capture(value, text.get(), match, pattern);
    }
    Optional<PathPattern> template = text.flatMap(t -> MatchSection.path(value, PATH));
    if (template.isPresent() && template.get().captures().size() != 1) {
      String hint =
          template.get().captures().isEmpty()
              ? "write key: path for the whole path"
              : "use * for the others, or all: [ ... ] for several";
      value.problem(PATH, hint);
      return Optional.empty();
    }
    return template.map(found -> new KeySource.Path(found, pattern));
  }

  static Optional<KeySource> capture(
      Value value, String text, PathPattern match, @Nullable Pattern pattern) {
    String name = text.substring(1, text.length() - 1);
    List<String> captures = match.captures();
    if (!captures.contains(name)) {
      String expected =
          captures.isEmpty()
              ? "a capture of the route's match"
              : "a capture of the route's match: {" + String.join("}, {", captures) + "}";
      String hint = Suggestion.of(name, captures).map(c -> "did you mean {" + c + "}?").orElse("");
      value.problem(
          expected, captures.isEmpty() ? "its path pattern " + match + " has none" : hint);
      return Optional.empty();
    }
    return Optional.of(new KeySource.Capture(name, pattern));
  }

  static KeySource clientAddress(Value value, @Nullable Pattern pattern) {
    if (value.isNothing()) {
      return new KeySource.ClientAddress(V4_BITS, V6_SITE, pattern);
    }
    Fields fields = value.fields("a mapping such as { v4Prefix: 32, v6Prefix: 64 }");
    int v4Prefix = fields.integer("v4Prefix", 0, V4_BITS, V4_BITS);
    int v6Prefix = fields.integer("v6Prefix", 0, V6_BITS, V6_SITE);
    fields.done();
    return new KeySource.ClientAddress(v4Prefix, v6Prefix, pattern);
  }

  static Optional<KeySource> certificate(Value value, @Nullable Pattern pattern) {
    Optional<CertificatePart> part =
        value.isScalar() && !value.isNothing()
            ? Optional.of(value.word(CertificatePart.class, CertificatePart.SUBJECT))
            : empty(value).map(ok -> CertificatePart.SUBJECT);
    return part.map(found -> new KeySource.TlsClientCertificate(found, pattern));
  }

  /** Takes nothing or an empty mapping; empty after a problem. */
  static Optional<Value> empty(Value value) {
    if (!value.isNothing()) {
      Fields fields = value.fields(NOTHING);
      if (fields.isBroken()) {
        return Optional.empty();
      }
      fields.entries().values().forEach(entry -> entry.problem("no such key", ""));
    }
    return Optional.of(value);
  }

  static Optional<Pattern> pattern(Value value) {
    Optional<Pattern> pattern = ExpressionText.read(value, PATTERN);
    if (pattern.isPresent() && pattern.get().groupCount() != 1) {
      String hint = "it has " + pattern.get().groupCount() + "; (?:...) groups without capturing";
      value.problem(PATTERN, hint);
      return Optional.empty();
    }
    return pattern;
  }
}
