package io.clockwise.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a long stream (a WebSocket, an event stream, a gRPC stream) when its key belongs
 * to another backend.
 *
 * @param closeAfter it is closed after half to all of so long, at random, 0s to 24h; zero: {@code
 *     close}, at once; null: {@code keep}, the default
 */
public record OnOwnerChange(@Nullable Duration closeAfter) {
  /** It goes on. */
  public static final OnOwnerChange KEEP = new OnOwnerChange(null);

  /** It is closed at once. */
  public static final OnOwnerChange CLOSE = new OnOwnerChange(Duration.ZERO);
}
