package io.clockwise.health.check.probe;

import com.google.re2j.Pattern;
import io.clockwise.config.HealthConfig;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.client.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/* The status decides when the head is there, unless the body has a word in it: a long or endless
body costs nothing. */
/** An HTTP request and what its answer says. */
final class HttpProbe extends AnswerCodec {
  private static final int BODY_BYTES = 64 * 1024;
  private static final String STATE = "Clockwise-State";

  private final HealthConfig.Http probe;
  private final @Nullable Pattern body;
  private final Attempt attempt;
  private final Buffer beginning = Buffer.buffer();
  private boolean leaving;

  private HttpProbe(HealthConfig.Http probe, @Nullable Pattern body, Attempt attempt) {
    this.probe = probe;
    this.body = body;
    this.attempt = attempt;
  }

  /**
   * Sends the request.
   *
   * @param body what the body must contain; null: anything
   */
  static void start(
      Dialer dialer,
      ProbeTarget target,
      HealthConfig.Http probe,
      @Nullable Pattern body,
      Attempt attempt) {
    HttpProbe asked = new HttpProbe(probe, body, attempt);
    if (target.http2()) {
      dialer
          .connect(target)
          .onSuccess(connection -> asked.ask(connection, target))
          .onFailure(attempt::fail);
      return;
    }
    HttpRequest<Void> request =
        dialer
            .web()
            .request(options(probe, target).setServer(Dialer.server(target.probed())))
            .putHeader("Host", host(probe, target))
            .as(asked);
    probe.headers().forEach(request::putHeader);
    request.send().onFailure(attempt::fail);
  }

  private static RequestOptions options(HealthConfig.Http probe, ProbeTarget target) {
    return new RequestOptions()
        .setMethod(HttpMethod.valueOf(probe.method()))
        .setHost(target.serverName())
        .setPort(target.probed().isUnix() ? 80 : target.probed().port())
        .setSsl(target.tls() != null)
        .setURI(probe.path());
  }

  private static String host(HealthConfig.Http probe, ProbeTarget target) {
    return probe.host().isEmpty() ? target.hostField() : probe.host();
  }

  /* The web client would share a connection of HTTP/2 with the probes of other pools. */
  private void ask(HttpClientConnection connection, ProbeTarget target) {
    attempt.connected(connection::close);
    RequestOptions options = options(probe, target);
    options.putHeader("user-agent", Dialer.USER_AGENT);
    probe.headers().forEach(options::putHeader);
    connection
        .request(options)
        .compose(
            request ->
                request.authority(HostAndPort.parseAuthority(host(probe, target), -1)).send())
        .onSuccess(this::answered)
        .onFailure(attempt::fail);
  }

  private void answered(HttpClientResponse answer) {
    head(answer);
    if (!attempt.isOver()) {
      answer.exceptionHandler(attempt::fail).handler(this::part).endHandler(whole -> ended());
    }
  }

  @Override
  void connected(HttpClientRequest request) {
    attempt.connected(() -> request.connection().close());
  }

  @Override
  void head(HttpClientResponse head) {
    leaving = "drain".equalsIgnoreCase(head.getHeader(STATE));
    if (probe.expect().stream().noneMatch(range -> range.contains(head.statusCode()))) {
      end(ProbeResult.unwell(wrongStatus(head.statusCode())));
    } else if (body == null) {
      end(ProbeResult.OK);
    }
  }

  private String wrongStatus(int status) {
    return probe.method()
        + " "
        + probe.path()
        + " answered "
        + status
        + ", expected "
        + text(probe.expect());
  }

  private static String text(List<HealthConfig.StatusRange> ranges) {
    return ranges.stream()
        .map(
            range ->
                range.first() == range.last()
                    ? "" + range.first()
                    : range.first() + "-" + range.last())
        .collect(Collectors.joining(", "));
  }

  @Override
  void part(Buffer bytes) {
    int room = BODY_BYTES - beginning.length();
    beginning.appendBuffer(bytes, 0, Math.min(room, bytes.length()));
    if (beginning.length() >= BODY_BYTES) {
      ended();
    }
  }

  @Override
  void ended() {
    boolean matches =
        body == null || body.matcher(beginning.toString(StandardCharsets.UTF_8)).find();
    end(matches ? ProbeResult.OK : ProbeResult.unwell("body does not match"));
  }

  private void end(ProbeResult result) {
    attempt.end(result.leaving(leaving));
  }
}
