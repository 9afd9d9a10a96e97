package io.clockwise.proxy.relay;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.policy.FieldRules;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.proxy.policy.rule.BodyLimit;
import io.clockwise.proxy.policy.rule.CertificateFields;
import io.clockwise.proxy.relay.stream.BodyCourse;
import io.clockwise.proxy.relay.stream.FieldMap;
import io.clockwise.proxy.wire.HeadFields;
import io.netty.buffer.ByteBuf;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** The way of a request's body to the backend: its limit, its end, its trailers. */
final class RelayUpload implements BodyCourse.Target {
  private final RelayLoop loop;
  private final RelayExchange exchange;
  private final RelayAttempt attempt;

  RelayUpload(RelayLoop loop, RelayExchange exchange, RelayAttempt attempt) {
    this.loop = loop;
    this.exchange = exchange;
    this.attempt = attempt;
  }

  /** Passes on what belongs to the body; returns why it cannot go on, or null. */
  @Nullable ProxyFailure move(ByteBuf bytes) {
    BodyCourse body = exchange.body();
    body.move(bytes, this);
    long most = exchange.plan().route().config().limits().body();
    if (body.isMalformed()) {
      return ProxyFailure.of(FailureKind.BAD_REQUEST, "the request body is malformed");
    }
    return most >= 0 && body.bytes() > most ? BodyLimit.exceeded(most) : null;
  }

  /** Passes on the end of a body that did not tell it. */
  void close(@Nullable MultiMap trailers) {
    exchange.body().closed(this, trailers == null ? null : passing(trailers));
  }

  @Override
  public void body(ByteBuf bytes) {
    attempt.write(bytes);
  }

  @Override
  public void trailers(HeadFields fields) {
    body(loop.head().trailers(passing(FieldMap.of(fields)), exchange.client().alloc()));
  }

  private MultiMap passing(MultiMap trailers) {
    MultiMap passing = HttpHeaders.headers();
    FieldRules.copyTrailers(trailers, passing);
    CertificateFields.strip(exchange.table().config(), passing);
    return passing;
  }
}
