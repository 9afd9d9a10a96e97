package io.clockwise.proxy.gate.peer;

import io.clockwise.model.IpText;
import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Where a connection comes from: its socket's other end, or whom a believed sender names. */
public final class Origin {
  private static final AttributeKey<Origin> KEY = AttributeKey.valueOf("clockwise.origin");
  private static final byte[] NO_ADDRESS = new byte[4];

  /** What stands for an address where there is none: in {@code X-Forwarded-For} (RFC 7239 6.2). */
  public static final String UNKNOWN = "unknown";

  private final byte[] peer;
  private final String peerText;
  private final String addressText;
  private final int localPort;

  private Origin(byte[] peer, @Nullable String peerText, int localPort) {
    this.peer = peer;
    this.addressText = IpText.of(peer);
    this.peerText = peerText == null ? addressText : peerText;
    this.localPort = localPort;
  }

  /** Returns the origin that a believed sender names: an address of 4 or 16 bytes. */
  public static Origin named(byte[] peer, int localPort) {
    return new Origin(peer.clone(), null, localPort);
  }

  /** Returns the origin that the socket shows. */
  public static Origin ofSocket(Channel channel) {
    int port = channel.localAddress() instanceof InetSocketAddress local ? local.getPort() : 0;
    return channel.remoteAddress() instanceof InetSocketAddress inet && !inet.isUnresolved()
        ? named(inet.getAddress().getAddress(), port)
        : new Origin(NO_ADDRESS, UNKNOWN, port);
  }

  /** Returns the origin of a connection. */
  public static Origin of(Channel channel) {
    Origin known = channel.attr(KEY).get();
    if (known == null) {
      known = ofSocket(channel);
      known.put(channel);
    }
    return known;
  }

  /** Makes this the origin of a connection. */
  public void put(Channel channel) {
    channel.attr(KEY).set(this);
  }

  /** Tells whether there is an address. */
  public boolean isKnown() {
    return peer != NO_ADDRESS;
  }

  /** Returns the address, 4 or 16 bytes, zeros when there is none; not to be changed. */
  @SuppressWarnings("MutableMethodReturnType")
  public byte[] peer() {
    return peer;
  }

  /** Returns the text of that address, or {@value #UNKNOWN}. */
  public String peerText() {
    return peerText;
  }

  /** Returns the text of that address, of zeros when there is none. */
  public String addressText() {
    return addressText;
  }

  /** Returns the port that the client connected to; 0 when there is none. */
  public int localPort() {
    return localPort;
  }
}
