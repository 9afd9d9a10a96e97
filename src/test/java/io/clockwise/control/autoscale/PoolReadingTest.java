package io.clockwise.control.autoscale;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.AutoscaleConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.control.autoscale.ScaleFacts.Part;
import io.clockwise.control.autoscale.ScaleFacts.Role;
import io.clockwise.control.intent.Intents;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeRecord.Kind;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendHealth;
import io.clockwise.model.Health;
import io.clockwise.telemetry.BackendMeters;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a table and the accepted intent say of a pool's backends. */
class PoolReadingTest {
  private static final AutoscaleConfig RULE = AutoscaleConfig.DEFAULT;
  private static final BackendHealth EJECTED =
      new BackendHealth(Health.UP, true, false, true, "", Instant.EPOCH);
  private static final BackendHealth LEAVING =
      new BackendHealth(Health.UP, false, true, true, "", Instant.EPOCH);

  private final Map<String, BackendHealth> health = new HashMap<>();

  private ScaleModel model(String... backends) {
    List<BackendConfig> all =
        Arrays.stream(backends)
            .map(Intents::backend)
            .map(backend -> backend.withStandby(backend.id().startsWith("s")))
            .toList();
    return new ScaleModel(RULE, (pool, id) -> health.getOrDefault(id, BackendHealth.UP), all);
  }

  private Map<String, Part> parts(ScaleModel model) {
    Map<String, Part> parts = new HashMap<>();
    PoolReading.parts(model.state, model.pool(), RULE).forEach(p -> parts.put(p.id(), p));
    return parts;
  }

  private static BackendChange.Wish ready(String id) {
    return new BackendChange.Wish(ScaleModel.POOL, id, AdminState.READY);
  }

  @Test
  void openOnesAreCapacityByTheirWeightUpToTheirConnections() {
    Map<String, Part> parts = parts(model("a=h:1*1@READY", "b=h:2*3@READY", "c=h:3*9@READY"));

    assertThat(parts.get("a")).isEqualTo(new Part("a", 100, Role.SERVING, 0, false));
    assertThat(parts.get("b").capacity()).isEqualTo(300);
    assertThat(parts.get("c").capacity()).isEqualTo(512);
  }

  @Test
  void theDownAndTheEjectedAreNoCapacityAndAreNotBroughtIn() {
    health.put("a", BackendHealth.of(Health.DOWN));
    health.put("b", EJECTED);
    health.put("s1", BackendHealth.of(Health.DOWN));
    health.put("s2", LEAVING);

    Map<String, Part> parts =
        parts(
            model(
                "a=h:1*1@READY",
                "b=h:2*1@READY",
                "c=h:3*1@READY",
                "s1=h:4*1@MAINT",
                "s2=h:5*1@MAINT",
                "s3=h:6*1@MAINT",
                "s4=h:7*0@MAINT"));

    assertThat(parts.get("a").role()).isEqualTo(Role.OTHER);
    assertThat(parts.get("b").role()).isEqualTo(Role.OTHER);
    assertThat(parts.get("c").role()).isEqualTo(Role.SERVING);
    assertThat(parts.get("s1").role()).isEqualTo(Role.OTHER);
    assertThat(parts.get("s2").role()).isEqualTo(Role.OTHER);
    assertThat(parts.get("s3").role()).isEqualTo(Role.SPARE);
    assertThat(parts.get("s4").role()).as("it would get no keys").isEqualTo(Role.OTHER);
  }

  @Test
  void oneThatIsOpenedOnlySinceNoneIsUsableIsNoCapacity() {
    health.put("a", BackendHealth.of(Health.DOWN));

    assertThat(parts(model("a=h:1*1@READY", "s=h:2*1@MAINT")).get("a").role())
        .isEqualTo(Role.OTHER);
  }

  @Test
  void oneThatNobodyHasCheckedYetComes() {
    health.put("s", BackendHealth.of(Health.CHECKING));
    ScaleModel model = model("a=h:1*1@READY", "s=h:2*1@MAINT");
    assertThat(parts(model).get("s").role()).isEqualTo(Role.SPARE);

    model.apply(Kind.AUTOSCALE, List.of(ready("s")));

    assertThat(parts(model).get("s").role()).isEqualTo(Role.COMING);
    assertThat(parts(model).get("s").isBroughtIn()).isTrue();
  }

  @Test
  void whatIsDrainedByAutoscaleMayComeBackAndIsWarm() {
    ScaleModel model = model("a=h:1*1@READY", "s=h:2*1@MAINT");
    model.apply(Kind.AUTOSCALE, List.of(ready("s")));
    model.apply(
        Kind.AUTOSCALE,
        List.of(new BackendChange.Drained(ScaleModel.POOL, "s", null, null, null, false)));

    Part part = parts(model).get("s");
    assertThat(part.role()).isEqualTo(Role.SPARE);
    assertThat(part.warm()).isTrue();
    assertThat(part.isBroughtIn()).isFalse();
  }

  @Test
  void whatAnOperatorBroughtInIsCapacityAndNotOurs() {
    ScaleModel model = model("a=h:1*1@READY", "s=h:2*1@MAINT");
    model.apply(Kind.OPERATOR, List.of(ready("s")));

    assertThat(parts(model).get("s")).isEqualTo(new Part("s", 100, Role.SERVING, 0, false));
  }

  @Test
  void requestsAtReadyBackendsCountLongStreamsAmongThem() {
    ScaleModel model = model("a=h:1*1@READY", "b=h:2*1@DRAIN");
    BackendMeters a = model.pool().meters(model.pool().indexOf("a"));
    a.started(0);
    a.started(0);
    a.streamOpened(0);
    model.pool().meters(model.pool().indexOf("b")).started(0);

    assertThat(PoolReading.inFlight(model.pool())).isEqualTo(2);
  }
}
