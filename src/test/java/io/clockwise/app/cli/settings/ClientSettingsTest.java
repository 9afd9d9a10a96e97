package io.clockwise.app.cli.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Flags win over the environment, that over the user's file; each mistake says where it is. */
class ClientSettingsTest {
  private static final String SECRET = "secret-secret-secret";

  @TempDir Path home;

  private ClientSettings gather(List<String> endpoints, Path token, Map<String, String> variables) {
    Surroundings around =
        new Surroundings(variables, home, new ByteArrayInputStream(new byte[0]), false, false);
    return ClientSettings.gather(endpoints, token, around);
  }

  private ClientSettings gather(Map<String, String> variables) {
    return gather(List.of(), null, variables);
  }

  private Path settings(String text) throws IOException {
    Path file = home.resolve(".config/clockwise/client.yaml");
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private Path token(String name, String text) throws IOException {
    return Files.writeString(home.resolve(name), text);
  }

  private static List<String> bases(ClientSettings settings) {
    return settings.endpoints().stream().map(ApiEndpoint::base).toList();
  }

  @Test
  void theDefaultIsThisMachineWithoutAToken() {
    ClientSettings settings = gather(Map.of());

    assertThat(bases(settings)).containsExactly("http://127.0.0.1:9902");
    assertThat(settings.token().isThere()).isFalse();
    assertThat(settings.endpoints().get(0)).hasToString("http://127.0.0.1:9902 (the default)");
  }

  @Test
  void eachPlaceWinsOverTheOneBelow() throws IOException {
    settings("endpoint: [http://file:1, file:2]\ntokenFile: " + token("file.token", SECRET + 1));
    assertThat(bases(gather(Map.of()))).containsExactly("http://file:1", "http://file:2");
    assertThat(gather(Map.of()).token().text()).isEqualTo(SECRET + 1);

    Map<String, String> variables =
        Map.of("CLOCKWISE_ENDPOINT", "env:1, env:2", "CLOCKWISE_TOKEN", SECRET + 2);
    assertThat(bases(gather(variables))).containsExactly("http://env:1", "http://env:2");
    assertThat(gather(variables).token().text()).isEqualTo(SECRET + 2);

    ClientSettings flags =
        gather(List.of("https://flag/base/"), token("flag.token", SECRET + 3 + "\r\n"), variables);
    assertThat(bases(flags)).containsExactly("https://flag/base");
    assertThat(flags.token().text()).isEqualTo(SECRET + 3);
  }

  @Test
  void aPlaceFillsInOnlyWhatThoseAboveLeaveOut() throws IOException {
    settings("{endpoint: 'http://file:1', tokenFile: t}\n");
    Files.createDirectories(home.resolve(".config/clockwise"));
    Files.writeString(home.resolve(".config/clockwise/t"), SECRET); // beside the file
    ClientSettings settings = gather(Map.of("CLOCKWISE_ENDPOINT", "env:1"));

    assertThat(bases(settings)).containsExactly("http://env:1");
    assertThat(settings.token().text()).isEqualTo(SECRET);
  }

  @Test
  void theFileIsWhereTheSystemKeepsSettings() throws IOException {
    Path other = home.resolve("xdg/clockwise");
    Files.createDirectories(other);
    Files.writeString(other.resolve("client.yaml"), "endpoint: xdg:9\n");

    String xdg = home.resolve("xdg").toString();
    assertThat(bases(gather(Map.of("XDG_CONFIG_HOME", xdg)))).containsExactly("http://xdg:9");
    assertThat(bases(gather(Map.of("XDG_CONFIG_HOME", "xdg")))) // relative: not heeded
        .containsExactly("http://127.0.0.1:9902");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://a:1",
        "http://",
        "a b:1",
        "http://a:70000",
        "http://u:p@a:1",
        "http://a:1?x=y",
        "http://a:1#f",
        "unix:/run/cw.sock"
      })
  void whatIsNoEndpointIsWrongUsageWithItsPlace(String text) throws IOException {
    assertUsage(List.of(text), Map.of(), "--endpoint: given '" + text + "'", "http://");
    assertUsage(List.of(), Map.of("CLOCKWISE_ENDPOINT", text), "CLOCKWISE_ENDPOINT: given", text);
    Path file = settings("# mine\nendpoint: ['good:1', '" + text + "']\n");
    assertUsage(List.of(), Map.of(), file + ", line 2: given", text);
  }

  private void assertUsage(List<String> endpoints, Map<String, String> variables, String... words) {
    assertThatThrownBy(() -> gather(endpoints, null, variables))
        .isInstanceOfSatisfying(
            ClientFailure.class, failure -> assertThat(failure.exitCode()).isEqualTo(2))
        .hasMessageContainingAll(words);
  }

  @Test
  void aFileWithMistakesNamesEachWithItsLine() throws IOException {
    Path file = settings("endpiont: a:1\ntokenFile: []\n");
    assertThatThrownBy(() -> gather(Map.of()))
        .isInstanceOfSatisfying(
            ClientFailure.class, failure -> assertThat(failure.exitCode()).isEqualTo(1))
        .hasMessageContainingAll(
            file + ": line 1", "endpiont", "did you mean endpoint", "line 2: tokenFile");
    assertThat(bases(gather(List.of("b:1"), token("t", SECRET), Map.of())))
        .containsExactly("http://b:1"); // nothing of the file is needed
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {"-, there is no such file", "'', holds no token", "'a b', has other characters"})
  void aTokenThatIsNoneNamesItsPlaceAndNeverItself(String text, String why) throws IOException {
    Path file = home.resolve("bad.token");
    if (text != null) {
      Files.writeString(file, text);
    }
    assertThatThrownBy(() -> gather(List.of(), file, Map.of()))
        .hasMessageContainingAll("--token-file (" + file + ")", why);
    assertThatThrownBy(() -> gather(Map.of("CLOCKWISE_TOKEN_FILE", file.toString())))
        .hasMessageContainingAll("CLOCKWISE_TOKEN_FILE (" + file + ")", why);
    settings("tokenFile: " + file);
    assertThatThrownBy(() -> gather(Map.of())).hasMessageContainingAll("tokenFile of ", why);
  }

  @Test
  void aSecretIsNeverPartOfAMessage() {
    assertThatThrownBy(() -> gather(Map.of("CLOCKWISE_TOKEN", "se cr et")))
        .hasMessageContaining("CLOCKWISE_TOKEN")
        .hasMessageNotContaining("se cr et");
    assertThat(gather(Map.of("CLOCKWISE_TOKEN", SECRET)).toString()).doesNotContain(SECRET);
  }

  @Test
  void twoTokensInTheEnvironmentAreOneTooMany() {
    assertUsage(
        List.of(),
        Map.of("CLOCKWISE_TOKEN", SECRET, "CLOCKWISE_TOKEN_FILE", "x"),
        "CLOCKWISE_TOKEN",
        "CLOCKWISE_TOKEN_FILE",
        "unset one");
  }
}
