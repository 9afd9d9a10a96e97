package io.clockwise.app.cli.plan;

import io.clockwise.app.cli.settings.ClientFailure;
import io.clockwise.model.Backend;
import io.clockwise.model.BackendAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A backend in the short form of the configuration: {@code [id=]host:port[*weight]}. */
public final class BackendText {
  private static final String EXPECTED = "expected [ID=]HOST:PORT[*WEIGHT] or [ID=]unix:/PATH";

  private BackendText() {}

  /** Returns the fields of a new backend. */
  public static Map<String, Object> fields(String text) {
    int equals = text.indexOf('=');
    int star = text.lastIndexOf('*');
    boolean weighted = star > equals;
    String address = text.substring(equals + 1, weighted ? star : text.length());
    Optional<BackendAddress> parsed = BackendAddress.parseBackend(address);
    if (parsed.isEmpty() || equals == 0) {
      throw ClientFailure.usage("given '" + text + "', " + EXPECTED);
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", equals < 0 ? parsed.get().toString() : text.substring(0, equals));
    fields.put("address", parsed.get().toString());
    if (weighted) {
      int weight = BackendAddress.parsePort(text.substring(star + 1));
      if (weight < 0) {
        throw ClientFailure.usage(
            "given '" + text + "', expected a weight of 0 to " + Backend.MAX_WEIGHT);
      }
      fields.put("weight", weight);
    }
    return fields;
  }
}
