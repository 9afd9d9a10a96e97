package io.clockwise.control.journal;

import io.clockwise.config.BackendConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.ChangeRecord.Cause;
import io.clockwise.event.ChangeRecord.Effect;
import io.clockwise.event.ChangeRecord.Kind;
import io.clockwise.event.Edit;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** Records without a place, for tests of logs. */
final class Drafts {
  private static final BackendConfig A =
      new BackendConfig("a", new BackendAddress("10.0.0.1", 80), 1, AdminState.READY);

  private Drafts() {}

  private static Cause cause(Kind kind) {
    return new Cause(kind, "ann", "because", Instant.parse("2026-03-01T10:00:00Z"), "edge-1/5f");
  }

  /** One of a kind that changes nothing. */
  static ChangeRecord of(Kind kind, String changeId) {
    return new ChangeRecord(changeId, cause(kind), List.of());
  }

  /** An operator's that changes a weight. */
  static ChangeRecord weight(int weight) {
    BackendConfig to = A.withWeight(weight);
    return new ChangeRecord(
            "w-" + weight,
            cause(Kind.OPERATOR),
            List.of(
                new BackendChange.Set(
                    "carts", "a", OptionalInt.of(weight), java.util.Optional.empty())))
        .with(new Effect("", Set.of("carts"), List.of(new Edit("carts", "a", A, A, to, null))));
  }

  /** A document that comes into use. */
  static ChangeRecord file(String fingerprint) {
    return new ChangeRecord("f-" + fingerprint, cause(Kind.FILE), List.of())
        .with(
            new Effect(
                fingerprint, Set.of("carts"), List.of(new Edit("carts", "a", A, null, A, null))));
  }
}
