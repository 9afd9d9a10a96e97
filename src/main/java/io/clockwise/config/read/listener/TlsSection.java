package io.clockwise.config.read.listener;

import io.clockwise.config.CertificateConfig;
import io.clockwise.config.TlsConfig;
import io.clockwise.config.TlsConfig.ClientAuth;
import io.clockwise.config.TlsConfig.Version;
import io.clockwise.config.read.form.NameText;
import io.clockwise.config.read.form.PathText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The key {@code tls} of a listener. */
final class TlsSection {
  private static final String CERTIFICATES =
      "a list of certificates such as { cert: site.pem, key: site.key }";
  private static final String CERT = "the path of a PEM file with a certificate";
  private static final String KEY = "the path of a PEM file with a private key";
  private static final String CA = "the path of a PEM file with the certificates of authorities";

  private static final String HEADER = "the name of a field such as Client-Cert, or an empty text";

  private TlsSection() {}

  /** Tells whether the word for no TLS stands here. */
  static boolean isOff(Value value) {
    return value.isWord("off");
  }

  /** Reads the settings; empty when there is no TLS, or after a problem. */
  static Optional<TlsConfig> read(Value value) {
    if (isOff(value)) {
      return Optional.empty();
    }
    Fields fields = value.fields("off, or a mapping with certificates");
    List<CertificateConfig> certificates = new ArrayList<>();
    Optional<Value> list = fields.required("certificates", CERTIFICATES, "");
    for (Value item : list.map(given -> given.items(CERTIFICATES)).orElse(List.of())) {
      certificate(item).ifPresent(certificates::add);
    }
    list.filter(given -> given.isList() && given.items(CERTIFICATES).isEmpty())
        .ifPresent(given -> given.problem("at least one certificate", ""));
    Version version = fields.word("minVersion", Version.class, Version::word, Version.V1_2);
    ClientAuth auth = fields.word("clientAuth", ClientAuth.class, ClientAuth.NONE);
    Optional<Value> caValue = fields.get("clientCa");
    Optional<Path> ca = caValue.flatMap(given -> PathText.file(given, CA));
    if (auth != ClientAuth.NONE && caValue.isEmpty()) {
      fields.required("clientCa", CA, "without it no certificate of a client can be checked");
    }
    if (auth == ClientAuth.NONE) {
      caValue.ifPresent(
          given ->
              given.problem(
                  "no such key, or clientAuth: required",
                  "without clientAuth no client is asked for a certificate"));
    }
    String header =
        fields.get("clientCertificateHeader").map(given -> header(given, auth)).orElse("");
    fields.done();
    return certificates.isEmpty()
        ? Optional.empty()
        : Optional.of(new TlsConfig(certificates, version, auth, ca.orElse(null), header));
  }

  private static String header(Value value, ClientAuth auth) {
    String name = value.text(HEADER).orElse("");
    if (!name.isEmpty() && !NameText.isChangeableField(name)) {
      value.problem(HEADER, NameText.isToken(name) ? "this field has a meaning of its own" : "");
    } else if (!name.isEmpty() && auth == ClientAuth.NONE) {
      value.problem(
          "an empty text, or clientAuth: required",
          "without clientAuth no client is asked for a certificate");
    }
    return name;
  }

  private static Optional<CertificateConfig> certificate(Value item) {
    Fields fields = item.fields("a mapping such as { cert: site.pem, key: site.key }");
    Optional<Path> cert =
        fields.required("cert", CERT, "").flatMap(value -> PathText.file(value, CERT));
    Optional<Path> key =
        fields.required("key", KEY, "").flatMap(value -> PathText.file(value, KEY));
    fields.done();
    return cert.isPresent() && key.isPresent()
        ? Optional.of(new CertificateConfig(cert.get(), key.get()))
        : Optional.empty();
  }
}
