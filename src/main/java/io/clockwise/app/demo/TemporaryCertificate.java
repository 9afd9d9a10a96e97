package io.clockwise.app.demo;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A certificate for a day that signs itself, made by the keytool of the JRE. */
final class TemporaryCertificate {
  private static final String PASSWORD = "rehearsal";
  private static final long PATIENCE_SECONDS = 20;

  private TemporaryCertificate() {}

  /** Makes {@code site.pem} and {@code site.key}; false where that cannot be done. */
  static boolean make(Path folder) throws InterruptedException {
    Path store = folder.resolve("site.p12");
    try {
      Process keytool =
          new ProcessBuilder(command(store))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("keytool.log").toFile())
              .start();
      if (!keytool.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
        keytool.destroyForcibly();
        return false;
      }
      write(store.toFile(), folder);
      return true;
    } catch (IOException | GeneralSecurityException e) {
      return false;
    }
  }

  private static List<String> command(Path store) {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    String words =
        " -J-XX:TieredStopAtLevel=1 -genkeypair -alias site -dname CN=localhost -validity 1"
            + " -keyalg EC -groupname secp256r1 -storetype PKCS12 -storepass "
            + PASSWORD
            + " -keystore "
            + store;
    return List.of((keytool + words).split(" "));
  }

  private static void write(File store, Path folder) throws IOException, GeneralSecurityException {
    KeyStore read = KeyStore.getInstance(store, PASSWORD.toCharArray());
    byte[] chain = read.getCertificate("site").getEncoded();
    byte[] key = Objects.requireNonNull(read.getKey("site", PASSWORD.toCharArray())).getEncoded();
    Files.writeString(folder.resolve("site.pem"), pem("CERTIFICATE", chain));
    Files.writeString(folder.resolve("site.key"), pem("PRIVATE KEY", key));
  }

  private static String pem(String what, byte[] bytes) {
    byte[] lineEnd = "\n".getBytes(StandardCharsets.US_ASCII);
    String text = Base64.getMimeEncoder(64, lineEnd).encodeToString(bytes);
    return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
  }
}
