package io.clockwise.event;

import io.clockwise.config.BackendConfig;
import io.clockwise.config.PoolConfig;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/** The ETag of a pool: its revision and eight digits of a hash over what it is made of. */
public final class PoolTag {
  private static final int HASH_BYTES = 4;

  private PoolTag() {}

  /**
   * Returns the opaque tag of a pool, such as {@code "7-0a1b2c3d"}, quotes included.
   *
   * @throws IllegalArgumentException when there is no such pool
   */
  public static String of(IntentState state, String pool) {
    PoolConfig config = state.effective().pools().get(pool);
    if (config == null) {
      throw new IllegalArgumentException("no pool " + pool);
    }
    long revision = state.poolRevisions().getOrDefault(pool, 0L);
    return "\"" + revision + "-" + hash(pool + "\n" + canonical(config)) + "\"";
  }

  /**
   * Tells whether a pool is still as an {@code If-Match} value says (RFC 9110 section 13.1.1): one
   * of its tags is the pool's, or it is {@code *}, or it is a plain revision of the whole
   * configuration or of the pool, since which the pool has not changed.
   */
  public static boolean matches(IntentState state, String pool, String ifMatch) {
    String tag = of(state, pool);
    for (String part : ifMatch.split(",", -1)) {
      String given = part.strip();
      if (given.equals("*") || given.equals(tag) || unchangedSince(state, pool, given)) {
        return true;
      }
    }
    return false;
  }

  private static boolean unchangedSince(IntentState state, String pool, String given) {
    String digits = unquote(given);
    if (digits.isEmpty()
        || digits.length() > 18
        || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return false;
    }
    long revision = Long.parseLong(digits);
    return revision >= state.poolRevisions().getOrDefault(pool, 0L) && revision <= state.revision();
  }

  private static String unquote(String text) {
    boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
    return quoted ? text.substring(1, text.length() - 1) : text;
  }

  /* The order of the backends means nothing, so it does not count. The text lives as long as the
  process: revisions start anew with it, and the hash keeps an old tag from fitting by chance. */
  private static String canonical(PoolConfig config) {
    List<BackendConfig> sorted =
        config.backends().stream().sorted(Comparator.comparing(BackendConfig::id)).toList();
    return config.withBackends(sorted).toString();
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
