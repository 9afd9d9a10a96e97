package io.clockwise.config.read.pool;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.BackendTlsConfig;
import io.clockwise.config.PemFile;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import io.clockwise.config.read.pem.PemSection;
import io.clockwise.model.BackendAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The key {@code tls} of a pool: off, true, or a mapping. */
final class TlsSection {
  private static final String NAME = "auto, or a host name";
  private static final String BOTH = "a path too: a certificate and its key go together";

  private TlsSection() {}

  static @Nullable BackendTlsConfig read(Value value) {
    if (value.isScalar()) {
      Optional<String> word = value.choice(List.of("off", "false", "on", "true"));
      boolean on = word.isPresent() && (word.get().equals("on") || word.get().equals("true"));
      return on ? BackendTlsConfig.DEFAULT : null;
    }
    Fields fields = value.fields("off, true, or a mapping such as { ca: ca.pem }");
    boolean verify = fields.flag("verify", true);
    Optional<PemFile> ca = fields.get("ca").flatMap(PemSection::certificates);
    String name =
        fields.get("serverName").flatMap(TlsSection::serverName).orElse(BackendTlsConfig.AUTO);
    Optional<Value> certPath = named(fields.get("cert"));
    Optional<Value> keyPath = named(fields.get("key"));
    Optional<PemFile> cert = certPath.flatMap(PemSection::certificates);
    Optional<PemFile> key = keyPath.flatMap(PemSection::privateKey);
    if (certPath.isPresent() != keyPath.isPresent()) {
      String missing = certPath.isPresent() ? "key" : "cert";
      value.reading().problem(value.path() + "." + missing, "", BOTH, "");
    } else if (cert.isPresent() && key.isPresent()) {
      PemSection.pair(cert.get(), key.get(), keyPath.orElseThrow());
    }
    fields.done();
    return new BackendTlsConfig(verify, ca.orElse(null), name, cert.orElse(null), key.orElse(null));
  }

  private static Optional<Value> named(Optional<Value> path) {
    return path.filter(value -> !value.isEmptyText());
  }

  private static Optional<String> serverName(Value value) {
    Optional<String> text = value.text(NAME);
    if (text.isPresent() && !text.get().equals(BackendTlsConfig.AUTO)) {
      boolean name =
          text.get().indexOf(':') < 0
              && !text.get().endsWith(".")
              && BackendAddress.parse(text.get() + ":1").filter(BackendAddress::isName).isPresent();
      if (!name) {
        value.problem(NAME, "an address has no name that could be asked for");
        return Optional.empty();
      }
    }
    return text;
  }

  /** Notes a problem when a certificate cannot be compared with any name. */
  static void nameless(@Nullable BackendTlsConfig tls, List<BackendConfig> backends, Value pool) {
    if (tls != null
        && tls.verify()
        && tls.isAutoName()
        && backends.stream().anyMatch(backend -> backend.address().isUnix())) {
      pool.reading()
          .problem(
              pool.path() + ".tls.serverName",
              "auto, with a Unix socket",
              "the name in the backend's certificate",
              "a path is no name to verify");
    }
  }
}
