package io.clockwise.control.table;

import io.clockwise.config.HotKeysConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.RouteConfig;
import io.clockwise.event.IntentState;
import io.clockwise.event.health.HealthView;
import io.clockwise.model.Availability;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.placement.Placement;
import io.clockwise.placement.build.Placements;
import io.clockwise.placement.staged.StagedPlacement;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.PoolSnapshot.Slot;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.affinity.PoolAffinities;
import io.clockwise.route.affinity.PoolAffinity;
import io.clockwise.route.affinity.Ties;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.hot.KeyTraffic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * From accepted intent to a routing table. What did not change since the previous table is reused:
 * a placement while its members and settings are the same, a pool's snapshot while nothing in it
 * changed.
 */
public final class TableAssembler {
  /** How a placement is built; see {@link Placements#build}. */
  @FunctionalInterface
  public interface PlacementBuild {
    Placement build(
        PlacementSettings settings,
        Collection<Member> members,
        Set<String> closed,
        @Nullable Placement previous);
  }

  private final Meters meters;
  private final SlotList slots;
  private final PoolAffinities affinities;
  private final PlacementBuild placements;
  private final StageBoard stages;

  /* A change is looked at before it is made, by the same build: it is done once for both. */
  private final Map<String, Last> built = new ConcurrentHashMap<>();

  private record Built(PlacementSettings settings, List<Member> members, Set<String> closed) {}

  private record Last(Built of, Placement placement) {}

  /** Makes an assembler that knows this of the health of backends. */
  public TableAssembler(Meters meters, HealthView health) {
    this(meters, health, PoolAffinities.inMemory(meters), new StageBoard());
  }

  /**
   * Makes an assembler.
   *
   * @param affinities makes what keeps sessions and keys with their backends
   * @param stages takes wishes for changes that are under way
   */
  public TableAssembler(
      Meters meters, HealthView health, PoolAffinities affinities, StageBoard stages) {
    this(meters, health, affinities, Placements::build, stages);
  }

  /** Makes an assembler that builds placements in its own way. */
  public TableAssembler(Meters meters, HealthView health, PlacementBuild placements) {
    this(meters, health, PoolAffinities.inMemory(meters), placements, new StageBoard());
  }

  private TableAssembler(
      Meters meters,
      HealthView health,
      PoolAffinities affinities,
      PlacementBuild placements,
      StageBoard stages) {
    this.meters = meters;
    this.slots = new SlotList(meters, health);
    this.affinities = affinities;
    this.placements = placements;
    this.stages = stages;
  }

  /**
   * Builds the table that follows another; expensive, so on a worker.
   *
   * @param previous null: there is none, and this is epoch 1
   * @param nowNanos the time, by the clock that does not jump
   * @throws IllegalArgumentException with a message for the user when a pool cannot be placed
   */
  public RoutingTable assemble(IntentState state, @Nullable RoutingTable previous, long nowNanos) {
    Map<String, PoolSnapshot> pools = new LinkedHashMap<>();
    state
        .effective()
        .pools()
        .forEach(
            (name, config) -> {
              PoolSnapshot old = previous == null ? null : previous.pools().get(name);
              long revision = state.poolRevisions().getOrDefault(name, state.revision());
              List<Slot> found = slots.of(state, name, config, old, nowNanos);
              pools.put(
                  name,
                  snapshot(
                      name, revision, config, found, old, Stages.scaled(state, name), nowNanos));
            });
    return new RoutingTable(
        previous == null ? 1 : previous.epoch() + 1,
        state.revision(),
        state.effective(),
        routes(state, pools, previous),
        pools);
  }

  /** Builds it for now. */
  public RoutingTable assemble(IntentState state, @Nullable RoutingTable previous) {
    return assemble(state, previous, System.nanoTime());
  }

  /**
   * Forgets the meters of backends that this table does not have, unless they still have work. Not
   * while another table is being assembled.
   */
  public void forgetOthers(RoutingTable table) {
    stages.published(table);
    Set<Meters.Key> present = new HashSet<>();
    for (PoolSnapshot pool : table.pools().values()) {
      for (int i = 0; i < pool.size(); i++) {
        present.add(new Meters.Key(pool.name(), pool.backend(i).id()));
      }
    }
    meters.retain(present);
    built.keySet().retainAll(table.pools().keySet());
    meters.retainTraffic(table.pools().keySet());
    meters.retainSessions(
        table.pools().values().stream()
            .filter(pool -> pool.sessions() != null)
            .map(PoolSnapshot::name)
            .collect(Collectors.toUnmodifiableSet()));
  }

