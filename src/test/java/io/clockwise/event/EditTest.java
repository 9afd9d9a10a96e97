package io.clockwise.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.BackendConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.Drain;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EditTest {
  private static final BackendConfig A =
      new BackendConfig("a", new BackendAddress("h", 1), 2, AdminState.READY);
  private static final BackendConfig DRAINED = A.withState(AdminState.DRAIN);

  private static Edit edit(BackendConfig base, BackendConfig from, BackendConfig to) {
    return new Edit("web", "a", base, from, to, null);
  }

  @Test
  void tellsWhatComesAndGoes() {
    assertThat(edit(A, null, A).inWords()).containsExactly("add web/a at h:1 weight 2 ready");
    assertThat(edit(null, A, null).inWords()).containsExactly("remove web/a");
  }

  @Test
  void tellsEachThingThatChanges() {
    assertThat(edit(A, A, A.withWeight(3)).inWords()).containsExactly("set web/a weight 3");
    BackendConfig other = A.withAddress(new BackendAddress("g", 1)).withState(AdminState.MAINT);
    assertThat(edit(other, A, other).inWords())
        .containsExactly("set web/a address g:1", "maint web/a");
    BackendConfig rest =
        new BackendConfig("a", A.address(), 2, AdminState.READY, "name", true, "eu-1");
    assertThat(edit(rest, A, rest).inWords())
        .containsExactly("set web/a placementName 'name' zone 'eu-1' standby true");
    assertThat(edit(A, A, DRAINED).inWords()).containsExactly("drain web/a");
  }

  @Test
  void tellsOfABackendThatTheDocumentHasNoMore() {
    Drain.Terms terms = new Drain.Terms(Drain.Then.MOVE, Duration.ZERO, Duration.ZERO, false, true);
    Drain drain = new Drain("1", Instant.EPOCH, Instant.EPOCH, terms, Drain.Outcome.OPEN);
    assertThat(new Edit("web", "a", null, A, DRAINED, drain).inWords())
        .containsExactly("drain web/a: the document has it no more");
  }

  @Test
  void tellsWhereTheDocumentMetAChangeOfTheApi() {
    assertThat(edit(A, A, A).inWords()).containsExactly("web/a is as the document says");
    assertThat(edit(null, null, null).inWords()).containsExactly("web/a is as the document says");
    assertThat(edit(A.withWeight(9), A, A).inWords())
        .containsExactly("web/a stays as the API made it");
    assertThat(edit(A, null, null).inWords()).containsExactly("web/a stays as the API made it");
  }
}
