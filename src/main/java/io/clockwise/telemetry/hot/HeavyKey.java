package io.clockwise.telemetry.hot;

import io.clockwise.model.placement.RoutingKey;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A key that had many requests lately.
 *
 * @param hash by which the pool's placement knows it; where that hash is short, several keys are
 *     one
 * @param count the most requests that it can have had
 * @param error how many of these may be of other keys
 * @param share of all keyed requests that it surely had, 0 to 1
 * @param text null: not kept
 */
public record HeavyKey(long hash, long count, long error, double share, @Nullable Text text) {
  /**
   * The bytes of a key.
   *
   * @param latin the first 64, each as one char
   * @param whole whether these are all
   */
  public record Text(String latin, boolean whole) {
    /** Returns them as UTF-8 text, with a mark where they are cut. */
    public String shown() {
      String read = new String(latin.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
      return whole ? read : read + "\u2026";
    }
  }

  /**
   * Returns it for lookups; null: what is known of it is not enough.
   *
   * @param withBytes whether lookups will read the bytes
   */
  public @Nullable RoutingKey key(boolean withBytes) {
    if (!withBytes) {
      return RoutingKey.ofHash(hash);
    }
    if (text == null || !text.whole()) {
      return null;
    }
    byte[] bytes = text.latin().getBytes(StandardCharsets.ISO_8859_1);
    return new RoutingKey().set(bytes, 0, bytes.length, hash);
  }
}
