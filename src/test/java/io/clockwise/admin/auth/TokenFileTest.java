package io.clockwise.admin.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.clockwise.config.Role;
import io.clockwise.config.TokenConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenFileTest {
  @TempDir private Path directory;

  private TokenConfig file(String name, String text) throws IOException {
    return new TokenConfig(Role.READ, Files.writeString(directory.resolve(name), text));
  }

  @Test
  void cutsBlanksAndLineEnds() throws IOException {
    Tokens tokens = Tokens.read(List.of(file("t", " \t0123456789abcdef\r\n\n")));

    assertThat(tokens.find("0123456789abcdef")).isNotNull();
    assertThat(tokens.find("0123456789abcdeF")).isNull();
    assertThat(tokens.find("")).isNull();
    assertThat(tokens.isEmpty()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "'', is empty",
    "' \n', is empty",
    "0123456789abcde, has 15 characters",
    "0123456789 abcdef, has other characters",
    "0123456789abcdef\"x, has other characters",
    "0123456789abcdefé, has other characters",
  })
  void namesTheFileThatIsWrong(String text, String why) throws IOException {
    TokenConfig config = file("bad.token", text);
    assertThatThrownBy(() -> Tokens.read(List.of(config)))
        .isInstanceOf(UnusableToken.class)
        .hasMessageContaining("bad.token " + why)
        .hasMessageNotContaining("0123456789");
  }

  @Test
  void refusesLargeFilesAndDirectories() throws IOException {
    TokenConfig large = file("large", "x".repeat(5000));
    TokenConfig folder = new TokenConfig(Role.READ, directory);

    assertThatThrownBy(() -> Tokens.read(List.of(large))).hasMessageContaining("larger than 4096");
    assertThatThrownBy(() -> Tokens.read(List.of(folder))).hasMessageContaining("cannot be read");
  }

  @Test
  void refusesTheSameTokenTwice() throws IOException {
    TokenConfig one = file("one", "0123456789abcdef");
    TokenConfig two = file("two", "0123456789abcdef\n");
    assertThatThrownBy(() -> Tokens.read(List.of(one, two)))
        .hasMessageContaining("two holds the same token as one");
  }

  @Test
  void showsNoSecretAsText() throws IOException {
    TokenConfig config = file("t", "0123456789abcdef");
    assertThat(TokenFile.read(config)).hasToString("READ:t");
  }
}
