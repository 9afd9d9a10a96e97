package io.clockwise.control.journal.format;

import io.clockwise.config.BackendConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Edit;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.Drain;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/** Records of all sorts, with texts that are hard to write down. */
public final class RandomIntent {
  private static final String[] PIECES = {
    "a",
    "B7",
    "",
    " ",
    "\"",
    "\\",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "\u007f",
    "é",
    "\u2028",
    "漢",
    "\ud83d\ude00",
    "\ud800",
    "\udc00",
    " {",
    " {\"f",
    "{}",
    "[1]",
    "null",
    "</script>",
    "\ufeff",
    ".",
    "_:-"
  };
  private static final String[] ADDRESSES = {
    "10.0.0.1:80",
    "[::1]:65535",
    "[fe80::1%eth0]:8080",
    "[2001:DB8::a]:1",
    "cart-a.example.org.:443",
    "unix:/run/app/é {\".sock",
    "unix:/a",
    "[::ffff:10.0.0.1]:9",
    "_srv.x-y:2"
  };

  private final Random random;

  /** Makes the same for the same number. */
  public RandomIntent(long seed) {
    this.random = new Random(seed);
  }

  private boolean odds(int of) {
    return random.nextInt(of) == 0;
  }

  private <T> T one(T[] of) {
    return of[random.nextInt(of.length)];
  }

  private <T> List<T> some(int most, Supplier<T> make) {
    List<T> all = new ArrayList<>();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      all.add(make.get());
    }
    return all;
  }

  String text() {
    return String.join("", some(6, () -> one(PIECES)));
  }

  private BackendAddress address() {
    return BackendAddress.parseBackend(one(ADDRESSES)).orElseThrow();
  }

  private BackendConfig backend() {
    return new BackendConfig(
        text(),
        address(),
        random.nextInt(65_536),
        one(AdminState.values()),
        text(),
        odds(3),
        odds(2) ? "" : text());
  }

  private BackendConfig backendOrNull() {
    return odds(3) ? null : backend();
  }

  private Instant time() {
    return Instant.ofEpochSecond(random.nextLong() >> 22, random.nextInt(1_000_000_000));
  }

  private Duration duration() {
    return odds(3) ? Duration.ZERO : Duration.ofNanos(random.nextLong() >>> random.nextInt(63));
  }

  private Drain drain() {
    Drain.Terms terms =
        new Drain.Terms(one(Drain.Then.values()), duration(), duration(), odds(2), odds(2));
    return new Drain(text(), time(), time(), terms, one(Drain.Outcome.values()));
  }

  private BackendChange change() {
    String pool = text();
    String id = text();
    return switch (random.nextInt(8)) {
      case 0 -> new BackendChange.Add(pool, backend());
      case 1 ->
          new BackendChange.Set(
              pool,
              id,
              odds(2) ? OptionalInt.empty() : OptionalInt.of(random.nextInt(65_536)),
              odds(2) ? Optional.empty() : Optional.of(address()));
      case 2 -> new BackendChange.Put(pool, backend());
      case 3 -> new BackendChange.Wish(pool, id, one(AdminState.values()));
      case 4 ->
          new BackendChange.Drained(
              pool,
              id,
              odds(2) ? null : duration(),
              odds(2) ? null : one(Drain.Then.values()),
              odds(2) ? null : duration(),
              odds(2));
      case 5 -> new BackendChange.End(pool, id, text(), one(Drain.Outcome.values()));
      case 6 -> new BackendChange.Remove(pool, id);
      default -> new BackendChange.Revert(pool, id);
    };
  }

  private Edit edit() {
    return new Edit(
        odds(2) ? "carts" : text(),
        odds(2) ? "a" : text(),
        backendOrNull(),
        backendOrNull(),
        backendOrNull(),
        odds(2) ? null : drain());
  }

  /** Returns a record without a place. */
  public ChangeRecord draft() {
    ChangeRecord.Cause cause =
        new ChangeRecord.Cause(one(ChangeRecord.Kind.values()), text(), text(), time(), text());
    List<Edit> edits = some(3, this::edit);
    Set<String> pools = new HashSet<>(some(2, this::text));
    edits.forEach(edit -> pools.add(edit.pool()));
    return new ChangeRecord(text(), cause, some(4, this::change))
        .with(new ChangeRecord.Effect(odds(2) ? "" : text(), pools, edits));
  }

  /** Returns what is known after so many records at most. */
  public Chronicle chronicle(int most) {
    Chronicle chronicle = Chronicle.EMPTY;
    for (ChangeRecord draft : some(most, this::draft)) {
      chronicle = chronicle.after(RecordCodec.place(draft, chronicle.head()), 3);
    }
    return chronicle;
  }
}
