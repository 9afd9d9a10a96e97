package io.clockwise.proxy.transport;

import io.vertx.core.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * A layered transport as Vert.x is made with, by the name of the one below.
 *
 * @param below whose name it has
 */
public record NamedTransport(Transport below, LayeredTransport implementation)
    implements Transport {
  /** Returns the best transport that this platform has: a native one, else that of the JDK. */
  public static Transport best() {
    if ("io_uring".equals(System.getProperty("clockwise.transport"))) {
      return Transport.IO_URING;
    }
    Transport best = Transport.nativeTransport();
    return best != null && best.available() ? best : Transport.NIO;
  }

  @Override
  public String name() {
    return below.name();
  }

  @Override
  public boolean available() {
    return below.available();
  }

  @Override
  public @Nullable Throwable unavailabilityCause() {
    return below.unavailabilityCause();
  }
}
