package io.clockwise.app.instance;

import io.clockwise.admin.auth.Tokens;
import io.clockwise.admin.auth.UnusableToken;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigProblem;
import io.clockwise.config.ConfigResult;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.TlsConfig;
import io.clockwise.config.read.ConfigReader;
import io.clockwise.proxy.front.tls.LoadedTls;
import io.clockwise.proxy.front.tls.UnusableCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** From a file's name to a configuration, once; problems become a message for the user. */
public final class ConfigLoad {
  private ConfigLoad() {}

  /** Reads the bytes of a file. */
  public static ConfigDocument document(Path file) throws StartFailure {
    if (Files.isDirectory(file)) {
      throw new StartFailure(file + ": is a directory; name a configuration file with --config");
    }
    try {
      return new ConfigDocument(file.toString(), directory(file), Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      throw new StartFailure(file + ": no such file; name a configuration file with --config");
    } catch (IOException e) {
      throw new StartFailure(file + ": cannot be read: " + FileFault.of(e));
    }
  }

  /** Returns the directory of a file, which relative paths in it start from. */
  public static Path directory(Path file) {
    return Objects.requireNonNullElse(file.toAbsolutePath().getParent(), Path.of("/"));
  }

  /** Understands a document with the environment of this process. */
  public static ConfigResult read(ConfigDocument document) {
    return ConfigReader.read(document, System::getenv, hostName(), new LocalFiles());
  }

  /** Understands a document or says every problem in it. */
  public static ConfigResult.Valid valid(ConfigDocument document) throws StartFailure {
    ConfigResult result = read(document);
    if (result instanceof ConfigResult.Invalid invalid) {
      throw new StartFailure(
          "the configuration cannot be used"
              + System.lineSeparator()
              + lines(document, "", invalid.problems()));
    }
    return (ConfigResult.Valid) result;
  }

  /**
   * Returns what is needed before a file is read for all else; null when it cannot be understood:
   * its problems are told then.
   */
  static @Nullable ClockwiseConfig early(Path file) throws StartFailure {
    return read(document(file)) instanceof ConfigResult.Valid valid ? valid.config() : null;
  }

  /** Reads the token files of the admin API, for their faults alone. */
  public static void checkTokens(ClockwiseConfig config) throws StartFailure {
    try {
      Tokens.read(config.admin().tokens());
    } catch (UnusableToken e) {
      throw new StartFailure(String.valueOf(e.getMessage()));
    }
  }

  /** Reads the certificates of the listeners, for their faults alone. */
  public static void checkCertificates(ClockwiseConfig config) throws StartFailure {
    for (ListenerConfig listener : config.listeners()) {
      TlsConfig tls = listener.tls();
      if (tls != null) {
        try {
          LoadedTls.read(tls);
        } catch (UnusableCertificate e) {
          throw new StartFailure(String.valueOf(e.getMessage()));
        }
      }
    }
  }

  /** Returns one line for each problem, beginning with the document's name. */
  public static String lines(ConfigDocument document, String label, List<ConfigProblem> problems) {
    return problems.stream()
        .map(problem -> document.name() + ": " + label + problem)
        .collect(Collectors.joining(System.lineSeparator()));
  }

  /** Returns this host's name, or {@code localhost} when it has none. */
  public static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
