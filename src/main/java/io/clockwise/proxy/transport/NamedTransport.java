package io.clockwise.proxy.transport;

import io.clockwise.config.TransportConfig;
import io.vertx.core.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * A layered transport as Vert.x is made with, by the name of the one below.
 *
 * @param below whose name it has
 */
public record NamedTransport(Transport below, LayeredTransport implementation)
    implements Transport {
  /**
   * Returns the transport that is asked for.
   *
   * @throws TransportMissing when it is named and this machine does not allow it
   */
  public static Transport of(TransportConfig wanted) throws TransportMissing {
    return switch (wanted) {
      case AUTO -> isThere(Transport.EPOLL) ? Transport.EPOLL : Transport.NIO;
      case NIO -> Transport.NIO;
      case EPOLL -> there(Transport.EPOLL, wanted);
    };
  }

  private static boolean isThere(@Nullable Transport transport) {
    return transport != null && transport.available();
  }

  private static Transport there(@Nullable Transport transport, TransportConfig wanted)
      throws TransportMissing {
    if (transport == null) {
      throw new TransportMissing(wanted, "its library is missing");
    }
    if (!transport.available()) {
      throw new TransportMissing(wanted, reason(transport.unavailabilityCause()));
    }
    return transport;
  }

  private static String reason(@Nullable Throwable cause) {
    Throwable last = cause;
    while (last != null && last.getCause() != null) {
      last = last.getCause();
    }
    return last == null ? "the system does not allow it" : String.valueOf(last.getMessage());
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
