package io.clockwise.config.read;

import io.clockwise.config.AccessLogConfig;
import io.clockwise.config.AccessLogConfig.Format;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Suggestion;
import io.clockwise.config.read.node.Value;
import io.clockwise.config.text.EnumText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The key {@code accessLog}: a mapping, or a format alone. */
final class AccessLogSection {
  private static final String FILE = "the path of a file, or \"-\" for standard output";

  private AccessLogSection() {}

  static AccessLogConfig read(Value value) {
    if (value.isScalar()) {
      return new AccessLogConfig(format(value), AccessLogConfig.DEFAULT.file());
    }
    Fields fields = value.fields("off, or a mapping with format and file");
    Format format =
        fields.get("format").map(AccessLogSection::format).orElse(AccessLogConfig.DEFAULT.format());
    String file =
        fields.get("file").flatMap(AccessLogSection::file).orElse(AccessLogConfig.DEFAULT.file());
    fields.done();
    return new AccessLogConfig(format, file);
  }

  private static Format format(Value value) {
    List<String> words = EnumText.words(Format.class);
    Optional<String> text = value.text(Value.oneOf(words));
    Optional<Format> format = text.flatMap(word -> EnumText.parse(Format.class, word));
    if (text.isPresent() && format.isEmpty()) {
      boolean template = text.get().indexOf('$') >= 0;
      String hint =
          template ? "templates are not supported yet" : Suggestion.hint(text.get(), words);
      value.problem(Value.oneOf(words), hint);
    }
    return format.orElse(AccessLogConfig.DEFAULT.format());
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
