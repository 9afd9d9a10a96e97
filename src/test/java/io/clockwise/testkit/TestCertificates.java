package io.clockwise.testkit;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Certificates made while a test runs, by the JDK's own keytool. */
public final class TestCertificates {
  private static final String SECRET = "test-only";

  private TestCertificates() {}

  /**
   * A certificate and its private key.
   *
   * @param certificate PEM
   * @param key PEM, PKCS #8
   */
  public record Pair(String certificate, String key) {}

  /** Makes an RSA certificate that signs itself; names are host names or IP addresses. */
  public static Pair selfSigned(String... names) {
    return make(List.of("-keyalg", "RSA", "-keysize", "2048"), names);
  }

  /** Makes a certificate on a curve that signs itself. */
  public static Pair onCurve(String... names) {
    return make(List.of("-keyalg", "EC", "-groupname", "secp256r1"), names);
  }

  private static Pair make(List<String> kind, String... names) {
    Path folder = null;
    try {
      folder = Files.createTempDirectory("certificates");
      Path store = folder.resolve("store.p12");
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
      command.addAll(List.of("-genkeypair", "-alias", "it", "-validity", "2"));
      command.addAll(List.of("-startdate", "-1H", "-dname", "CN=" + names[0]));
      command.addAll(List.of("-ext", "SAN=" + String.join(",", alternatives(names))));
      command.addAll(List.of("-ext", "BC=ca:true", "-storetype", "PKCS12"));
      command.addAll(List.of("-storepass", SECRET, "-keystore", store.toString()));
      command.addAll(kind);
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("out").toFile())
              .start();
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IllegalStateException(Files.readString(folder.resolve("out")));
      }
      return read(store);
    } catch (IOException | GeneralSecurityException | InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      delete(folder);
    }
  }

  private static List<String> alternatives(String... names) {
    return Arrays.stream(names)
        .map(name -> (name.matches("[0-9.]+|.*:.*") ? "ip:" : "dns:") + name)
        .toList();
  }

  private static Pair read(Path store) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance(store.toFile(), SECRET.toCharArray());
    PrivateKey key = (PrivateKey) keys.getKey("it", SECRET.toCharArray());
    return new Pair(
        pem("CERTIFICATE", keys.getCertificate("it").getEncoded()),
        pem("PRIVATE KEY", key.getEncoded()));
  }

  private static void delete(Path folder) {
    if (folder != null) {
      for (String name : List.of("store.p12", "out")) {
        folder.resolve(name).toFile().delete();
      }
      folder.toFile().delete();
    }
  }

  private static String pem(String label, byte[] der) {
    String lines =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der);
    return "-----BEGIN " + label + "-----\n" + lines + "\n-----END " + label + "-----\n";
  }

  private static byte[] der(String pem) {
    return Base64.getMimeDecoder().decode(pem.replaceAll("-----[^-]*-----", ""));
  }

  /** Returns the same RSA key in its older form: what is wrapped at the end of the newer one. */
  public static String pkcs1(Pair pair) {
    byte[] pkcs8 = der(pair.key());
    int from = 4 + 3 + 15 + 4; // sequence, version, algorithm, head of the octets
    return pem("RSA PRIVATE KEY", Arrays.copyOfRange(pkcs8, from, pkcs8.length));
  }

  /** Returns the same key of the curve secp256r1 in its older form, which names the curve. */
  public static String sec1(Pair pair) {
    byte[] pkcs8 = der(pair.key());
    String hex = new BigInteger(1, pkcs8).toString(16);
    int secret = hex.indexOf("0201010420") + 10; // version 1, 32 octets
    String key = "0201010420" + hex.substring(secret, secret + 64) + "a00a06082a8648ce3d030107";
    byte[] body =
        new BigInteger("30" + Integer.toHexString(key.length() / 2) + key, 16).toByteArray();
    return pem("EC PRIVATE KEY", body);
  }
}
