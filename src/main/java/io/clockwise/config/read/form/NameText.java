package io.clockwise.config.read.form;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.read.node.Value;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Names that documents give: of pools, routes, backends, fields. */
public final class NameText {
  /** What a pool or route name looks like. */
  public static final String NAME = "a name, 1 to 128 of A-Z a-z 0-9 . _ -";

  /** What a backend id looks like. */
  public static final String ID = "an id, 1 to 128 of A-Z a-z 0-9 . _ : - [ ]";

  /** What the name of a zone looks like. */
  public static final String ZONE =
      "a zone, at most " + BackendConfig.MAX_ZONE + " visible ASCII characters";

  private static final Pattern NAME_FORM = Pattern.compile("[A-Za-z0-9._-]{1,128}");
  private static final Pattern ID_FORM =
      Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._:\\[\\]-]{1,128}");
  private static final Pattern TOKEN_FORM = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}");

  private static final Set<String> FIXED_FIELDS =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "http2-settings",
          "content-length",
          "host",
          "expect");

  private NameText() {}

  /** Tells whether the text may name a pool, a route or an instance. */
  public static boolean isName(String text) {
    return NAME_FORM.matcher(text).matches();
  }

  /** Tells whether the text may be the id of a backend. */
  public static boolean isId(String text) {
    return ID_FORM.matcher(text).matches();
  }

  /** Tells whether the text is a token (RFC 9110 section 5.6.2): a method, field or cookie name. */
  public static boolean isToken(String text) {
    return TOKEN_FORM.matcher(text).matches();
  }

  /**
   * Tells whether the text names a field that may be changed: one that neither frames the message,
   * nor belongs to one connection, nor routes the request.
   */
  public static boolean isChangeableField(String text) {
    return isToken(text) && !FIXED_FIELDS.contains(text.toLowerCase(Locale.ROOT));
  }

  /** Reads the name of a zone, which may be empty; nothing after a problem. */
  public static Optional<String> zone(Value value) {
    Optional<String> zone = value.text(ZONE);
    if (zone.isPresent() && !BackendConfig.isZone(zone.get())) {
      value.problem(ZONE, "");
      return Optional.empty();
    }
    return zone;
  }

  /** Returns a host name as an instance name: what a name may not hold becomes a hyphen. */
  public static String nameOf(String hostName) {
    String name = hostName.replaceAll("[^A-Za-z0-9._-]", "-");
    return name.isEmpty() ? "clockwise" : name.substring(0, Math.min(128, name.length()));
  }
}
