package io.clockwise.config.read.route;

import io.clockwise.config.PageFile;
import io.clockwise.config.RedirectConfig;
import io.clockwise.config.RespondConfig;
import io.clockwise.config.read.form.FieldText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The keys {@code redirect} and {@code respond}: answers without a backend. */
final class AnswerSection {
  private static final String TO =
      "an http or https URL, or a path, such as https://{host}{path}{query}";
  private static final Pattern PLACE =
      Pattern.compile("(https?://([A-Za-z0-9]|\\{host\\}|\\[)|/(?!/|\\{)).*|/");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(host|path|query)\\}");
  private static final String PLAIN_TEXT = "text/plain; charset=utf-8";
  private static final Set<Integer> WITHOUT_BODY = Set.of(204, 205, 304);

  private AnswerSection() {}

  static RedirectConfig redirect(Value value) {
    if (value.isWord("https")) {
      return RedirectConfig.HTTPS;
    }
    if (value.isScalar()) {
      return new RedirectConfig(to(value), RedirectConfig.HTTPS.status());
    }
    Fields fields = value.fields("https, or a mapping such as { to: \"https://{host}{path}\" }");
    String to = fields.required("to", TO, "").map(AnswerSection::to).orElse("");
    int status =
        fields
            .get("status")
            .flatMap(given -> given.choice(List.of("301", "302", "303", "307", "308")))
            .map(Integer::parseInt)
            .orElse(RedirectConfig.HTTPS.status());
    fields.done();
    return new RedirectConfig(to, status);
  }

  private static String to(Value value) {
    Optional<String> text = value.text(TO);
    if (text.isEmpty()) {
      return "";
    }
    String literal = PLACEHOLDER.matcher(text.get()).replaceAll("");
    if (literal.indexOf('{') >= 0 || literal.indexOf('}') >= 0) {
      value.problem(TO, "the placeholders are {host}, {path} and {query}");
    } else if (!literal.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      value.problem(TO, "percent-encode blanks and letters that are not ASCII");
    } else if (!PLACE.matcher(text.get()).matches()) {
      value.problem(TO, "a place that a request alone makes up could lead anywhere");
    }
    return text.get();
  }

  static RespondConfig respond(Value value) {
    Fields fields = value.fields("a mapping such as { status: 200, body: \"ok\" }");
    int status = fields.integer("status", 200, 599, 200);
    String body = fields.get("body").flatMap(given -> given.text("a text")).orElse("");
    PageFile file = fields.get("file").flatMap(PageSection::file).orElse(null);
    String contentType =
        fields
            .get("contentType")
            .flatMap(FieldText::value)
            .orElse(file == null ? PLAIN_TEXT : file.contentType());
    fields.done();
    boolean both = fields.has("body") && fields.has("file");
    if (both || WITHOUT_BODY.contains(status) && (!body.isEmpty() || file != null)) {
      value.problem(both ? "body or file" : "no body with status " + status, "");
    }
    return new RespondConfig(status, body, contentType, file);
  }
}
