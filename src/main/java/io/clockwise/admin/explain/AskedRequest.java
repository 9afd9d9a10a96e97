package io.clockwise.admin.explain;

import io.clockwise.admin.http.JsonFields;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.KeySource;
import io.clockwise.model.CidrBlock;
import io.clockwise.model.text.HostName;
import io.clockwise.model.text.RequestTarget;
import io.clockwise.route.RequestFacts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request that a body describes.
 *
 * @param method as it would be sent
 * @param target in the form in which it would be sent
 * @param parts of the target
 * @param fields by name without regard to case
 * @param clientAddress as the proxy would find it
 * @param tlsServerName null: none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record AskedRequest(
    String method,
    String target,
    RequestTarget parts,
    Map<String, String> fields,
    byte[] clientAddress,
    @Nullable String tlsServerName)
    implements RequestFacts {
  static final String METHOD = "method";
  static final String TARGET = "target";
  static final String CLIENT_ADDRESS = "clientAddress";
  static final String TLS_SERVER_NAME = "tlsServerName";

  /** The fields that a body may have. */
  static final List<String> ALL =
      List.of(METHOD, TARGET, JsonFields.HEADERS, CLIENT_ADDRESS, TLS_SERVER_NAME);

  private static final String LOCAL = "127.0.0.1";

  /**
   * Returns the request of a body.
   *
   * @throws Refusal that points to the field
   */
  static AskedRequest of(JsonFields body) {
    String method = body.text(METHOD).orElse("GET");
    if (!method.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}")) {
      throw wrong(METHOD, "'method' must be a method such as GET");
    }
    String target =
        raw(body.text(TARGET).orElseThrow(() -> wrong(TARGET, "the field 'target' is missing")));
    RequestTarget parts = RequestTarget.parse(target);
    if (parts == null || !target.chars().allMatch(c -> c > ' ' && c != 0x7f)) {
      throw wrong(TARGET, "'target' must be a path with its query, such as /cart/7?user=3");
    }
    byte[] address =
        CidrBlock.parseAddress(body.text(CLIENT_ADDRESS).orElse(LOCAL))
            .orElseThrow(() -> wrong(CLIENT_ADDRESS, "'clientAddress' must be an IP address"));
    return new AskedRequest(
        method,
        target,
        parts,
        fields(body.texts(JsonFields.HEADERS)),
        address,
        body.text(TLS_SERVER_NAME).orElse(null));
  }

  private static Map<String, String> fields(Map<String, String> given) {
    Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    given.forEach(
        (name, value) -> {
          String joint = name.equalsIgnoreCase("cookie") ? "; " : ",";
          fields.merge(name, raw(value).strip(), (one, other) -> one + joint + other);
        });
    return fields;
  }

  /* What is decided by is bytes, each shown as one char. */
  private static String raw(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  private static Refusal wrong(String field, String detail) {
    return Refusal.ofField(ProblemType.INVALID, field, detail);
  }

  @Override
  public String host() {
    String host = parts.authority().isEmpty() ? header("host") : parts.authority();
    return host == null ? "" : HostName.of(host);
  }

  @Override
  public String path() {
    return parts.path();
  }

  @Override
  public @Nullable String query() {
    return parts.query();
  }

  @Override
  public @Nullable String header(String name) {
    return fields.get(name);
  }

  @Override
  public @Nullable String tlsClientCertificate(KeySource.CertificatePart part) {
    return null;
  }
}
