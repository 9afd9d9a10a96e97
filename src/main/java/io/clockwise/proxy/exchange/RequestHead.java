package io.clockwise.proxy.exchange;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.proxy.gate.peer.ClientCertificate;
import io.clockwise.proxy.gate.peer.TlsFacts;
import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.proxy.policy.FieldRules;
import io.clockwise.proxy.policy.ForwardedFields;
import io.clockwise.proxy.policy.RequestRules;
import io.clockwise.proxy.policy.RequestTarget;
import io.clockwise.proxy.policy.rule.CertificateFields;
import io.clockwise.proxy.policy.rule.EditedFields;
import io.clockwise.route.CompiledRoute;
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
  private final CompiledRoute route;
  private final RequestTarget target;

  RequestHead(LoopScope scope, Downstream client) {
    this.scope = scope;
    this.client = client;
    this.route = Objects.requireNonNull(client.tally().route());
    this.target = Objects.requireNonNull(client.facts().parts());
  }

  /** Returns method and target. */
  RequestOptions options() {
    String path = route.rewrite().apply(target.path());
    String uri = target.query() == null ? path : path + "?" + target.query();
    return new RequestOptions().setMethod(client.request().method()).setURI(uri);
  }

  /** Writes the fields. */
  void write(HttpClientRequest upstream) {
    MultiMap fields = upstream.headers();
    HttpServerRequest request = client.request();
    ServerRequestFacts facts = client.facts();
    boolean trusted = facts.isPeerTrusted();
    FieldRules.copyRequest(request.headers(), fields);
    int forwards = RequestRules.forwardsLeft(facts.method(), fields);
    if (forwards > 0) {
      fields.set(RequestRules.MAX_FORWARDS, Integer.toString(forwards - 1));
    }
    writeCertificate(fields);
    String host = facts.rawHost();
    if (host != null) {
      fields.set("host", host);
    }
    ClockwiseConfig config = client.table().config();
    new ForwardedFields(
            client.gate().peerText(),
            trusted,
            client.gate().scheme(),
            host,
            client.gate().localPort())
        .apply(fields, config.forwarded(), config.instance());
    ForwardedFields.addPrefix(fields, route.rewrite().strippedFrom(target.path()));
    scope.via(config.instance()).append(fields, request.version());
    fields.set(REQUEST_ID, requestId(fields.get(REQUEST_ID), trusted));
    if (request.version() == HttpVersion.HTTP_1_0) {
      fields.remove("expect"); // it means nothing there (RFC 9110 section 10.1.1)
    }
    EditedFields.apply(route.config().headers().request(), fields);
    if (upstream.version() == HttpVersion.HTTP_2) {
      fields.remove("connection");
      fields.remove("host");
      if (host != null) {
        upstream.authority(HostAndPort.create(host, -1)); // as it came, port and all
      }
    }
  }

  private void writeCertificate(MultiMap fields) {
    ClockwiseConfig config = client.table().config();
    CertificateFields.strip(config, fields);
    TlsFacts tls = client.gate().tls();
    ClientCertificate shown = tls == null ? null : tls.certificate();
    String name = shown == null ? "" : CertificateFields.nameAt(config, client.gate().bind());
    if (shown != null && !name.isEmpty()) {
      fields.set(name, shown.field());
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
