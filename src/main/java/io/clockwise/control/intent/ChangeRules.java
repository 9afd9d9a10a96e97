package io.clockwise.control.intent;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.ConfigProblem;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.text.CleanText;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeOutcome.Refused;
import io.clockwise.event.ChangeOutcome.Why;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.OverlayEntry;
import io.clockwise.model.AdminState;
import io.clockwise.model.Backend;
import io.clockwise.model.Drain;
import io.clockwise.model.placement.limits.LimitBreach;
import io.clockwise.model.placement.limits.PlacementLimits;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a single change may do to a pool, and how big a pool may be. */
final class ChangeRules {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:\\[\\]-]{1,128}");

  private ChangeRules() {}

  /** Applies a change to its pool, or says why not. */
  static Optional<Refused> apply(PoolEdit pool, BackendChange change) {
    BackendConfig present = pool.get(change.id());
    if (change instanceof BackendChange.Add add) {
      return add(pool, present, add);
    }
    if (change instanceof BackendChange.Put put) {
      return checked(put.backend()).or(() -> anew(pool, put.backend()));
    }
    if (change instanceof BackendChange.Revert) {
      return revert(pool, change.id());
    }
    if (change instanceof BackendChange.End end) {
      end(pool, present, end);
      return Optional.empty();
    }
    if (present == null) {
      return refuse(
          Why.NOT_FOUND, "id", "pool " + change.pool() + " has no backend " + quote(change.id()));
    }
    return pool.draft().kind() == ChangeRecord.Kind.AUTOSCALE && !mayScale(pool, change)
        ? refuse(Why.STALE, "id", "somebody else has given " + quote(change.id()) + " its state")
        : present(pool, present, change);
  }

  private static Optional<Refused> present(
      PoolEdit pool, BackendConfig present, BackendChange change) {
    if (change instanceof BackendChange.Set set) {
      return set(pool, present, set);
    }
    if (change instanceof BackendChange.Wish wish) {
      pool.put(wish.id(), present.withState(wish.state()));
      pool.hold(wish.id());
    } else if (change instanceof BackendChange.Drained drained) {
      pool.put(drained.id(), present.withState(AdminState.DRAIN));
      pool.drain(drained.id(), DrainStart.of(pool.draft(), pool.settings(), drained));
      pool.hold(drained.id());
    } else {
      pool.put(change.id(), null);
    }
    return Optional.empty();
  }

  /* What was decided a moment ago may meet what an operator has wished since. */
  private static boolean mayScale(PoolEdit pool, BackendChange change) {
    OverlayEntry entry = pool.entry(change.id());
    return change instanceof BackendChange.Drained
        ? entry != null && entry.isScaled()
        : entry == null || !entry.isOfOperator();
  }

  private static Optional<Refused> revert(PoolEdit pool, String id) {
    if (Objects.equals(pool.get(id), pool.inFile(id)) && !pool.isHeld(id)) {
      return refuse(
          Why.NOT_FOUND,
          "id",
          "the overlay has no entry for " + quote(id) + " of pool " + pool.name());
    }
    pool.release(id);
    pool.put(id, pool.inFile(id));
    return Optional.empty();
  }

  /* Somebody may have cancelled the drain, or begun another one, while its end was on its way. */
  private static void end(PoolEdit pool, @Nullable BackendConfig present, BackendChange.End end) {
    Drain drain = pool.drain(end.id());
    if (present == null || drain == null || !drain.id().equals(end.drain()) || !drain.isOpen()) {
      return;
    }
    if (drain.terms().leaves()) {
      pool.put(end.id(), null);
    } else {
      pool.drain(end.id(), drain.ended(end.outcome()));
    }
  }

  private static Optional<Refused> add(
      PoolEdit pool, @Nullable BackendConfig present, BackendChange.Add add) {
    if (present != null && ID.matcher(add.id()).matches()) {
      return refuse(
          Why.EXISTS,
          "id",
          "pool " + add.pool() + " has a backend " + quote(add.id()) + " already");
    }
    return checked(add.backend()).or(() -> put(pool, add.backend()));
  }

  private static Optional<Refused> checked(BackendConfig backend) {
    if (backend.id().equals(".") || backend.id().equals("..")) {
      return refuse(Why.INVALID, "id", "'.' and '..' are no ids: they mean places in paths");
    }
    if (!ID.matcher(backend.id()).matches()) {
      return refuse(
          Why.INVALID,
          "id",
          quote(backend.id()) + " is not an id: 1 to 128 of A-Z a-z 0-9 . _ : - [ ]");
    }
    if (backend.placementName().length() > BackendConfig.MAX_PLACEMENT_NAME) {
      return refuse(
          Why.INVALID,
          "placementName",
          "a placement name has at most " + BackendConfig.MAX_PLACEMENT_NAME + " characters");
    }
    if (!CleanText.isClean(backend.placementName())) {
      return refuse(Why.INVALID, "placementName", "the placement name holds a control character");
    }
    if (!BackendConfig.isZone(backend.zone())) {
      return refuse(
          Why.INVALID,
          "zone",
          "a zone has at most " + BackendConfig.MAX_ZONE + " visible ASCII characters");
    }
    return checkWeight(backend.weight());
  }

  private static Optional<Refused> set(
      PoolEdit pool, BackendConfig present, BackendChange.Set set) {
    int weight = set.weight().orElse(present.weight());
    BackendConfig wanted =
        present.withWeight(weight).withAddress(set.address().orElse(present.address()));
    return checkWeight(weight).or(() -> put(pool, wanted));
  }

  /* An operator who says all of a backend gives it back to whoever may scale it. */
  private static Optional<Refused> anew(PoolEdit pool, BackendConfig backend) {
    if (pool.draft().kind() == ChangeRecord.Kind.OPERATOR) {
      pool.release(backend.id());
    }
    return put(pool, backend);
  }

  private static Optional<Refused> put(PoolEdit pool, BackendConfig backend) {
    pool.put(backend.id(), backend);
    return Optional.empty();
  }

  private static Optional<Refused> checkWeight(int weight) {
    if (weight < 0 || weight > Backend.MAX_WEIGHT) {
      return refuse(
          Why.INVALID, "weight", "a weight is 0 to " + Backend.MAX_WEIGHT + ", not " + weight);
    }
    return Optional.empty();
  }

  /** Says which limits of its placement a pool breaks. */
  static List<LimitBreach> breaches(PoolConfig pool) {
    return PlacementLimits.breaches(pool.placement(), pool.members());
  }

  /** Makes the problem that a breach is in a document. */
  static ConfigProblem problem(String pool, LimitBreach breach) {
    String path = "pools." + pool + "." + breach.field();
    return new ConfigProblem(path, 0, breach.given(), breach.expected(), breach.hint());
  }

  /** Returns the field of a change that most likely broke the limit. */
  static String field(LimitBreach breach) {
    if (breach.field().startsWith("placement")) {
      return "placement";
    }
    int dot = breach.field().lastIndexOf('.');
    return dot < 0 ? "weight" : breach.field().substring(dot + 1);
  }

  /** Makes a refusal. */
  static Optional<Refused> refuse(Why why, String field, String detail) {
    return Optional.of(new Refused(why, field, detail));
  }

  /** Returns a name from outside, made harmless for messages. */
  static String quote(String text) {
    String cut = text.length() > 128 ? text.substring(0, 128) + "..." : text;
    return "'" + PlainText.of(cut) + "'";
  }
}
