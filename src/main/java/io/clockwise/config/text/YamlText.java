package io.clockwise.config.text;

import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/** Parts of documents as YAML. */
public final class YamlText {
  private static final int WIDTH = 120;

  private YamlText() {}

  /** Returns mappings, lists, texts and numbers as a document that reads as they are. */
  public static String of(Map<String, ?> part) {
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(DumperOptions.FlowStyle.AUTO);
    options.setWidth(WIDTH);
    return new Yaml(options).dump(part);
  }
}
