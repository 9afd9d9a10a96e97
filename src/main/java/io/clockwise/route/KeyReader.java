package io.clockwise.route;

import io.clockwise.config.KeySource;
import io.clockwise.model.IpText;
import io.clockwise.model.PathPattern;
import io.clockwise.route.affinity.CookieCrumbs;
import java.nio.charset.StandardCharsets;

/** How the text of one key source is found in a request. Immutable. */
@FunctionalInterface
interface KeyReader {

  /** Notes the text in the extraction; returns false when there is none or it is empty. */
  boolean find(RequestFacts facts, Extraction into);

  /**
   * Returns the reader of a source.
   *
   * @param source any but {@code all}
   * @param route the path pattern of the route, for captures
   * @throws IllegalArgumentException when the source names a capture that the route does not have
   */
  static KeyReader of(KeySource source, PathPattern route) {
    if (source instanceof KeySource.Header header) {
      return (facts, into) -> into.found(facts.headerText(header.name()));
    }
    if (source instanceof KeySource.Cookie cookie) {
      return cookie(rawView(cookie.name()));
    }
    if (source instanceof KeySource.Path path) {
      PathPattern template = path.template();
      return template == null
          ? (facts, into) -> into.found(facts.path())
          : (facts, into) -> template(template, facts.path(), into);
    }
    if (source instanceof KeySource.Target) {
      return (facts, into) -> into.found(facts.target());
    }
    if (source instanceof KeySource.Capture capture) {
      return capture(capture.name(), route);
    }
    if (source instanceof KeySource.Query query) {
      return query(rawView(query.name()));
    }
    if (source instanceof KeySource.ClientAddress client) {
      return clientAddress(client);
    }
    if (source instanceof KeySource.Host) {
      return (facts, into) -> into.found(facts.host());
    }
    if (source instanceof KeySource.Method) {
      return (facts, into) -> into.found(facts.method());
    }
    if (source instanceof KeySource.TlsServerName) {
      return (facts, into) -> into.found(facts.tlsServerName());
    }
    if (source instanceof KeySource.TlsClientCertificate certificate) {
      return (facts, into) -> into.found(facts.tlsClientCertificate(certificate.part()));
    }
    throw new IllegalArgumentException("'" + source.kind() + "' cannot be a part of a key");
  }

  private static KeyReader cookie(String name) {
    return (facts, into) -> {
      CharSequence cookies = facts.headerText("cookie");
      return cookies != null && first(cookies, name, into);
    };
  }

  /* Its quotes belong to the key. */
  private static boolean first(CharSequence cookies, String name, Extraction into) {
    CookieCrumbs crumbs = into.crumbs.over(cookies);
    while (crumbs.next()) {
      if (crumbs.isNamed(name)) {
        return into.found(cookies, crumbs.rawFrom(), crumbs.rawTo());
      }
    }
    return false;
  }

  private static boolean template(PathPattern template, String path, Extraction into) {
    int[] bounds = into.templateBounds;
    return template.match(path, bounds) && into.found(path, bounds[0], bounds[1]);
  }

  private static KeyReader capture(String name, PathPattern route) {
    int index = route.captures().indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException("the path " + route + " has no capture {" + name + "}");
    }
    return (facts, into) -> {
      int[] bounds = into.routeBounds();
      return into.found(facts.path(), bounds[2 * index], bounds[2 * index + 1]);
    };
  }

  private static KeyReader query(String name) {
    return (facts, into) -> {
      CharSequence query = facts.queryText();
      return query != null && parameter(query, name, into);
    };
  }

  /** Finds the first {@code name=} at the start of a parameter; its value runs up to the next &. */
  private static boolean parameter(CharSequence query, String name, Extraction into) {
    for (int at = 0; at <= query.length(); ) {
      int stop = Extraction.end(query, '&', at);
      int value = at + name.length();
      if (value < stop && query.charAt(value) == '=' && Extraction.begins(query, at, name)) {
        return into.found(query, value + 1, stop);
      }
      at = stop + 1;
    }
    return false;
  }

  private static KeyReader clientAddress(KeySource.ClientAddress client) {
    return (facts, into) -> {
      into.address.setLength(0);
      IpText.appendMasked(
          into.address, facts.clientAddress(), client.v4Prefix(), client.v6Prefix());
      return into.found(into.address);
    };
  }

  /** Returns a configured name as a request shows it: one char for each byte of its UTF-8. */
  private static String rawView(String name) {
    return new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }
}
