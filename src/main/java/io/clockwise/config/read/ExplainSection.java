package io.clockwise.config.read;

import io.clockwise.config.ExplainConfig;
import io.clockwise.config.SecretFile;
import io.clockwise.config.read.form.SecretText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.util.Optional;

/** The key {@code explain}. */
final class ExplainSection {
  /** As for the tokens of the admin API: nobody can try them offline. */
  private static final int FEWEST = 16;

  private ExplainSection() {}

  static ExplainConfig read(Value value) {
    if (value.isWord("off")) {
      return ExplainConfig.OFF;
    }
    Fields fields = value.fields("a mapping such as { token: explain.token }, or off");
    Optional<Value> file = fields.get("token").filter(given -> !given.isEmptyText());
    fields.done();
    Optional<SecretFile> token = file.flatMap(given -> SecretText.read(given, FEWEST));
    if (token.isPresent() && !token.get().text().chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      file.get()
          .problem(
              "the path of a file with a secret that a field can carry",
              "it holds other characters than visible ASCII; " + SecretText.ADVICE);
      return ExplainConfig.OFF;
    }
    return new ExplainConfig(token.orElse(null));
  }
}
