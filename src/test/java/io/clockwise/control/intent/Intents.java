package io.clockwise.control.intent;

import io.clockwise.config.AccessLogConfig;
import io.clockwise.config.AdminConfig;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConnectionsConfig;
import io.clockwise.config.LimitsConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.config.ShutdownConfig;
import io.clockwise.config.TimeoutsConfig;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeProposal;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.IntentState;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.placement.OwnSettings;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Short ways to write configurations, records and states. */
public final class Intents {
  private Intents() {}

  /** Reads {@code id=host:port*weight@STATE}, and {@code @zone} behind it. */
  public static BackendConfig backend(String text) {
    String[] parts = text.split("[=*@]");
    BackendConfig backend =
        new BackendConfig(
            parts[0],
            BackendAddress.parse(parts[1]).orElseThrow(),
            Integer.parseInt(parts[2]),
            AdminState.valueOf(parts[3]));
    return parts.length > 4 ? backend.withZone(parts[4]) : backend;
  }

  /** A pool of these backends, written {@code id=host:port*weight@STATE}. */
  public static PoolConfig pool(String... backends) {
    return new PoolConfig(
        OwnSettings.Ring.DEFAULT,
        Arrays.stream(backends).map(Intents::backend).toList(),
        ConnectionsConfig.DEFAULT,
        TimeoutsConfig.DEFAULT);
  }

  public static ClockwiseConfig file(Map<String, PoolConfig> pools) {
    return new ClockwiseConfig(
        "test",
        List.of(),
        List.of(),
        AdminConfig.DEFAULT,
        LimitsConfig.DEFAULT,
        ShutdownConfig.DEFAULT,
        AccessLogConfig.DEFAULT,
        List.of(),
        pools);
  }

  /** One pool, {@code carts}. */
  public static ClockwiseConfig file(String... backends) {
    return file(Map.of("carts", pool(backends)));
  }

  public static ChangeRecord operated(BackendChange... changes) {
    ChangeRecord.Cause cause =
        new ChangeRecord.Cause(ChangeRecord.Kind.OPERATOR, "ann", "", Instant.EPOCH);
    return new ChangeRecord("c", cause, List.of(changes));
  }

  public static ChangeRecord filed(String fingerprint) {
    ChangeRecord.Cause cause =
        new ChangeRecord.Cause(ChangeRecord.Kind.FILE, "file", "", Instant.EPOCH);
    return new ChangeRecord("f", cause, List.of()).with(ChangeRecord.Effect.ofFile(fingerprint));
  }

  public static IntentState start(ClockwiseConfig file) {
    return load(StateReducer.EMPTY, file).state();
  }

  public static Reduction.Accepted load(IntentState state, ClockwiseConfig file) {
    return (Reduction.Accepted) StateReducer.plan(state, filed("x"), fingerprint -> file);
  }

  public static Reduction operate(IntentState state, BackendChange... changes) {
    return StateReducer.plan(state, operated(changes), fingerprint -> null);
  }

  public static IntentState after(IntentState state, BackendChange... changes) {
    return ((Reduction.Accepted) operate(state, changes)).state();
  }

  public static BackendChange add(String backend) {
    return new BackendChange.Add("carts", backend(backend));
  }

  public static BackendChange weight(String id, int weight) {
    return new BackendChange.Set("carts", id, OptionalInt.of(weight), Optional.empty());
  }

  public static BackendChange address(String id, String address) {
    return new BackendChange.Set("carts", id, OptionalInt.empty(), BackendAddress.parse(address));
  }

  public static BackendChange wish(String id, AdminState state) {
    return new BackendChange.Wish("carts", id, state);
  }

  public static BackendChange remove(String id) {
    return new BackendChange.Remove("carts", id);
  }

  public static ChangeProposal proposal(BackendChange... changes) {
    return new ChangeProposal(List.of(changes), "ann", "", null, false);
  }

  /** The pool {@code carts} in effect, each backend as {@link #backend} reads it. */
  public static List<String> effective(IntentState state) {
    return state.effective().pools().get("carts").backends().stream().map(Intents::text).toList();
  }

  public static String text(BackendConfig b) {
    return b.id() + "=" + b.address() + "*" + b.weight() + "@" + b.state();
  }

  public static Map<String, PoolConfig> pools(String one, PoolConfig a, String two, PoolConfig b) {
    Map<String, PoolConfig> pools = new LinkedHashMap<>();
    pools.put(one, a);
    pools.put(two, b);
    return pools;
  }
}
