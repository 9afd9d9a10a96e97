package io.clockwise.config.read;

import io.clockwise.config.AccessLogConfig;
import io.clockwise.config.LogFormat;
import io.clockwise.config.LogFormat.Kind;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Suggestion;
import io.clockwise.config.read.node.Value;
import io.clockwise.config.text.EnumText;
import io.clockwise.model.log.LogTarget;
import io.clockwise.model.log.LogVariable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The key {@code accessLog}: a mapping, or a format alone. */
final class AccessLogSection {
  private static final String FILE = "the path of a file, or \"-\" for standard output";

  private static final List<String> WORDS =
      EnumText.words(Kind.class).stream().filter(word -> !word.equals("template")).toList();
  private static final String FORMATS =
      Value.oneOf(WORDS) + ", or a template such as \"$remote_addr $request $status\"";
  private static final Pattern NAME = Pattern.compile("\\$(?:(\\w+)|\\{(\\w+)\\}|)");

  private AccessLogSection() {}

  static AccessLogConfig read(Value value) {
    AccessLogConfig normal = AccessLogConfig.DEFAULT;
    if (value.isScalar()) {
      return new AccessLogConfig(format(value), normal.file(), normal.logTarget());
    }
    Fields fields = value.fields("off, or a mapping with format and file");
    LogFormat format = fields.get("format").map(AccessLogSection::format).orElse(normal.format());
    String file = fields.get("file").flatMap(AccessLogSection::file).orElse(normal.file());
    LogTarget target = fields.word("logTarget", LogTarget.class, normal.logTarget());
    fields.done();
    return new AccessLogConfig(format, file, target);
  }

  private static LogFormat format(Value value) {
    Optional<String> text = value.text(FORMATS);
    if (text.isPresent() && text.get().indexOf('$') >= 0) {
      return template(value, text.get());
    }
    Optional<Kind> kind =
        text.flatMap(word -> EnumText.parse(Kind.class, word))
            .filter(known -> known != Kind.TEMPLATE);
    if (text.isPresent() && kind.isEmpty()) {
      value.problem(FORMATS, Suggestion.hint(text.get(), WORDS));
    }
    return kind.map(known -> new LogFormat(known, "")).orElse(AccessLogConfig.DEFAULT.format());
  }

  private static LogFormat template(Value value, String text) {
    Matcher names = NAME.matcher(text);
    while (names.find()) {
      String name = names.group(1) != null ? names.group(1) : names.group(2);
      if (name == null || LogVariable.of(name).isEmpty()) {
        String hint = name == null ? "" : Suggestion.hint(name, LogVariable.names());
        value.problem(
            "a template of known variables: $" + String.join(" $", LogVariable.names()), hint);
      }
    }
    if (text.chars().anyMatch(c -> c < 0x20 || c >= 0x7f)) {
      value.problem("a template on one line, of printable ASCII", "");
    }
    return LogFormat.template(text);
  }

  private static Optional<String> file(Value value) {
    Optional<String> text = value.text(FILE);
    if (text.isEmpty() || text.get().equals("-")) {
      return text;
    }
    Optional<Path> path = text.filter(t -> !t.isEmpty()).flatMap(t -> value.reading().resolve(t));
    if (path.isEmpty()) {
      value.problem(FILE, text.get().isEmpty() ? "" : "this system cannot have such a path");
    }
    return path.map(Path::toString);
  }
}
