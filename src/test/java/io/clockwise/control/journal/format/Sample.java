package io.clockwise.control.journal.format;

import io.clockwise.config.BackendConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Edit;
import io.clockwise.event.Head;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.Drain;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The records of the golden journal: every operation, and every field with a value. */
final class Sample {
  private static final Instant TIME = Instant.parse("2026-03-01T10:15:30.5Z");
  private static final BackendConfig A = backend("a", "10.0.0.1:80", AdminState.READY);
  private static final BackendConfig B = backend("b-é", "[2001:db8::1]:80", AdminState.MAINT);
  private static final BackendConfig C =
      new BackendConfig("c", address("unix:/run/c.sock"), 65_535, AdminState.DRAIN, "name");

  private Sample() {}

  private static BackendAddress address(String text) {
    return BackendAddress.parseBackend(text).orElseThrow();
  }

  private static BackendConfig backend(String id, String address, AdminState state) {
    return new BackendConfig(id, address(address), 1, state, "");
  }

  private static ChangeRecord.Cause cause(ChangeRecord.Kind kind, String reason) {
    return new ChangeRecord.Cause(kind, "ann", reason, TIME, "edge-1/5f");
  }

  /** Returns what is known after the first records, four at most. */
  static Chronicle chronicle(int records) {
    Chronicle chronicle = Chronicle.EMPTY;
    for (ChangeRecord draft :
        List.of(file(), operated(), system(), rollback()).subList(0, records)) {
      chronicle = chronicle.after(RecordCodec.place(draft, chronicle.head()), 100);
    }
    return chronicle;
  }

  private static ChangeRecord file() {
    return new ChangeRecord("f-1", cause(ChangeRecord.Kind.FILE, ""), List.of())
        .with(
            new ChangeRecord.Effect(
                "0a1b",
                Set.of("carts", "apps"),
                List.of(
                    new Edit("carts", "a", A, null, A, null),
                    new Edit("apps", "b-é", B, null, B, null))));
  }

  private static ChangeRecord operated() {
    Drain drain =
        new Drain(
            "o-2",
            TIME,
            TIME.plusSeconds(600),
            new Drain.Terms(
                Drain.Then.CUT, Duration.ofSeconds(30), Duration.ofMillis(1500), true, false),
            Drain.Outcome.OPEN);
    List<BackendChange> changes =
        List.of(
            new BackendChange.Add("carts", C),
            new BackendChange.Set("carts", "a", OptionalInt.of(7), Optional.empty()),
            new BackendChange.Set(
                "carts", "a", OptionalInt.empty(), Optional.of(address("db.example:5432"))),
            new BackendChange.Put("carts", A),
            new BackendChange.Wish("carts", "a", AdminState.MAINT),
            new BackendChange.Drained("carts", "c", Duration.ofMinutes(10), null, null, false),
            new BackendChange.Drained(
                "carts", "c", null, Drain.Then.CUT, Duration.ofSeconds(30), true),
            new BackendChange.Remove("apps", "b-é"),
            new BackendChange.Revert("apps", "x"));
    return new ChangeRecord("o-2", cause(ChangeRecord.Kind.OPERATOR, "disk \"sda\"\n"), changes)
        .with(
            new ChangeRecord.Effect(
                "",
                Set.of("carts"),
                List.of(
                    new Edit("carts", "c", null, null, C, drain),
                    new Edit("carts", "a", A, A, A.withWeight(7), null))));
  }

  private static ChangeRecord system() {
    BackendChange end = new BackendChange.End("carts", "c", "o-2", Drain.Outcome.EXPIRED);
    return new ChangeRecord("s-3", cause(ChangeRecord.Kind.SYSTEM, ""), List.of(end))
        .with(
            new ChangeRecord.Effect(
                "", Set.of("carts"), List.of(new Edit("carts", "c", null, C, null, null))));
  }

  private static ChangeRecord rollback() {
    BackendChange revert = new BackendChange.Revert("carts", "a");
    return new ChangeRecord("r-4", cause(ChangeRecord.Kind.ROLLBACK, "to 1"), List.of(revert))
        .with(
            new ChangeRecord.Effect(
                "", Set.of("carts"), List.of(new Edit("carts", "a", A, A.withWeight(7), A, null))));
  }

  static ChangeRecord placedBehind(Head head) {
    return RecordCodec.place(operated(), head);
  }
}
