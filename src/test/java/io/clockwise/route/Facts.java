package io.clockwise.route;

import io.clockwise.config.KeySource;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request as a test describes it; starts as {@code GET /} of {@code example.org}. */
final class Facts implements RequestFacts {
  private String method = "GET";
  private String host = "example.org";
  private String target = "/";
  private String path = "/";
  private @Nullable String query;
  private byte[] client = {(byte) 192, 0, 2, 33};
  private @Nullable String serverName;
  private @Nullable String certificate;
  private final Map<String, String> fields = new HashMap<>();

  Facts method(String value) {
    method = value;
    return this;
  }

  Facts host(String value) {
    host = value;
    return this;
  }

  Facts target(String value) {
    target = value;
    int mark = value.indexOf('?');
    path = mark < 0 ? value : value.substring(0, mark);
    query = mark < 0 ? null : value.substring(mark + 1);
    return this;
  }

  Facts client(byte... value) {
    client = value;
    return this;
  }

  Facts field(String name, String value) {
    fields.put(name.toLowerCase(Locale.ROOT), value);
    return this;
  }

  Facts tls(@Nullable String name, @Nullable String shown) {
    serverName = name;
    certificate = shown;
    return this;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public String host() {
    return host;
  }

  @Override
  public String target() {
    return target;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public @Nullable String query() {
    return query;
  }

  @Override
  public @Nullable String header(String name) {
    for (Map.Entry<String, String> field : fields.entrySet()) {
      if (field.getKey().equalsIgnoreCase(name)) {
        return field.getValue();
      }
    }
    return null;
  }

  @Override
  public byte[] clientAddress() {
    return client;
  }

  @Override
  public @Nullable String tlsServerName() {
    return serverName;
  }

  @Override
  public @Nullable String tlsClientCertificate(KeySource.CertificatePart part) {
    return certificate == null ? null : part + " of " + certificate;
  }
}
