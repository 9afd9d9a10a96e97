package io.clockwise.admin.auth;

import io.clockwise.config.TokenConfig;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bearer tokens of this instance. Immutable. */
public final class Tokens {
  private final List<Token> all;

  private Tokens(List<Token> all) {
    this.all = List.copyOf(all);
  }

  /**
   * Reads the tokens of all files; blocks.
   *
   * @throws UnusableToken naming the first file that is wrong
   */
  public static Tokens read(List<TokenConfig> configs) {
    List<Token> all = new ArrayList<>();
    for (TokenConfig config : configs) {
      Token token = TokenFile.read(config);
      for (Token other : all) {
        if (other.hasHash(token.sha256())) {
          throw new UnusableToken(config.file(), "holds the same token as " + other.name());
        }
      }
      all.add(token);
    }
    return new Tokens(all);
  }

  /** Tells whether none is configured. */
  public boolean isEmpty() {
    return all.isEmpty();
  }

  /* Hashes are compared, each with every token: the time tells neither how much of a guess is right
  nor which token it resembles. */
  @Nullable Token find(String text) {
    byte[] hash = Token.hashOf(text);
    Token found = null;
    for (Token token : all) {
      if (token.hasHash(hash)) {
        found = token;
      }
    }
    return found;
  }
}
