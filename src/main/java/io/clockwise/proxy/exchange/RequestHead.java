package io.clockwise.proxy.exchange;

import io.clockwise.proxy.policy.FieldRules;
import io.clockwise.proxy.policy.ForwardedFields;
import io.clockwise.proxy.policy.RequestTarget;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.HostAndPort;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The head of a request as the backend gets it. */
final class RequestHead {
  private static final String REQUEST_ID = "x-request-id";
  private static final int LONGEST_ID = 128;

  private final LoopScope scope;
  private final Downstream client;

  RequestHead(LoopScope scope, Downstream client) {
    this.scope = scope;
    this.client = client;
  }

  /** Returns method and target. */
  RequestOptions options() {
    RequestTarget target = Objects.requireNonNull(client.facts().parts());
    return new RequestOptions().setMethod(client.request().method()).setURI(target.forwarded());
  }

  /** Writes the fields. */
  void write(HttpClientRequest upstream) {
    MultiMap fields = upstream.headers();
    HttpServerRequest request = client.request();
    ServerRequestFacts facts = client.facts();
    boolean trusted = facts.isPeerTrusted();
    FieldRules.copyRequest(request.headers(), fields);
    String host = facts.rawHost();
    if (host != null) {
      fields.set("host", host);
    }
    new ForwardedFields(
            client.gate().peerText(), trusted, request.scheme(), host, client.gate().localPort())
        .apply(fields);
    scope.via(client.table().config().instance()).append(fields, request.version());
    fields.set(REQUEST_ID, requestId(fields.get(REQUEST_ID), trusted));
    if (upstream.version() == HttpVersion.HTTP_2) {
      fields.remove("connection");
      fields.remove("host");
      if (host != null) {
        upstream.authority(HostAndPort.parseAuthority(host, -1));
      }
    }
  }

  private String requestId(@Nullable String given, boolean trusted) {
    String id = given;
    if (!trusted || id == null || id.isEmpty() || id.length() > LONGEST_ID) {
      id = scope.newRequestId();
    }
    client.tally().requestId(id);
    return id;
  }
}
