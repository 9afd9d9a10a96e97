package io.clockwise.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.FailureKind;
import io.clockwise.route.rule.ErrorPages;
import io.clockwise.telemetry.Meters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FailureResponderTest {
  @ParameterizedTest
  @EnumSource(FailureKind.class)
  void eachKindHasAStatusThatFitsItsOrigin(FailureKind kind) {
    int status = FailureResponder.status(kind);
    ProxyFailure failure = ProxyFailure.of(kind, "why");
    assertThat(status).isBetween(400, 599);
    switch (failure.origin()) {
      case UPSTREAM -> assertThat(status).isIn(502, 503, 504);
      case DOWNSTREAM -> assertThat(status).matches(s -> s < 500 || s == 501 || s == 505);
      case INTERNAL -> assertThat(status).isIn(404, 500, 502, 503);
    }
    assertThat(FailureResponder.errorType(kind)).matches("[a-z_]+");
    assertThat(failure.detail()).isEqualTo("why");
    assertThat(failure.getStackTrace()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "CONNECT_REFUSED, 503, connection_refused",
    "CONNECT_TIMEOUT, 503, connection_timeout",
    "UPSTREAM_TLS, 502, tls_protocol_error",
    "UPSTREAM_CERTIFICATE, 502, tls_certificate_error",
    "UPSTREAM_RESET, 502, connection_terminated",
    "UPSTREAM_REFUSED, 502, connection_terminated",
    "BACKEND_FULL, 503, connection_limit_reached",
    "BACKEND_DRAINED, 503, destination_unavailable",
    "OWNER_CHANGED, 503, destination_unavailable",
    "UPSTREAM_TIMEOUT, 504, http_response_timeout",
    "NO_BACKEND, 503, destination_unavailable",
    "QUEUE_FULL, 503, connection_limit_reached",
    "NO_ROUTE, 404, destination_not_found",
    "CLIENT_GONE, 499, http_request_error",
    "MISSING_KEY, 400, http_request_error",
    "ACCESS_DENIED, 403, http_request_denied",
    "BODY_TOO_LARGE, 413, http_request_error",
  })
  void whatAKindMeans(FailureKind kind, int status, String error) {
    assertThat(FailureResponder.status(kind)).isEqualTo(status);
    assertThat(FailureResponder.errorType(kind)).isEqualTo(error);
  }

  @ParameterizedTest
  @EnumSource(
      value = FailureKind.class,
      names = {
        "BACKEND_FULL",
        "QUEUE_FULL",
        "QUEUE_TIMEOUT",
        "NO_BACKEND",
        "CONNECT_REFUSED",
        "CONNECT_TIMEOUT"
      })
  void whoCannotTakeItSaysWhenToComeBack(FailureKind kind) {
    FailureResponder responder = new FailureResponder(new Meters(1).loop(0), new HttpDate());
    FailureResponder.Answer answer =
        responder.answer(ProxyFailure.of(kind, "full"), null, ErrorPages.NONE);
    assertThat(answer.status()).isEqualTo(503);
    assertThat(Integer.parseInt(answer.fields().get("retry-after"))).isPositive();
  }

  @Test
  void thePageForOperatorsHasEachKindOnce() throws IOException {
    String page = Files.readString(Path.of("src/docs/operations.md"));
    List<String> rows =
        Pattern.compile("^\\| `[a-z_]+` \\| [0-9]{3} \\| `[a-z_]+` ", Pattern.MULTILINE)
            .matcher(page)
            .results()
            .map(MatchResult::group)
            .toList();
    assertThat(rows)
        .containsExactlyElementsOf(
            Arrays.stream(FailureKind.values())
                .map(
                    kind ->
                        String.format(
                            "| `%s` | %d | `%s` ",
                            ProxyFailure.of(kind, "").code(),
                            FailureResponder.status(kind),
                            FailureResponder.errorType(kind)))
                .toList());
  }

  @Test
  void aLateHeadIsAWholeAnswerAndCounted() {
    Meters meters = new Meters(1);
    FailureResponder responder = new FailureResponder(meters.loop(0), new HttpDate());
    assertThat(responder.headTimeout().toString())
        .startsWith("HTTP/1.1 408 ")
        .contains("connection: close\r\n", "content-length: 0\r\n")
        .endsWith("\r\n\r\n");
    assertThat(meters.loop(0).failures(FailureKind.REQUEST_TIMEOUT)).isEqualTo(1);
  }
}
