package io.clockwise.app.cli.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the admin API is and who calls: each from the flags, else the environment, else the user's
 * file, else the default.
 *
 * @param endpoints in the order in which they are tried; at least one
 * @param token of all calls
 */
public record ClientSettings(List<ApiEndpoint> endpoints, ApiToken token) {
  /** Names endpoints, separated by commas. */
  public static final String ENDPOINT = "CLOCKWISE_ENDPOINT";

  /** Names the file with the token. */
  public static final String TOKEN_FILE = "CLOCKWISE_TOKEN_FILE";

  /** Holds the token. */
  public static final String TOKEN = "CLOCKWISE_TOKEN";

  private static final String DEFAULT = "http://127.0.0.1:9902";

  /**
   * Gathers the settings.
   *
   * @param endpoints by flag, perhaps none
   * @param tokenFile by flag
   */
  public static ClientSettings gather(
      List<String> endpoints, @Nullable Path tokenFile, Surroundings around) {
    List<ApiEndpoint> named = named(endpoints, "--endpoint");
    String variable = around.variable(ENDPOINT);
    if (named.isEmpty() && variable != null) {
      named = named(List.of(variable.split(",")), ENDPOINT);
    }
    ApiToken token = token(tokenFile, around);
    if (named.isEmpty() || !token.isThere()) { // else the file is not even looked at
      Path file = around.settingsFile();
      SettingsFile settings = SettingsFile.read(file, around);
      named = named.isEmpty() ? settings.endpoints() : named;
      Path theirs = settings.tokenFile();
      if (!token.isThere() && theirs != null) {
        token = ApiToken.read(theirs, "tokenFile of " + file);
      }
    }
    return new ClientSettings(
        named.isEmpty() ? List.of(ApiEndpoint.parse(DEFAULT, "the default")) : List.copyOf(named),
        token);
  }

  private static List<ApiEndpoint> named(List<String> texts, String origin) {
    List<ApiEndpoint> endpoints = new ArrayList<>();
    for (String text : texts) {
      endpoints.add(ApiEndpoint.parse(text, origin));
    }
    return endpoints;
  }

  private static ApiToken token(@Nullable Path flag, Surroundings around) {
    if (flag != null) {
      return ApiToken.read(flag, "--token-file");
    }
    String file = around.variable(TOKEN_FILE);
    String text = around.variable(TOKEN);
    if (file != null && text != null) {
      throw ClientFailure.usage(TOKEN + " and " + TOKEN_FILE + " are both set; unset one of them");
    }
    if (file != null) {
      return ApiToken.read(Path.of(file), TOKEN_FILE);
    }
    return text == null ? ApiToken.NONE : ApiToken.of(text, TOKEN);
  }
}
