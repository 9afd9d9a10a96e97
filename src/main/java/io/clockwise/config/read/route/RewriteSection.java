package io.clockwise.config.read.route;

import io.clockwise.config.ReplacePrefixConfig;
import io.clockwise.config.RewriteConfig;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.util.Optional;
import java.util.regex.Pattern;

/** The key {@code rewrite} of a route. */
final class RewriteSection {
  private static final String PREFIX = "whole segments of a path such as /api";
  private static final Pattern CHARS =
      Pattern.compile("([A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*");
  private static final Pattern DOTS = Pattern.compile("(?i).*/(\\.|%2e){1,2}(/.*)?");

  private RewriteSection() {}

  static RewriteConfig read(Value value) {
    Fields fields = value.fields("a mapping such as { stripPrefix: /api }");
    String strip = fields.get("stripPrefix").flatMap(given -> prefix(given, false)).orElse(null);
    ReplacePrefixConfig replace =
        fields.get("replacePrefix").map(RewriteSection::replace).orElse(null);
    fields.done();
    if (!fields.isBroken() && fields.has("stripPrefix") == fields.has("replacePrefix")) {
      value.problem("one of stripPrefix, replacePrefix", "");
    }
    return new RewriteConfig(strip, replace);
  }

  private static ReplacePrefixConfig replace(Value value) {
    Fields fields = value.fields("a mapping such as { from: /api, to: /v2 }");
    Optional<String> from = fields.required("from", PREFIX, "").flatMap(v -> prefix(v, true));
    Optional<String> to = fields.required("to", PREFIX, "").flatMap(v -> prefix(v, true));
    fields.done();
    return new ReplacePrefixConfig(from.orElse("/"), to.orElse("/"));
  }

  private static Optional<String> prefix(Value value, boolean mayBeAll) {
    Optional<String> text = value.text(PREFIX);
    if (text.isEmpty() || mayBeAll && text.get().equals("/")) {
      return text;
    }
    String hint = "";
    if (text.get().endsWith("/")) {
      hint = "leave the last slash out";
    } else if (text.get().indexOf('*') >= 0 || text.get().indexOf('{') >= 0) {
      hint = "a prefix is plain text, not a pattern";
    } else if (!CHARS.matcher(text.get()).matches()) {
      hint = "paths are compared as sent: percent-encode what is not allowed in a path";
    } else if (DOTS.matcher(text.get()).matches()) {
      hint = "dot segments never stand in a path";
    } else if (text.get().startsWith("/")) {
      return text;
    }
    value.problem(PREFIX, hint);
    return Optional.empty();
  }
}
