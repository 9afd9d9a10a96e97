package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.ConfigResult;
import io.clockwise.config.read.placement.PlacementSection;
import io.clockwise.model.placement.HaproxySettings;
import io.clockwise.model.placement.HaproxySettings.Function;
import io.clockwise.model.placement.HaproxySettings.HashKey;
import io.clockwise.model.placement.HaproxySettings.Input;
import io.clockwise.model.placement.HaproxySettings.KeyHash;
import io.clockwise.model.placement.OwnSettings.Slots;
import io.clockwise.model.placement.PlacementSettings;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PlacementSectionTest {
  private static PlacementSettings read(String placement) {
    return Documents.valid("pools: { web: { placement: " + placement + " } }")
        .pools()
        .get("web")
        .placement();
  }

  static List<PlacementSettings> algorithms() {
    return EveryAlgorithm.defaults();
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void readsTheNameAlone(PlacementSettings defaults) {
    assertThat(read(defaults.algorithm())).isEqualTo(defaults);
    assertThat(read("{ algorithm: " + defaults.algorithm() + " }")).isEqualTo(defaults);
  }

  @Test
  void isSlotsByDefault() {
    assertThat(PlacementSection.DEFAULT).isEqualTo(Slots.DEFAULT);
    assertThat(read("{}")).isEqualTo(Slots.DEFAULT);
    assertThat(read("{ seed: blue }")).isEqualTo(new Slots(1 << 18, 20, "blue"));
    assertThat(read("{ seed: \"\" }")).isEqualTo(Slots.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1000", "1.0, 1000", "0.5, 500", "0.05, 50", "0.001, 1", "0.020, 20"})
  void readsTheSlackInThousandths(String slack, int thousandths) {
    assertThat(read("{ slack: " + slack + " }"))
        .isEqualTo(new Slots(Slots.DEFAULT.count(), thousandths, ""));
  }

  @ParameterizedTest
  @CsvSource({
    "'', SDBM, true",
    "'avalanche: false', SDBM, false",
    "'function: sdbm', SDBM, false",
    "'function: crc32', CRC32, false",
    "'function: crc32, avalanche: true', CRC32, true"
  })
  void readsAvalancheAsHaproxyDoes(String parameters, Function function, boolean avalanche) {
    KeyHash expected = new KeyHash(function, avalanche, Input.ALL);

    assertThat(read("{ algorithm: haproxy-consistent, " + parameters + " }"))
        .isEqualTo(new HaproxySettings.Consistent(expected, HashKey.ID));
  }

  @Test
  void readsNoAvalancheForATableUnlessItIsAskedFor() {
    assertThat(read("{ algorithm: haproxy-map-based, function: djb2 }"))
        .isEqualTo(new HaproxySettings.MapBased(new KeyHash(Function.DJB2, false, Input.ALL)));
    assertThat(read("{ algorithm: haproxy-map-based, avalanche: true }"))
        .isEqualTo(new HaproxySettings.MapBased(new KeyHash(Function.SDBM, true, Input.ALL)));
  }

  @ParameterizedTest
  @CsvSource({
    "299, 262144, 0.02, false",
    "300, 262144, 0.02, true",
    "300, 524288, 0.049, true",
    "300, 1048576, 0.02, false",
    "300, 262144, 0.05, false"
  })
  void warnsOfManyBackendsOnFewSlots(int backends, int count, String slack, boolean warns) {
    String list =
        IntStream.range(0, backends)
            .mapToObj(i -> "m" + i + "=h:1")
            .collect(Collectors.joining(", "));
    String placement = "{ count: " + count + ", slack: " + slack + " }";
    ConfigResult result =
        Documents.read(
            "pools: { web: { placement: "
                + placement
                + ", backends: ["
                + list
                + ", \"none=h:1*0\"] } }");

    assertThat(Documents.lines(result)).hasSize(warns ? 1 : 0);
    if (warns) {
      assertThat(Documents.lines(result).get(0))
          .startsWith("warning: line 1: pools.web.placement: given " + backends + " backends on ")
          .contains("count: 1048576, slack: 0.05, or placement: ring");
    }
  }
}
