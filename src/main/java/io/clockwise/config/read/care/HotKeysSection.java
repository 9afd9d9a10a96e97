package io.clockwise.config.read.care;

import io.clockwise.config.HotKeysConfig;
import io.clockwise.config.read.form.ShareText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The key {@code hotKeys} of a pool: off, or a mapping. */
final class HotKeysSection {
  private static final String FORM = "off, or a mapping such as { spreadAbove: 5% }";
  private static final int FEWEST = 2;
  private static final int MOST = 16;

  private HotKeysSection() {}

  /** Reads the rules; null: off. */
  static @Nullable HotKeysConfig read(Value value) {
    if (CareSection.isOff(value)) {
      return null;
    }
    Fields fields = value.fields(FORM);
    Optional<Double> share =
        fields.required("spreadAbove", ShareText.FORM, "").flatMap(ShareText::read);
    int over = fields.integer("over", FEWEST, MOST, FEWEST);
    boolean names = fields.flag("names", false);
    fields.done();
    return share.map(known -> new HotKeysConfig(known, over, names)).orElse(null);
  }
}
