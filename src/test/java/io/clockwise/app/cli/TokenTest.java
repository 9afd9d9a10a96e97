package io.clockwise.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.admin.AdminDoor;
import io.clockwise.app.cli.CommandRun.Result;
import io.clockwise.config.Role;
import io.clockwise.config.TokenConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who calls, and what is said to those who may not. */
class TokenTest {
  private static final String READ = "read-read-read-read";
  private static final String ADMIN = "0123456789abcdef";

  @TempDir private Path directory;
  private AdminDoor door;

  @BeforeEach
  void start() throws IOException {
    door =
        new AdminDoor(
            directory,
            new TokenConfig(Role.READ, file("read.token", READ)),
            new TokenConfig(Role.ADMIN, file("admin.token", ADMIN)));
  }

  @AfterEach
  void close() {
    door.close();
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private CommandRun command() {
    return new CommandRun().with("CLOCKWISE_ENDPOINT", door.endpoint());
  }

  @Test
  void noTokenIsSaidToBeMissing() {
    Result none = command().go("pools");
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.err())
        .contains("unauthenticated", "no token was given", "--token-file", "client.yaml");
  }

  @Test
  void aTokenOfEachPlaceIsTaken() throws IOException {
    String file = directory.resolve("admin.token").toString();
    assertThat(command().go("maint", "web", "a", "--token-file", file).code()).isZero();
    assertThat(command().with("CLOCKWISE_TOKEN_FILE", file).go("pools").code()).isZero();
    assertThat(command().with("CLOCKWISE_TOKEN", READ).go("pools").code()).isZero();
    Files.createDirectories(directory.resolve(".config/clockwise"));
    file(".config/clockwise/client.yaml", "tokenFile: " + file);
    assertThat(command().home(directory).go("pools").code()).isZero();
  }

  @Test
  void aWrongTokenIsNamedByItsPlace() throws IOException {
    Path wrong = file("wrong.token", "wrong-wrong-wrong-wrong");
    Result refused = command().go("status", "--token-file", wrong.toString());

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("the token is that of --token-file (" + wrong + ")");
    assertThat(refused.err()).doesNotContain("wrong-wrong");
  }

  @Test
  void aRoleThatIsTooSmallIsSaidToBe() {
    Result refused = command().with("CLOCKWISE_TOKEN", READ).go("drain", "web", "a");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("forbidden", "CLOCKWISE_TOKEN; its role is too small");
  }
}
