package io.clockwise.proxy.exchange;

import io.clockwise.model.text.RequestTarget;
import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.proxy.loop.RequestFields;
import io.clockwise.route.CompiledRoute;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.HostAndPort;
import java.util.Objects;

/** The head of a request as the backend gets it. */
final class RequestHead {
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
    new RequestFields(scope)
        .write(
            client.facts(),
            client.request().headers(),
            route,
            client.table().config(),
            client.tally(),
            fields);
    if (upstream.version() == HttpVersion.HTTP_2) {
      fields.remove("connection");
      fields.remove("host");
      String host = client.facts().rawHost();
      if (host != null) {
        upstream.authority(HostAndPort.create(host, -1)); // as it came, port and all
      }
    }
  }
}
