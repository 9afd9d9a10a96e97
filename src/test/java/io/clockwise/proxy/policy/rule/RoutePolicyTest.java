package io.clockwise.proxy.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.FieldEdits;
import io.clockwise.config.RouteLimitsConfig;
import io.clockwise.model.FailureKind;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoutePolicyTest {
  @Test
  void fieldsAreRemovedThenSetThenAdded() {
    MultiMap fields =
        MultiMap.caseInsensitiveMultiMap().add("X-A", "1").add("X-A", "2").add("X-B", "3");
    EditedFields.apply(
        new FieldEdits(Map.of("x-a", "4"), Map.of("X-A", "5", "x-b", "6"), List.of("X-b", "X-C")),
        fields);
    assertThat(fields.getAll("X-A")).containsExactly("4", "5");
    assertThat(fields.getAll("X-B")).containsExactly("6");
    EditedFields.apply(FieldEdits.NONE, fields);
    assertThat(fields.entries()).hasSize(3);
  }

  @Test
  void aBodyAboveTheLimitIsRefusedByItsLengthOrByWhatCame() {
    RouteLimitsConfig ten = new RouteLimitsConfig(10);
    assertThat(BodyLimit.check(ten, "10")).isNull();
    assertThat(BodyLimit.check(ten, null)).isNull();
    assertThat(BodyLimit.check(ten, 10)).isNull();
    for (String length : List.of("11", "0000000000000000011", "99999999999999999999999")) {
      assertThat(BodyLimit.check(ten, length).kind()).isEqualTo(FailureKind.BODY_TOO_LARGE);
    }
    assertThat(BodyLimit.check(ten, 11).detail()).contains("10 bytes");
    assertThat(BodyLimit.check(new RouteLimitsConfig(0), "1")).isNotNull();
    assertThat(BodyLimit.check(RouteLimitsConfig.NONE, "99999999999999999999999")).isNull();
    assertThat(BodyLimit.check(RouteLimitsConfig.NONE, Long.MAX_VALUE)).isNull();
  }
}
