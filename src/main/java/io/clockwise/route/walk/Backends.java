package io.clockwise.route.walk;

import io.clockwise.config.PoolConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.Availability;
import io.clockwise.model.Backend;
import io.clockwise.model.OffOwner;
import io.clockwise.route.balance.OpenBackends;
import io.clockwise.route.balance.Warmup;
import io.clockwise.telemetry.BackendMeters;
import io.clockwise.telemetry.PoolMeters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The backends of a pool, by dense index, and what follows from all of them. Immutable. */
public final class Backends {
  /**
   * One of them.
   *
   * @param backend who it is
   * @param availability whether it may be given a request
   * @param meters its live counts
   * @param warmup how far it is on its way into service; null: it is there
   */
  public record Entry(
      Backend backend, Availability availability, BackendMeters meters, @Nullable Warmup warmup) {
    boolean isOpen() {
      return availability == Availability.OPEN;
    }

    private double share() {
      return warmup == null ? 1 : warmup.share();
    }
  }

  private final List<Entry> entries;
  private final String[] addressTexts;
  private final Map<String, Integer> indexOfId;
  private final int openCount;
  private final boolean opensDraining;
  private final OpenBackends open;
  private final OwnZone zone;

  /** Makes those of a pool of their entries. */
  public Backends(PoolConfig config, List<Entry> entries) {
    this.zone = OwnZone.of(config, entries);
    this.entries = List.copyOf(entries);
    this.addressTexts =
        entries.stream().map(each -> each.backend().address().toString()).toArray(String[]::new);
    this.indexOfId = new HashMap<>(2 * entries.size());
    List<OpenBackends.Entry> taking = new ArrayList<>();
    int count = 0;
    boolean draining = false;
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      Backend backend = entry.backend();
      indexOfId.put(backend.id(), i);
      if (entry.isOpen()) {
        count++;
        draining |= backend.adminState() == AdminState.DRAIN && entry.warmup() == null;
        if (backend.weight() > 0 && (!zone.isWhole() || zone.isNear(i))) {
          taking.add(new OpenBackends.Entry(i, backend.weight(), entry.meters(), entry.share()));
        }
      }
    }
    this.openCount = count;
    this.opensDraining = draining;
    this.open = new OpenBackends(taking);
  }

  /** Returns how many there are. */
  public int size() {
    return entries.size();
  }

  /** Returns the text of the address of one, ready made. */
  public String addressText(int index) {
    return addressTexts[index];
  }

  /** Returns the index of the one with this id, or -1. */
  public int indexOf(String id) {
    Integer index = indexOfId.get(id);
    return index == null ? -1 : index;
  }

  /** Returns how many take new keys. */
  public int openCount() {
    return openCount;
  }

  /** Tells whether some take new keys that are drained, since no others are left. */
  public boolean opensDraining() {
    return opensDraining;
  }

  /** Returns those that take requests without a key. */
  public OpenBackends open() {
    return open;
  }

  /** Tells whether one takes new keys. */
  public boolean isOpen(int index) {
    return entries.get(index).isOpen();
  }

  /* Where keys that are new belong, be it there or not: what an operator drains, or what leaves by
  itself, gets none; in maintenance only a strict pool keeps them. */
  private boolean isHome(int index, boolean strict) {
    AdminState wish = entries.get(index).backend().adminState();
    return isOpen(index)
        || entries.get(index).availability() == Availability.CLOSED
            && (wish == AdminState.READY || wish == AdminState.MAINT && strict);
  }

  /** Returns what accepts those where new keys belong: near ones, where there are such. */
  public IntPredicate homes(boolean strict) {
    IntPredicate home = index -> isHome(index, strict);
    IntPredicate near = index -> zone.isNear(index) && isHome(index, strict);
    boolean some =
        IntStream.range(0, size())
            .anyMatch(index -> near.test(index) && entries.get(index).backend().weight() > 0);
    return some ? near : home;
  }

  /** Returns which of them are in the zone of the instance. */
  public OwnZone zone() {
    return zone;
  }

  /** Returns why one that is not open is not. */
  public OffOwner whyClosed(int index) {
    boolean wanted = entries.get(index).backend().adminState() == AdminState.READY;
    boolean leaves = entries.get(index).availability() == Availability.STICKY_ONLY;
    return wanted && !leaves ? OffOwner.DOWN : OffOwner.DRAIN;
  }

  /** Returns the live counts of their pool; null: there are none. */
  public @Nullable PoolMeters poolMeters() {
    return entries.isEmpty() ? null : entries.get(0).meters().pool();
  }

  BackendMeters meters(int index) {
    return entries.get(index).meters();
  }

  /** Returns by what they take their keys. */
  Admission admission() {
    List<String> ids = entries.stream().map(each -> each.backend().id()).toList();
    double[] shares = entries.stream().mapToDouble(Entry::share).toArray();
    return Admission.of(ids, shares);
  }
}
