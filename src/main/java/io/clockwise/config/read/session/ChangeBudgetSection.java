package io.clockwise.config.read.session;

import io.clockwise.config.ChangeBudgetConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.read.form.ShareText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The key {@code changeBudget} of a pool: off, or a mapping. */
public final class ChangeBudgetSection {
  private static final String FORM = "off, or a mapping such as { perMinute: 5% }";

  private ChangeBudgetSection() {}

  /** Reads the budget; null: off. */
  static @Nullable ChangeBudgetConfig read(Value value) {
    if (value.isWord("off") || value.isWord("false")) {
      return null;
    }
    Fields fields = value.fields(FORM);
    Optional<Double> share =
        fields.required("perMinute", ShareText.FORM, "").flatMap(ShareText::read);
    fields.done();
    return share.map(ChangeBudgetConfig::new).orElse(null);
  }

  /** Notes a problem where every backend that opens or closes is placed anew, at once. */
  public static void unstaged(PoolConfig config, Value pool) {
    if (config.session().changeBudget() != null && config.placement().placesOpenOnly()) {
      pool.reading()
          .problem(
              pool.path() + ".changeBudget",
              "a budget, with placement " + config.placement().algorithm(),
              "off, or a placement such as slots",
              "that one places open backends only, so health moves keys as well");
    }
  }
}
