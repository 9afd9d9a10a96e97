package io.clockwise.config;

import com.google.re2j.Pattern;
import io.clockwise.model.PathPattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a routing key comes from. A source that yields nothing, or an empty value, yields no key.
 *
 * <p>Each source has an optional {@code pattern} (RE2 syntax, linear time, exactly one capture):
 * the key is what the capture holds in the first match; no match, no key.
 */
public sealed interface KeySource {

  /** Returns the expression that cuts the key out of the value, or null for the whole value. */
  @Nullable Pattern pattern();

  /** Returns the source's kind as in the configuration: {@code header}, {@code cookie}, ... */
  String kind();

  /**
   * A request field, outer blanks cut, repeated fields joined by a comma.
   *
   * @param name case-insensitive
   */
  record Header(String name, @Nullable Pattern pattern) implements KeySource {
    @Override
    public String kind() {
      return "header";
    }
  }

  /**
   * The first cookie of a name, quotes kept.
   *
   * @param name case-sensitive
   */
  record Cookie(String name, @Nullable Pattern pattern) implements KeySource {
    @Override
    public String kind() {
      return "cookie";
    }
  }

  /**
   * The raw path without query, or the capture <code>{key}</code> of an own path pattern.
   *
   * @param template has exactly one capture; null: the whole path
   */
  record Path(@Nullable PathPattern template, @Nullable Pattern pattern) implements KeySource {
    @Override
    public String kind() {
      return "path";
    }
  }

  /** The request target as received: the raw path with its query, or the absolute form. */
  record Target(@Nullable Pattern pattern) implements KeySource {
    @Override
    public String kind() {
      return "target";
    }
  }

  /**
   * A capture of the route's own path pattern, written <code>{name}</code>.
   *
   * @param name a capture that the route's {@code match.path} has
   */
  record Capture(String name, @Nullable Pattern pattern) implements KeySource {
    @Override
    public String kind() {
      return "capture";
    }
  }

  /**
   * The first query parameter of a name, raw.
   *
   * @param name compared byte for byte, nothing decoded
   */
  record Query(String name, @Nullable Pattern pattern) implements KeySource {
    @Override
    public String kind() {
      return "query";
    }
  }

  /**
   * The client's address (behind trusted proxies: theirs removed), masked, in canonical text.
   *
   * @param v4Prefix 0 to 32; default 32
   * @param v6Prefix 0 to 128; default 64
   */
  record ClientAddress(int v4Prefix, int v6Prefix, @Nullable Pattern pattern) implements KeySource {
    @Override
    public String kind() {
      return "clientAddress";
    }
  }

  /** The request's host without port, in lower case. */
  record Host(@Nullable Pattern pattern) implements KeySource {
    @Override
    public String kind() {
      return "host";
    }
  }

  /** The request's method. */
  record Method(@Nullable Pattern pattern) implements KeySource {
    @Override
    public String kind() {
      return "method";
    }
  }

  /** The server name that the client asked for in its TLS handshake, in lower case. */
  record TlsServerName(@Nullable Pattern pattern) implements KeySource {
    @Override
    public String kind() {
      return "tlsServerName";
    }
  }

  /**
   * The certificate that the client showed in its TLS handshake.
   *
   * @param part what of it; default {@code subject}
   */
  record TlsClientCertificate(CertificatePart part, @Nullable Pattern pattern)
      implements KeySource {
    @Override
    public String kind() {
      return "tlsClientCertificate";
    }
  }

  /** What of a certificate is a key. */
  enum CertificatePart {
    /** Its distinguished name (RFC 2253), which a renewal keeps. */
    SUBJECT,
    /** The SHA-256 of its DER form, 64 hexadecimal digits in lower case. */
    FINGERPRINT
  }

  /**
   * Several sources as one key; each part is its length as big-endian u32, then its bytes; one
   * missing part, no key.
   *
   * @param parts at least one, none of them {@code all}
   */
  record All(List<KeySource> parts) implements KeySource {
    /** Copies the list. */
    public All {
      parts = List.copyOf(parts);
    }

    @Override
    public @Nullable Pattern pattern() {
      return null;
    }

    @Override
    public String kind() {
      return "all";
    }
  }
}
