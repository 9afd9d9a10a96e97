package io.clockwise.admin.http;

import java.util.List;

/** What the API will have in later releases: answered "not supported yet", never ignored. */
public final class Later {
  /** Paths below {@code /v1}. */
  public static final List<String> PATHS = List.of("/v1/requests/:request");

  private Later() {}
}
