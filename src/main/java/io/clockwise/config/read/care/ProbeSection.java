package io.clockwise.config.read.care;

import io.clockwise.config.HealthConfig;
import io.clockwise.config.HealthConfig.Probe;
import io.clockwise.config.read.form.ExpressionText;
import io.clockwise.config.read.form.FieldText;
import io.clockwise.config.read.form.MethodText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The keys {@code http}, {@code tcp} and {@code grpc} of {@code health}. */
final class ProbeSection {
  private static final String PATH = "a path such as /healthz, printable ASCII without #";
  private static final String HTTP = "a path such as /healthz, or a mapping such as { path: / }";
  private static final String HOST = "a host name or address, with or without a port, or nothing";
  private static final String BODY = "an RE2 expression that the body must contain";
  private static final String SERVICE = "the name of a service such as shop.Carts, or nothing";
  private static final Pattern PATH_FORM = Pattern.compile("/[!-~&&[^#]]*");
  private static final Pattern HOST_FORM =
      Pattern.compile("(?:([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])(:[0-9]{1,5})?)?");
  private static final Pattern SERVICE_FORM = Pattern.compile("[!-~]{0,256}");

  private ProbeSection() {}

  /** Reads a path; empty after a problem. */
  static Optional<String> path(Value value, String expected) {
    return text(value, PATH_FORM, expected);
  }

  static Optional<Probe> http(Value value) {
    if (value.isScalar()) {
      return path(value, HTTP).map(HealthConfig.Http::of);
    }
    Fields fields = value.fields(HTTP);
    Optional<String> path = fields.required("path", PATH, "").flatMap(given -> path(given, PATH));
    HealthConfig.Http normal = HealthConfig.Http.of("/");
    String method = fields.get("method").flatMap(ProbeSection::method).orElse(normal.method());
    HealthConfig.Http http =
        new HealthConfig.Http(
            method,
            path.orElse(normal.path()),
            fields.get("host").flatMap(ProbeSection::host).orElse(normal.host()),
            fields.get("headers").map(ProbeSection::headers).orElse(normal.headers()),
            fields.get("expect").map(ExpectText::read).orElse(normal.expect()),
            fields.get("body").flatMap(given -> body(given, method)).orElse(normal.body()));
    fields.done();
    return Optional.of(http);
  }

  static Probe tcp(Value value) {
    if (!value.isNothing()) {
      value
          .fields("nothing, or {}")
          .entries()
          .values()
          .forEach(entry -> entry.problem("no such key", ""));
    }
    return new HealthConfig.Tcp();
  }

  static Probe grpc(Value value) {
    if (value.isNothing()) {
      return new HealthConfig.Grpc("");
    }
    Fields fields = value.fields("nothing, or a mapping such as { service: shop.Carts }");
    String service =
        fields.get("service").flatMap(given -> text(given, SERVICE_FORM, SERVICE)).orElse("");
    fields.done();
    return new HealthConfig.Grpc(service);
  }

  private static Optional<String> method(Value value) {
    Optional<String> method = MethodText.read(value);
    if (method.isPresent() && method.get().equals("CONNECT")) {
      value.problem("a method such as GET", "CONNECT opens a tunnel");
      return Optional.empty();
    }
    return method;
  }

  private static Optional<String> host(Value value) {
    return text(value, HOST_FORM, HOST);
  }

  private static Map<String, String> headers(Value value) {
    Map<String, String> headers = new LinkedHashMap<>();
    value
        .fields("a mapping from field names to values such as { X-Probe: clockwise }")
        .entries()
        .forEach(
            (name, item) ->
                FieldText.value(item)
                    .ifPresent(text -> headers.put(FieldText.changeable(item, name), text)));
    return headers;
  }

  private static Optional<String> body(Value value, String method) {
    if (value.isEmptyText()) {
      return Optional.empty();
    }
    Optional<String> body = ExpressionText.read(value, BODY).map(com.google.re2j.Pattern::pattern);
    if (body.isPresent() && method.equals("HEAD")) {
      value.problem("nothing", "the answer to HEAD has no body");
      return Optional.empty();
    }
    return body;
  }

  private static Optional<String> text(Value value, Pattern form, String expected) {
    Optional<String> text = value.text(expected);
    if (text.isPresent() && !form.matcher(text.get()).matches()) {
      value.problem(expected, "");
      return Optional.empty();
    }
    return text;
  }
}
