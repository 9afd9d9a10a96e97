package io.clockwise.admin.auth;

import io.clockwise.config.TokenConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A file that holds one bearer token and nothing else; blocks while it is read. */
final class TokenFile {
  /** The fewest characters of a token. */
  static final int MIN_LENGTH = 16;

  /** The most bytes of a file. */
  static final int MAX_BYTES = 4096;

  private static final Logger LOG = LoggerFactory.getLogger(TokenFile.class);

  private TokenFile() {}

  /**
   * Reads the token of a file.
   *
   * @throws UnusableToken naming the file and what to do
   */
  static Token read(TokenConfig config) {
    Path file = config.file();
    String text = readText(file).strip();
    if (text.isEmpty()) {
      throw new UnusableToken(file, "is empty; write a token into it");
    }
    if (text.length() < MIN_LENGTH) {
      throw new UnusableToken(
          file,
          "has "
              + text.length()
              + " characters, a token needs "
              + MIN_LENGTH
              + "; for example: openssl rand -hex 32");
    }
    if (!text.matches("[A-Za-z0-9._~+/-]+=*")) { // b64token of RFC 6750 section 2.1
      throw new UnusableToken(
          file, "has other characters than A-Z a-z 0-9 . _ ~ + / - and = at the end");
    }
    warnIfOpenToAll(file);
    return new Token(config.role(), String.valueOf(file.getFileName()), Token.hashOf(text));
  }

  private static String readText(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new UnusableToken(file, "is larger than " + MAX_BYTES + " bytes");
      }
      return new String(bytes, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UnusableToken(
          file, Files.exists(file) ? "cannot be read; check its owner and mode" : "does not exist");
    }
  }

  private static void warnIfOpenToAll(Path file) {
    try {
      Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
      if (mode.contains(PosixFilePermission.OTHERS_READ)) {
        LOG.warn("token file {} can be read by every user of this machine; chmod 600 it", file);
      }
    } catch (IOException | UnsupportedOperationException e) {
      LOG.debug("token file {} has no mode to check", file, e);
    }
  }
}
