package io.clockwise.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.model.Availability;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings.Ring;
import io.clockwise.placement.build.Placements;
import io.clockwise.telemetry.Meters;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolSnapshotTest {
  private final Meters meters = new Meters(1);

  @Test
  void backendsAreKnownByTheirIndex() {
    PoolSnapshot pool = Tables.pool("p", meters, "c!maint", "a*0", "b!drain", "d*3");
    assertThat(pool.name()).isEqualTo("p");
    assertThat(pool.revision()).isEqualTo(1);
    assertThat(pool.config().placement()).isEqualTo(Ring.DEFAULT);
    assertThat(pool.size()).isEqualTo(4);
    assertThat(pool.backend(3).id()).isEqualTo("d");
    assertThat(pool.indexOf("c")).isEqualTo(2);
    assertThat(pool.indexOf("x")).isEqualTo(-1);
    assertThat(pool.availability(0)).isEqualTo(Availability.OPEN);
    assertThat(pool.availability(1)).isEqualTo(Availability.STICKY_ONLY);
    assertThat(pool.availability(2)).isEqualTo(Availability.CLOSED);
    assertThat(pool.isOpen(1)).isFalse();
    assertThat(pool.openCount()).isEqualTo(2);
    assertThat(pool.meters(3)).isSameAs(meters.backend("p", "d"));
    assertThat(pool.toString()).startsWith("p@1[").contains("id=d");
  }

  @Test
  void membersOfThePlacementAreMappedPastBackendsWithoutWeight() {
    PoolSnapshot pool = Tables.pool("p", meters, "a*0", "b!maint", "c*0", "d");
    assertThat(pool.placement().members()).extracting(Member::id).containsExactly("b", "d");
    assertThat(pool.indexOfMember(0)).isEqualTo(1);
    assertThat(pool.indexOfMember(1)).isEqualTo(3);
    assertThat(pool.openMembers().accepts(0)).isFalse();
    assertThat(pool.openMembers().accepts(1)).isTrue();
    assertThat(pool.openBackends().size()).isEqualTo(1);
    assertThat(pool.openBackends().entry(0).index()).isEqualTo(3);
  }

  @Test
  void aMemberWithoutABackendIsRefused() {
    PoolSnapshot pool = Tables.pool("p", meters, "a", "b");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new PoolSnapshot(
                    "p",
                    1,
                    pool.config(),
                    Placements.build(Ring.DEFAULT, List.of(new Member("c", 1))),
                    List.of()))
        .withMessage("pool p has no backend for member c");
  }
}
