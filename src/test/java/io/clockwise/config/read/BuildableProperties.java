package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.placement.EnvoySettings;
import io.clockwise.model.placement.EnvoySettings.Locality;
import io.clockwise.model.placement.OwnSettings.Slots;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.placement.Placement;
import io.clockwise.placement.build.Placements;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever the reader takes can be built: no builder knows a limit that the reader does not. */
class BuildableProperties {
  @Property(tries = 400)
  void settingsThatFitTheBackendsCanBeBuilt(@ForAll long seed) {
    Random random = new Random(seed);
    List<BackendConfig> backends = new ArrayList<>();
    for (int i = 0; i < random.nextInt(4); i++) {
      backends.add(
          new BackendConfig(
              "b" + i,
              new BackendAddress(random.nextInt(4) == 0 ? "h" : "10.0.0." + i, 80),
              random.nextInt(100),
              AdminState.READY,
              List.of("", "", "", "7", "x").get(random.nextInt(5))));
    }
    PlacementSettings settings = new PlacementDraw(random, backends).settings();
    if (settings instanceof Slots slots) {
      settings = new Slots(Slots.MIN_COUNT, slots.slackThousandths(), slots.seed());
    }
    PoolConfig pool =
        new PoolConfig(settings, backends, ConnectionsConfig.DEFAULT, TimeoutsConfig.DEFAULT);

    Placement placement = Placements.build(settings, pool.members());

    Set<String> nobodys =
        settings instanceof EnvoySettings envoy ? inWeightless(envoy.localities()) : Set.of();
    boolean placed = backends.stream().anyMatch(b -> b.weight() > 0 && !nobodys.contains(b.id()));
    int owner = placement.pick(placement.key(new byte[] {'1'}), member -> true);
    assertThat(owner >= 0).as(settings.toString()).isEqualTo(placed);
  }

  /** Returns the backends of the localities that own nothing. */
  private static Set<String> inWeightless(List<Locality> localities) {
    return localities.stream()
        .filter(locality -> locality.weight() == 0)
        .flatMap(locality -> locality.backends().stream())
        .collect(Collectors.toSet());
  }
}
