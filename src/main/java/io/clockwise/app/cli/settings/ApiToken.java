package io.clockwise.app.cli.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The bearer token that calls carry.
 *
 * @param text empty: there is none
 * @param origin what named it, for messages; never the token itself
 */
public record ApiToken(String text, String origin) {
  /** Is used when nobody names one. */
  public static final ApiToken NONE = new ApiToken("", "");

  private static final int MOST_BYTES = 4096;

  /** Reads the token out of a file. */
  public static ApiToken read(Path file, String origin) {
    String from = origin + " (" + file + ")";
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new ClientFailure(from + ": larger than " + MOST_BYTES + " bytes; it is no token");
      }
      return of(new String(bytes, StandardCharsets.ISO_8859_1), from);
    } catch (NoSuchFileException e) {
      throw new ClientFailure(from + ": there is no such file; write the token into it");
    } catch (IOException e) {
      throw new ClientFailure(from + ": cannot be read; check its owner and mode");
    }
  }

  /** Takes a token, with outer blanks and line ends cut. */
  public static ApiToken of(String text, String origin) {
    String token = text.strip();
    if (token.isEmpty()) {
      throw new ClientFailure(origin + ": holds no token");
    }
    if (!token.matches("[A-Za-z0-9._~+/-]+=*")) { // b64token of RFC 6750 section 2.1
      throw new ClientFailure(
          origin + ": has other characters than A-Z a-z 0-9 . _ ~ + / - and = at the end");
    }
    return new ApiToken(token, origin);
  }

  /** Tells whether there is one. */
  public boolean isThere() {
    return !text.isEmpty();
  }

  @Override
  public String toString() {
    return origin; // a secret is never shown
  }
}
