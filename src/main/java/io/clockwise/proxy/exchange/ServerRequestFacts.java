package io.clockwise.proxy.exchange;

import io.clockwise.model.CidrBlock;
import io.clockwise.model.text.HostName;
import io.clockwise.model.text.RequestTarget;
import io.clockwise.proxy.connection.wire.Source;
import io.clockwise.proxy.gate.ClientGate;
import io.clockwise.proxy.gate.StreamNotes;
import io.clockwise.proxy.loop.ServedRequest;
import io.clockwise.proxy.policy.ClientAddress;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.SocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The facts of a request as the HTTP server hands it over. */
final class ServerRequestFacts implements ServedRequest {
  private final HttpServerRequest request;
  private final ClientGate gate;
  private final List<CidrBlock> trusted;
  private final @Nullable RequestTarget parts;
  private byte @Nullable [] client;
  private @Nullable String host;

  ServerRequestFacts(HttpServerRequest request, ClientGate gate, List<CidrBlock> trusted) {
    this.request = request;
    this.gate = gate;
    this.trusted = trusted;
    this.parts = RequestTarget.parse(target());
  }

  @Override
  public ClientGate gate() {
    return gate;
  }

  /** Returns the target taken apart, or null when it is in no known form. */
  @Nullable RequestTarget parts() {
    return parts;
  }

  @Override
  public HttpVersion version() {
    return request.version();
  }

  @Override
  public @Nullable String rawHost() {
    if (parts != null && !parts.authority().isEmpty()) {
      return parts.authority();
    }
    String authority = authority();
    return authority != null ? authority : request.getHeader("host");
  }

  /** Returns what HTTP/2 has in place of a Host field; null without one. */
  @Nullable String authority() {
    return request.version() == HttpVersion.HTTP_2 ? StreamNotes.authority(request) : null;
  }

  @Override
  public String method() {
    return request.method().name();
  }

  @Override
  public String host() {
    String known = host;
    if (known == null) {
      String raw = rawHost();
      known = raw == null ? "" : HostName.of(raw);
      host = known;
    }
    return known;
  }

  @Override
  public String target() {
    String target = request.uri();
    return target == null ? "" : target; // a CONNECT over HTTP/2 has none
  }

  @Override
  public String path() {
    return parts == null ? "" : parts.path();
  }

  @Override
  public @Nullable String query() {
    return parts == null ? null : parts.query();
  }

  @Override
  public @Nullable String header(String name) {
    MultiMap fields = request.headers();
    String first = fields.get(name);
    if (first == null) {
      return null;
    }
    List<String> all = fields.getAll(name);
    if (all.size() == 1) {
      return first.strip();
    }
    return String.join(name.equalsIgnoreCase("cookie") ? "; " : ",", all).strip();
  }

  @Override
  public byte[] clientAddress() {
    byte[] known = client;
    if (known == null) {
      known = ClientAddress.of(gate.peer(), request.headers(), trusted);
      client = known;
    }
    return known;
  }

  @Override
  public boolean isPeerTrusted() {
    return ClientAddress.isTrusted(gate.peer(), trusted);
  }

  @Override
  public @Nullable String userAgent() {
    return request.getHeader("user-agent");
  }

  @Override
  public @Nullable String referer() {
    return request.getHeader("referer");
  }

  /** Tells whether a body comes with the request. */
  boolean hasBody() {
    if (request.version() == HttpVersion.HTTP_2) {
      return StreamNotes.bodyFollows(request);
    }
    String length = request.getHeader("content-length");
    return length != null ? !length.equals("0") : request.headers().contains("transfer-encoding");
  }

  /** Returns both ends of the client's connection. */
  Source source() {
    SocketAddress local = request.connection().localAddress();
    return new Source(
        gate.peerText(),
        Math.max(0, request.connection().remoteAddress().port()),
        local.isInetSocket() ? local.hostAddress() : "",
        gate.localPort());
  }
}
