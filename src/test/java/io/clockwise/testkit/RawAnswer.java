package io.clockwise.testkit;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** An HTTP/1.1 answer as it came over the wire. */
public record RawAnswer(
    int status, String statusLine, List<Map.Entry<String, String>> fields, byte[] body) {

  /** Returns the body, one char for each byte. */
  public String text() {
    return new String(body, StandardCharsets.ISO_8859_1);
  }

  /** Returns the first field of a name. */
  public Optional<String> field(String name) {
    return fields(name).stream().findFirst();
  }

  /** Returns all fields of a name. */
  public List<String> fields(String name) {
    return fields.stream()
        .filter(f -> f.getKey().toLowerCase(Locale.ROOT).equals(name))
        .map(Map.Entry::getValue)
        .toList();
  }
}
