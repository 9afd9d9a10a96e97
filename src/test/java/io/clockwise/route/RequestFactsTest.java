package io.clockwise.route;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestFactsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Upgrade | websocket | true",
        "Content-Type | application/grpc | true",
        "Content-Type | Application/gRPC+proto | true",
        "Accept | text/event-stream | true",
        "Accept | text/html, Text/Event-Stream;q=0.9 | true",
        "Content-Type | application/json | false",
        "Accept | */* | false",
        "X-Other | websocket | false",
      })
  void tellsWhetherAStreamIsAskedFor(String name, String value, boolean asks) {
    assertThat(new Facts().field(name, value).asksStream()).isEqualTo(asks);
  }

  @Test
  void aWebSocketOverHttp2IsAConnect() {
    assertThat(new Facts().method("CONNECT").asksStream()).isTrue();
    assertThat(new Facts().asksStream()).isFalse();
  }
}
