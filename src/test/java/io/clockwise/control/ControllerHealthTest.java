package io.clockwise.control;

import static io.clockwise.control.intent.Intents.weight;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.clockwise.event.health.HealthView;
import io.clockwise.model.Availability;
import io.clockwise.model.BackendHealth;
import io.clockwise.model.Health;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tables that follow what is found out about backends. */
class ControllerHealthTest extends ControllerFixture {
  private long epoch() {
    return controller.table().current().epoch();
  }

  private Availability ofA() {
    return carts().availability(carts().indexOf("a"));
  }

  @Test
  void whatIsFoundOutIsPublishedWithoutARevisionOrABuild() {
    long revision = controller.state().revision();
    health = (pool, id) -> BackendHealth.of(id.equals("a") ? Health.DOWN : Health.UP);
    controller.refresh();
    await().untilAsserted(() -> assertThat(ofA()).isEqualTo(Availability.CLOSED));
    assertThat(epoch()).isEqualTo(2);
    assertThat(builds).as("placements stay").hasValue(1);
    assertThat(controller.state().revision()).isEqualTo(revision);
    health = HealthView.ALL_UP;
    controller.refresh();
    await().untilAsserted(() -> assertThat(ofA()).isEqualTo(Availability.OPEN));
    assertThat(epoch()).isEqualTo(3);
  }

  @Test
  void whatChangesNothingIsNotPublished() {
    AtomicInteger asked = new AtomicInteger();
    health =
        (pool, id) -> {
          asked.incrementAndGet();
          return BackendHealth.UP;
        };
    controller.refresh();
    await().untilAsserted(() -> assertThat(asked).hasPositiveValue());
    applied(weight("b", 2));
    assertThat(epoch()).as("the change's own").isEqualTo(2);
  }

  @Test
  void aChangeThatComesWithNewsOfHealthIsInOneTableWithThem() {
    health = (pool, id) -> BackendHealth.of(id.equals("a") ? Health.DOWN : Health.UP);
    controller.refresh();
    applied(weight("b", 2));
    assertThat(ofA()).isEqualTo(Availability.CLOSED);
    assertThat(carts().backend(carts().indexOf("b")).weight()).isEqualTo(2);
  }
}
