package io.clockwise.app.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The secret that signs affinity cookies where none is configured: made once, kept in {@code
 * cookie.key} in the state directory. Without a directory it lives as long as the process.
 */
public final class GeneratedKey implements Supplier<byte[]> {
  /** The file's name. */
  public static final String NAME = "cookie.key";

  private static final Logger LOG = LoggerFactory.getLogger(GeneratedKey.class);
  private static final int BYTES = 32;

  private final @Nullable Path directory;
  private byte @Nullable [] secret;

  /**
   * Makes one that reads its file, or makes it, when it is first asked.
   *
   * @param stateDir null: there is none
   */
  public GeneratedKey(@Nullable Path stateDir) {
    this.directory = stateDir;
  }

  @Override
  public synchronized byte[] get() {
    byte[] known = secret;
    if (known == null) {
      known = found();
      secret = known;
    }
    return known.clone();
  }

  private byte[] found() {
    if (directory == null) {
      LOG.warn(
          "affinity cookies are signed with a key that is lost at the end of the process: set"
              + " affinity.cookie.keys or stateDir");
      return made();
    }
    Path file = directory.resolve(NAME);
    try {
      return kept(file);
    } catch (IOException e) {
      LOG.warn(
          "{} cannot be used, affinity cookies are signed with a key that is lost at the end of the"
              + " process: {}",
          file,
          e.toString());
      return made();
    }
  }

  private static byte[] made() {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encode(random);
  }

  private static byte[] kept(Path file) throws IOException {
    try {
      return read(file);
    } catch (NoSuchFileException none) {
      write(file);
      LOG.warn(
          "affinity cookies are signed with a key made now: {}; other instances need the same one",
          file);
      return read(file);
    }
  }

  private static byte[] read(Path file) throws IOException {
    byte[] text =
        Files.readString(file, StandardCharsets.ISO_8859_1)
            .strip()
            .getBytes(StandardCharsets.ISO_8859_1);
    if (text.length < BYTES) {
      throw new IOException("it has fewer than " + BYTES + " characters");
    }
    return text;
  }

  /* Whole or not at all, and never over one that another process has made meanwhile. */
  private static void write(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Path draft =
        Files.createTempFile(file.toAbsolutePath().getParent(), NAME, ".new", ownersOnly());
    try {
      Files.write(draft, made());
      Files.createLink(file, draft);
    } catch (FileAlreadyExistsException theirs) {
      LOG.debug("{} was made by another process", file);
    } finally {
      Files.delete(draft);
    }
  }

  private static FileAttribute<?> ownersOnly() {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  }
}
