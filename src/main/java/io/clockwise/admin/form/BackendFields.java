package io.clockwise.admin.form;

import io.clockwise.admin.http.JsonFields;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.BackendConfig;
import io.clockwise.model.AdminState;
import io.clockwise.model.Backend;
import io.clockwise.model.BackendAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** What a body says of a backend. */
public final class BackendFields {
  public static final String ID = "id";
  public static final String ADDRESS = "address";
  public static final String WEIGHT = "weight";
  public static final String STATE = "state";
  public static final String PLACEMENT_NAME = "placementName";

  public static final String STANDBY = "standby";
  public static final String ZONE = "zone";

  /** All of them. */
  public static final List<String> ALL =
      List.of(ID, ADDRESS, WEIGHT, STATE, PLACEMENT_NAME, STANDBY, ZONE);

  private BackendFields() {}

  /**
   * Returns the backend that a body describes; its id is the address where none is given.
   *
   * @throws Refusal that points to the field
   */
  public static BackendConfig backend(JsonFields fields) {
    BackendAddress address =
        address(fields)
            .orElseThrow(
                () ->
                    Refusal.ofField(
                        ProblemType.INVALID, ADDRESS, "the field 'address' is missing"));
    return backend(fields, fields.text(ID).orElse(address.toString()), address);
  }

  /** Returns the backend of this id that a body describes. */
  public static BackendConfig backend(JsonFields fields, String id, BackendAddress address) {
    String placementName = fields.text(PLACEMENT_NAME).orElse("");
    boolean standby = fields.flag(STANDBY).orElse(false);
    AdminState state = state(fields, standby ? AdminState.MAINT : AdminState.READY);
    int weight = weight(fields).orElse(1);
    String zone = fields.text(ZONE).orElse("");
    return new BackendConfig(id, address, weight, state, placementName, standby, zone);
  }

  /** Returns the address; empty when none is given. */
  public static Optional<BackendAddress> address(JsonFields fields) {
    return fields
        .text(ADDRESS)
        .map(
            text ->
                BackendAddress.parseBackend(text)
                    .orElseThrow(
                        () ->
                            Refusal.ofField(
                                ProblemType.INVALID,
                                ADDRESS,
                                "'address' must be host:port or [ipv6]:port, port 1 to 65535,"
                                    + " or unix:/path")));
  }

  /** Returns the weight; empty when none is given. */
  public static OptionalInt weight(JsonFields fields) {
    return fields.integer(WEIGHT, Backend.MAX_WEIGHT);
  }

  private static AdminState state(JsonFields fields, AdminState usual) {
    return fields
        .text(STATE)
        .map(
            text ->
                Arrays.stream(AdminState.values())
                    .filter(state -> state.name().toLowerCase(Locale.ROOT).equals(text))
                    .findFirst()
                    .orElseThrow(
                        () ->
                            Refusal.ofField(
                                ProblemType.INVALID,
                                STATE,
                                "'state' must be ready, drain or maint")))
        .orElse(usual);
  }
}
