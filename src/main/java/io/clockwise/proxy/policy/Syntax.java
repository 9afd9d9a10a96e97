package io.clockwise.proxy.policy;

import io.clockwise.config.TargetRule;
import io.clockwise.model.BackendAddress;
import io.clockwise.model.text.HostName;
import io.clockwise.proxy.wire.octet.Authority;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Locale;

/** Which characters the parts of a request may hold (RFC 3986, RFC 9110). */
final class Syntax {
  private static final String ALPHANUMERIC =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  private static final String SUB_DELIMS = "!$&'()*+,;=";
  private static final BitSet TOKEN = set(ALPHANUMERIC + "!#$%&'*+-.^_`|~");
  private static final BitSet PATH = set(ALPHANUMERIC + "-._~" + SUB_DELIMS + ":@/");
  private static final BitSet QUERY = set(ALPHANUMERIC + "-._~" + SUB_DELIMS + ":@/?");
  private static final BitSet BROWSER_QUERY =
      set(ALPHANUMERIC + "-._~" + SUB_DELIMS + ":@/?" + "|^{}\"[]%");
  private static final BitSet REG_NAME = set(ALPHANUMERIC + "-._~" + SUB_DELIMS);

  private Syntax() {}

  private static BitSet set(String chars) {
    BitSet set = new BitSet(128);
    chars.chars().forEach(set::set);
    return set;
  }

  static boolean isToken(String text) {
    return !text.isEmpty() && consistsOf(text, TOKEN, false);
  }

  static boolean isPath(String path) {
    return consistsOf(path, PATH, true);
  }

  static boolean isQuery(String query, TargetRule rule) {
    return rule == TargetRule.BROWSER
        ? consistsOf(query, BROWSER_QUERY, false)
        : consistsOf(query, QUERY, true);
  }

  private static boolean consistsOf(String text, BitSet allowed, boolean escapes) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (escapes && c == '%') {
        if (!isEscape(text, i)) {
          return false;
        }
        i += 2;
      } else if (!allowed.get(c)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isEscape(String text, int at) {
    return at + 2 < text.length() && isHex(text.charAt(at + 1)) && isHex(text.charAt(at + 2));
  }

  private static boolean isHex(char c) {
    return c < 128 && Character.digit(c, 16) >= 0;
  }

  /* Encoded dots and slashes count as well: a backend that decodes before it resolves would climb
  out of the path that was matched here. */
  static boolean hasDotSegment(String path) {
    if (path.indexOf('.') < 0 && path.indexOf('%') < 0) {
      return false;
    }
    String plain = path;
    if (path.indexOf('%') >= 0) {
      plain =
          path.toLowerCase(Locale.ROOT).replace("%2e", ".").replace("%2f", "/").replace("%5c", "/");
    }
    int start = 0;
    while (start <= plain.length()) {
      int slash = plain.indexOf('/', start);
      int end = slash < 0 ? plain.length() : slash;
      int length = end - start;
      if (length >= 1
          && length <= 2
          && plain.charAt(start) == '.'
          && plain.charAt(end - 1) == '.') {
        return true;
      }
      start = end + 1;
    }
    return false;
  }

  /** Tells whether a Host field is a host with an optional port (RFC 9110 section 7.2). */
  static boolean isHost(String host) {
    int colon = HostName.portColon(host);
    String name = colon < 0 ? host : host.substring(0, colon);
    if (colon >= 0 && colon + 1 < host.length()) {
      if (BackendAddress.parsePort(host.substring(colon + 1)) < 0) {
        return false;
      }
    }
    if (name.startsWith("[")) {
      return name.endsWith("]") && isIpv6(name.substring(1, name.length() - 1));
    }
    return !name.isEmpty() && consistsOf(name, REG_NAME, true);
  }

  private static boolean isIpv6(String address) {
    byte[] bytes = address.getBytes(StandardCharsets.UTF_8);
    return Authority.isIpv6(bytes, 0, bytes.length);
  }
}
