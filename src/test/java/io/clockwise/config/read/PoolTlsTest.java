package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.BackendTlsConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigResult;
import io.clockwise.config.EffectiveConfig;
import io.clockwise.testkit.TestAuthority;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The PEM files that a pool names, found beside the document. */
class PoolTlsTest {
  @TempDir static Path folder;

  @BeforeAll
  static void make() throws IOException {
    X509Bundle first = TestAuthority.selfSigned("one.example");
    X509Bundle second = TestAuthority.selfSigned("two.example");
    Files.writeString(folder.resolve("one.pem"), first.getCertificatePEM());
    Files.writeString(folder.resolve("one.key"), first.getPrivateKeyPEM());
    Files.writeString(folder.resolve("two.key"), second.getPrivateKeyPEM());
    Files.writeString(
        folder.resolve("all.pem"), first.getPrivateKeyPEM() + first.getCertificatePEM());
    Files.writeString(folder.resolve("rsa.key"), TestAuthority.pkcs1(first));
    X509Bundle curve = TestAuthority.onCurve("ec.example");
    Files.writeString(folder.resolve("ec.pem"), curve.getCertificatePEM());
    Files.writeString(folder.resolve("ec.key"), curve.getPrivateKeyPEM());
    Files.writeString(folder.resolve("sec1.key"), TestAuthority.sec1(curve));
    Files.writeString(folder.resolve("text.pem"), "hello\n");
    Files.writeString(folder.resolve("cut.pem"), first.getCertificatePEM().replace("MI", "AA"));
    Files.writeString(
        folder.resolve("locked.key"),
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n");
    Files.writeString(
        folder.resolve("cut.key"),
        "-----BEGIN EC PRIVATE KEY-----\nMAAC\n-----END EC PRIVATE KEY-----\n");
    Files.write(folder.resolve("large.pem"), new byte[(1 << 20) + 1]);
    Files.createDirectory(folder.resolve("folder.pem"));
  }

  private static ConfigResult read(String tls) {
    String yaml = "pools: { web: { backends: [\"a=h:1\"], tls: " + tls + " } }";
    return ConfigReader.read(
        new ConfigDocument("test.yaml", folder, yaml.getBytes(StandardCharsets.UTF_8)),
        name -> null,
        "host-1");
  }

  private static BackendTlsConfig valid(String tls) {
    ConfigResult result = read(tls);
    assertThat(Documents.lines(result)).isEmpty();
    return ((ConfigResult.Valid) result).config().pools().get("web").tls();
  }

  @Test
  void hasShortForms() {
    assertThat(valid("off")).isNull();
    assertThat(valid("false")).isNull();
    assertThat(valid("true")).isEqualTo(BackendTlsConfig.DEFAULT);
    assertThat(valid("{}")).isEqualTo(BackendTlsConfig.DEFAULT);
    assertThat(valid("{ ca: \"\", cert: \"\", key: \"\" }")).isEqualTo(BackendTlsConfig.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource({
    "one.pem, one.key",
    "one.pem, rsa.key",
    "one.pem, all.pem",
    "all.pem, one.key",
    "ec.pem, ec.key",
    "ec.pem, sec1.key"
  })
  void takesACertificateWithItsKey(String cert, String key) throws IOException {
    BackendTlsConfig tls = valid("{ cert: " + cert + ", key: " + key + " }");

    assertThat(tls.cert().text()).isEqualTo(Files.readString(folder.resolve(cert)));
    assertThat(tls.key().text()).isEqualTo(Files.readString(folder.resolve(key)));
    assertThat(tls.toString()).contains(key).doesNotContain("BEGIN");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ ca: text.pem } | tls.ca | it holds no -----BEGIN CERTIFICATE-----",
        "{ ca: one.key } | tls.ca | it holds no -----BEGIN CERTIFICATE-----",
        "{ ca: cut.pem } | tls.ca | a certificate in it is damaged",
        "{ ca: none.pem } | tls.ca | none.pem cannot be read: no such file",
        "{ ca: folder.pem } | tls.ca | folder.pem cannot be read: it is not a readable file",
        "{ ca: large.pem } | tls.ca | the file is too large for one",
        "{ cert: one.pem } | tls.key | a certificate and its key go together",
        "{ key: one.key } | tls.cert | a certificate and its key go together",
        "{ cert: one.pem, key: one.pem } | tls.key | it holds no -----BEGIN PRIVATE KEY-----",
        "{ cert: one.pem, key: locked.key } | tls.key | the key is encrypted",
        "{ cert: one.pem, key: cut.key } | tls.key | the key in it is damaged",
        "{ cert: one.pem, key: two.key } | tls.key | name the file that was made with that",
        "{ cert: one.pem, key: ec.key } | tls.key | name the file that was made with that",
        "{ serverName: \"a.example:1\" } | tls.serverName | an address has no name",
        "{ serverName: \"\" } | tls.serverName | an address has no name",
      })
  void saysWhatIsWrongWithAFile(String tls, String path, String hint) {
    List<String> lines = Documents.lines(read(tls));

    assertThat(lines).hasSize(1);
    assertThat(lines.get(0)).contains("pools.web." + path + ": ").contains(hint);
  }

  @Test
  void otherContentIsAnotherConfiguration() throws IOException {
    Path file = folder.resolve("changing.pem");
    Files.writeString(file, TestAuthority.selfSigned("a.example").getCertificatePEM());
    BackendTlsConfig before = valid("{ ca: changing.pem }");
    assertThat(valid("{ ca: changing.pem }")).isEqualTo(before);

    Files.writeString(file, TestAuthority.selfSigned("a.example").getCertificatePEM());
    assertThat(valid("{ ca: changing.pem }")).isNotEqualTo(before);
  }

  @Test
  void showsPathsThatReadAsTheSame() {
    ClockwiseConfig config = ((ConfigResult.Valid) read("{ ca: one.pem, verify: false }")).config();

    String shown = new JsonObject(EffectiveConfig.toMap(config)).encode();

    assertThat(shown).doesNotContain("BEGIN");
    assertThat(Documents.valid(shown)).isEqualTo(config);
  }
}
