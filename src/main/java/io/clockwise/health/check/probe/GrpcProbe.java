package io.clockwise.health.check.probe;

import io.clockwise.config.HealthConfig;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A call of grpc.health.v1.Health/Check and what its answer says. */
final class GrpcProbe {
  private static final String METHOD = "/grpc.health.v1.Health/Check";
  private static final String STATUS = "grpc-status";
  private static final int ANSWER_BYTES = 4096; // it has one small field

  private final Attempt attempt;
  private final Buffer body = Buffer.buffer();

  private GrpcProbe(Attempt attempt) {
    this.attempt = attempt;
  }

  /** Connects and calls. */
  static void start(Dialer dialer, ProbeTarget target, HealthConfig.Grpc probe, Attempt attempt) {
    dialer
        .connect(target)
        .onSuccess(connection -> new GrpcProbe(attempt).call(connection, target, probe))
        .onFailure(attempt::fail);
  }

  private void call(HttpClientConnection connection, ProbeTarget target, HealthConfig.Grpc probe) {
    attempt.connected(connection::close);
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost(target.serverName())
            .setPort(target.probed().isUnix() ? 80 : target.probed().port())
            .setSsl(target.tls() != null)
            .setURI(METHOD)
            .putHeader("content-type", "application/grpc")
            .putHeader("te", "trailers")
            .putHeader("user-agent", Dialer.USER_AGENT);
    connection
        .request(options)
        .compose(request -> request.send(GrpcMessages.request(probe.service())))
        .onSuccess(this::answered)
        .onFailure(attempt::fail);
  }

  private void answered(HttpClientResponse answer) {
    if (answer.statusCode() != 200) {
      attempt.end(ProbeResult.unwell("gRPC call answered with HTTP " + answer.statusCode()));
      return;
    }
    answer
        .exceptionHandler(attempt::fail)
        .handler(this::part)
        .endHandler(
            end -> {
              String inHead = answer.getHeader(STATUS); // an answer of nothing but trailers
              judge(inHead == null ? answer.getTrailer(STATUS) : inHead);
            });
  }

  private void part(Buffer bytes) {
    body.appendBuffer(bytes);
    if (body.length() > ANSWER_BYTES) {
      attempt.end(ProbeResult.unwell("gRPC answer is too long"));
    }
  }

  private void judge(@Nullable String code) {
    if (!"0".equals(code)) {
      attempt.end(ProbeResult.unwell("gRPC call failed with status " + code));
      return;
    }
    OptionalLong status = GrpcMessages.status(body);
    if (status.isEmpty()) {
      attempt.end(ProbeResult.unwell("gRPC answer is malformed"));
    } else if (status.getAsLong() == GrpcMessages.SERVING) {
      attempt.end(ProbeResult.OK);
    } else {
      attempt.end(ProbeResult.unwell("grpc status " + GrpcMessages.name(status.getAsLong())));
    }
  }
}
