package io.clockwise.proxy.exchange;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.connection.UpstreamConnection;
import io.clockwise.proxy.exchange.tunnel.SocketEnd;
import io.clockwise.proxy.exchange.tunnel.StreamEnd;
import io.clockwise.proxy.exchange.tunnel.TunnelEnd;
import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.proxy.policy.FieldRules;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.proxy.policy.upgrade.WebSocketHandshake;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The opening handshake of a WebSocket with a client and a backend: of each an upgrade of HTTP/1.1
 * (RFC 6455 section 4), or an extended CONNECT of HTTP/2 (RFC 8441).
 */
final class Handshake {
  private final LoopScope scope;
  private final Downstream client;
  private final UpstreamConnection connection;
  private final String key;

  Handshake(LoopScope scope, Downstream client, UpstreamConnection connection) {
    this.scope = scope;
    this.client = client;
    this.connection = connection;
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

  /** Returns why a backend's connection is not asked. */
  static ProxyFailure notTaken() {
    return ProxyFailure.of(
        FailureKind.BAD_RESPONSE, "the backend has no WebSocket over HTTP/2 (RFC 8441)");
  }

  /**
   * Sends what asks the backend.
   *
   * @return false: it cannot be sent
   */
  boolean ask(HttpClientRequest upstream, Handler<Throwable> failed) {
    MultiMap fields = upstream.headers();
    fields.remove("te"); // of the connection only, which is not to speak HTTP
    if (connection.gate() != null) {
      fields.set("connection", "upgrade").set("upgrade", "websocket");
      fields.set("sec-websocket-key", key);
      upstream.end().onFailure(failed);
      return true;
    }
    // an equal one: of its own one the HTTP client would leave out scheme and path
    upstream.setMethod(new HttpMethod("CONNECT"));
    fields.remove("sec-websocket-key");
    return connection.connect(() -> upstream.writeHead().onFailure(failed));
  }

  /** Tells whether the backend has agreed to an upgrade. */
  boolean isAccepted(MultiMap answer) {
    return connection.gate() != null && WebSocketHandshake.isAccepted(answer, key);
  }

  /** Takes the backend's side of an upgrade. */
  TunnelEnd overSocket() {
    SocketEnd backend = new SocketEnd();
    Objects.requireNonNull(connection.gate(), "not by HTTP/1").switchProtocols(backend);
    return backend;
  }

  /** Tells whether an answer agrees to an extended CONNECT. If not, nothing is left to be sent. */
  boolean isOpened(HttpClientResponse answer) {
    if (connection.gate() != null) {
      return false;
    }
    boolean opened = answer.statusCode() / 100 == 2;
    if (!opened) {
      answer.request().end();
    }
    return opened;
  }

  /** Takes the backend's side of an extended CONNECT. */
  TunnelEnd overStream(HttpClientResponse answer) {
    return StreamEnd.ofBackend(answer, connection::close);
  }

  /** Tells the client, and takes its side. */
  TunnelEnd tell(MultiMap answer) {
    MultiMap fields = HttpHeaders.headers();
    FieldRules.copyResponse(answer, fields);
    fields.remove("content-length"); // it would mean nothing
    HttpVersion version = connection.gate() != null ? HttpVersion.HTTP_1_1 : HttpVersion.HTTP_2;
    scope.via(client.table().config().instance()).append(fields, version);
    if (!fields.contains("date")) {
      fields.set("date", scope.date().at(System.currentTimeMillis()));
    }
    AnswerPassage.writeSession(scope, client, answer, fields);
    client.tally().tell(true, fields);
    return client.isHttp2() ? byStream(fields) : bySocket(fields);
  }

  private TunnelEnd bySocket(MultiMap fields) {
    fields.set("connection", "upgrade").set("upgrade", "websocket");
    fields.set("sec-websocket-accept", WebSocketHandshake.accept(key));
    SocketEnd end = new SocketEnd();
    client.switched(101);
    client.gate().switchProtocols(fields, end);
    return end;
  }

  private TunnelEnd byStream(MultiMap fields) {
    fields.remove("sec-websocket-accept");
    client.switched(200);
    HttpServerResponse response = client.response();
    response.setStatusCode(200);
    fields.forEach(field -> response.headers().add(field.getKey(), field.getValue()));
    response.writeHead();
    return StreamEnd.ofClient(client.request(), response);
  }
}
