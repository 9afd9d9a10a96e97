package io.clockwise.admin.http;

import java.util.List;
import java.util.Set;

/** What the API will have in later releases: answered "not supported yet", never ignored. */
public final class Later {
  /** Paths below {@code /v1}. */
  public static final List<String> PATHS =
      List.of(
          "/v1/changes",
          "/v1/revisions",
          "/v1/revisions/:revision/rollback",
          "/v1/explain",
          "/v1/requests/:request",
          "/v1/pools/:pool/placement",
          "/v1/pools/:pool/hot-keys",
          "/v1/events",
          "/v1/config/check",
          "/v1/freeze");

  /** Fields of bodies. */
  static final Set<String> FIELDS = Set.of("placementName");

  /** Query parameters. */
  static final Set<String> PARAMETERS = Set.of("dryRun");

  private Later() {}
}