  /** Forgets placements that are in no table, such as that of a change that was looked at only. */
  public void forgetBuilt() {
    built.clear();
  }

  /** Returns what takes wishes for changes that are under way. */
  public StageBoard stages() {
    return stages;
  }

  /** Returns the meters that its tables count in. */
  public Meters meters() {
    return meters;
  }

  private static List<CompiledRoute> routes(
      IntentState state, Map<String, PoolSnapshot> pools, @Nullable RoutingTable previous) {
    List<CompiledRoute> before = previous == null ? List.of() : previous.routes();
    List<CompiledRoute> routes = new ArrayList<>();
    for (RouteConfig route : state.effective().routes()) {
      int place = routes.size();
      CompiledRoute old = place < before.size() ? before.get(place) : null;
      routes.add(CompiledRoute.of(route, pools, old));
    }
    return routes;
  }

  private PoolSnapshot snapshot(
      String name,
      long revision,
      PoolConfig config,
      List<Slot> slots,
      @Nullable PoolSnapshot old,
      Set<String> scaled,
      long nowNanos) {
    boolean same =
        old != null
            && old.revision() == revision
            && old.config().equals(config)
            && old.hotKeys().equals(meters.hotKeys(name));
    if (old != null && same && old.staging() == null && sameSlots(old, slots)) {
      return old;
    }
    Placement target = placement(name, config, slots, old);
    Stages.Staged staged =
        Stages.of(new Stages.Wanted(name, config, target, slots, scaled), old, stages, nowNanos);
    if (old != null
        && same
        && Objects.equals(old.staging(), staged.staging())
        && sameSlots(old, staged.slots())) {
      return old;
    }
    PoolAffinity affinity =
        affinities.of(
            name,
            config.session().affinity(),
            slots.stream().map(slot -> slot.backend().id()).toList(),
            slots.stream().map(Slot::meters).toList(),
            old == null ? null : old.affinity());
    return new PoolSnapshot(
        name,
        revision,
        config,
        staged.placement(),
        staged.slots(),
        new Ties(
            affinity,
            meters.hotKeys(name),
            traffic(name, config, staged.placement()),
            staged.staging()));
  }

  /* Keys are kept where they are shown, and where an owner is not found without them. */
  private KeyTraffic traffic(String name, PoolConfig config, Placement placement) {
    HotKeysConfig hotKeys = config.care().hotKeys();
    KeyTraffic traffic = meters.traffic(name);
    traffic.keepTexts(placement.readsKey() || hotKeys != null && hotKeys.names());
    return traffic;
  }

  private Placement placement(
      String name, PoolConfig config, List<Slot> slots, @Nullable PoolSnapshot old) {
    PlacementSettings settings = config.placement();
    Set<String> closed = settings.placesOpenOnly() ? closed(slots) : Set.of();
    boolean alike = old != null && old.config().placement().equals(settings);
    if (old != null
        && alike
        && placedAlike(old, config)
        && (!settings.placesOpenOnly() || closed(old).equals(closed))) {
      return StagedPlacement.target(old.placement());
    }
    Built wanted = new Built(settings, config.members(), closed);
    Last last = built.get(name);
    if (last != null && last.of().equals(wanted)) {
      return last.placement();
    }
    Placement previous = old != null && alike ? StagedPlacement.target(old.placement()) : null;
    Placement placement = placements.build(settings, config.members(), closed, previous);
    built.put(name, new Last(wanted, placement));
    return placement;
  }

  private static boolean placedAlike(PoolSnapshot old, PoolConfig config) {
    List<Member> before = old.config().members();
    List<Member> now = config.members();
    return Placements.sortsById(config.placement())
        ? placed(before).equals(placed(now))
        : before.equals(now);
  }

  private static Set<Member> placed(List<Member> members) {
    return members.stream().filter(m -> m.weight() > 0).collect(Collectors.toUnmodifiableSet());
  }

  private static Set<String> closed(List<Slot> slots) {
    return slots.stream()
        .filter(slot -> slot.availability() != Availability.OPEN)
        .map(slot -> slot.backend().id())
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Set<String> closed(PoolSnapshot pool) {
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < pool.size(); i++) {
      if (!pool.isOpen(i)) {
        ids.add(pool.backend(i).id());
      }
    }
    return ids;
  }

  private static boolean sameSlots(PoolSnapshot old, List<Slot> slots) {
    if (old.size() != slots.size()) {
      return false;
    }
    for (int i = 0; i < slots.size(); i++) {
      if (!slots.get(i).equals(old.slot(i))) {
        return false;
      }
    }
    return true;
  }
}
