package io.clockwise.config.read.placement;

import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import io.clockwise.model.placement.KetamaSettings;
import io.clockwise.model.placement.KetamaSettings.Spymemcached;
import io.clockwise.model.placement.KetamaSettings.Twemproxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parameters of the ketama family. */
final class KetamaAlgorithms {
  private static final String TAG = "two ASCII characters such as \"{}\", or an empty text";

  private KetamaAlgorithms() {}

  static void addTo(Map<String, Algorithm> all) {
    List<KetamaSettings> fixed =
        List.of(
            new KetamaSettings.LibKetama(),
            new KetamaSettings.Libmemcached(),
            new KetamaSettings.LibmemcachedWeighted());
    fixed.forEach(settings -> all.put(settings.algorithm(), Algorithm.fixed(settings)));
    all.put(Twemproxy.DEFAULT.algorithm(), (fields, placement) -> twemproxy(fields));
    all.put(Spymemcached.DEFAULT.algorithm(), (fields, placement) -> spymemcached(fields));
  }

  private static Twemproxy twemproxy(Fields fields) {
    Twemproxy.Hash hash =
        fields.word("hash", Twemproxy.Hash.class, Parameters::lower, Twemproxy.DEFAULT.hash());
    return new Twemproxy(hash, fields.get("hashTag").flatMap(KetamaAlgorithms::tag).orElse(""));
  }

  private static Optional<String> tag(Value value) {
    Optional<String> text = value.text(TAG);
    if (text.isPresent() && !text.get().isEmpty()) {
      boolean two = text.get().length() == 2 && text.get().chars().allMatch(c -> c < 0x7f);
      if (!two) {
        value.problem(TAG, "");
        return Optional.empty();
      }
    }
    return text;
  }

  private static Spymemcached spymemcached(Fields fields) {
    Spymemcached normal = Spymemcached.DEFAULT;
    Spymemcached.Format format =
        fields.word("format", Spymemcached.Format.class, Parameters::lower, normal.format());
    return new Spymemcached(format, fields.flag("weighted", normal.weighted()));
  }
}
