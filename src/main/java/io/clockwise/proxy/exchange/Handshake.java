package io.clockwise.proxy.exchange;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.connection.BackendGate;
import io.clockwise.proxy.exchange.stream.Deadline;
import io.clockwise.proxy.exchange.tunnel.SocketEnd;
import io.clockwise.proxy.exchange.tunnel.StreamEnd;
import io.clockwise.proxy.exchange.tunnel.Tunnel;
import io.clockwise.proxy.exchange.tunnel.TunnelEnd;
import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.proxy.policy.FieldRules;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.proxy.policy.upgrade.WebSocketHandshake;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * The opening handshake of a WebSocket with a backend, always over HTTP/1.1 (RFC 6455 section 4).
 * The client's side of it is the same one, or an extended CONNECT (RFC 8441).
 */
final class Handshake {
  private final LoopScope scope;
  private final Downstream client;
  private final String key;

  Handshake(LoopScope scope, Downstream client) {
    this.scope = scope;
    this.client = client;
    String given = client.isHttp2() ? null : WebSocketHandshake.key(client.request().headers());
    this.key = given != null ? given : WebSocketHandshake.key(scope.newNonce());
  }

  /** Returns why a request that asks for WebSocket is refused, or null. */
  static @Nullable ProxyFailure check(Downstream client) {
    if (client.isHttp2()) {
      // A backend that refuses would take what follows on its connection for the promised body.
      return client.request().headers().contains("content-length")
          ? ProxyFailure.of(FailureKind.BAD_REQUEST, "a WebSocket has no Content-Length")
          : null;
    }
    return WebSocketHandshake.key(client.request().headers()) != null
        ? null
        : ProxyFailure.of(FailureKind.BAD_REQUEST, "no valid Sec-WebSocket-Key field");
  }

  /** Writes what asks the backend. */
  void ask(MultiMap fields) {
    fields.set("connection", "upgrade").set("upgrade", "websocket");
    fields.set("sec-websocket-key", key);
    fields.remove("te"); // of the connection only, which is not to speak HTTP
  }

  /** Tells whether the backend has agreed. */
  boolean isAccepted(MultiMap answer) {
    return WebSocketHandshake.isAccepted(answer, key);
  }

  /** Tells the client, and joins both sides. */
  Tunnel join(MultiMap answer, BackendGate gate, Tunnel.Owner owner, Deadline deadline) {
    SocketEnd backend = new SocketEnd();
    gate.switchProtocols(backend);
    MultiMap fields = HttpHeaders.headers();
    FieldRules.copyResponse(answer, fields);
    scope.via(client.table().config().instance()).append(fields, HttpVersion.HTTP_1_1);
    if (!fields.contains("date")) {
      fields.set("date", scope.date().at(System.currentTimeMillis()));
    }
    TunnelEnd end = client.isHttp2() ? overStream(fields) : overSocket(fields);
    return new Tunnel(owner, end, backend, deadline);
  }

  private TunnelEnd overSocket(MultiMap fields) {
    fields.set("connection", "upgrade").set("upgrade", "websocket");
    SocketEnd end = new SocketEnd();
    client.switched(101);
    client.gate().switchProtocols(fields, end);
    return end;
  }

  private TunnelEnd overStream(MultiMap fields) {
    fields.remove("sec-websocket-accept");
    client.switched(200);
    HttpServerResponse response = client.response();
    response.setStatusCode(200);
    fields.forEach(field -> response.headers().add(field.getKey(), field.getValue()));
    response.writeHead();
    return new StreamEnd(client.request(), response);
  }
}
