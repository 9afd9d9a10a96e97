package io.clockwise.app.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.clockwise.app.cli.remote.ApiClient;
import io.clockwise.app.cli.remote.FakeApi;
import io.clockwise.app.cli.settings.ApiEndpoint;
import io.clockwise.app.cli.settings.ApiToken;
import io.clockwise.app.cli.settings.ClientFailure;
import io.clockwise.app.cli.settings.ClientSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which backends a pattern means. */
class SelectionTest {
  private final FakeApi fake = new FakeApi();

  @BeforeEach
  void start() {
    fake.on(
        "GET /v1/pools",
        FakeApi.Reply.json(
            200,
            """
            {"pools": [
              {"name": "carts", "backends": [
                {"id": "cart-a", "address": "10.0.0.1:80"}, {"id": "cart-b", "address": "10.0.0.11:80"},
                {"id": "c.rt", "address": "10.0.0.1:81"}]},
              {"name": "web", "backends": [
                {"id": "cart-a", "address": "[::1]:80"}, {"id": "[::1]:80", "address": "unix:/run/a"}]}]}
            """));
  }

  @AfterEach
  void close() {
    fake.close();
  }

  private List<String> found(Selection selection) {
    ClientSettings settings =
        new ClientSettings(List.of(ApiEndpoint.parse(fake.endpoint(), "test")), ApiToken.NONE);
    return selection.find(new ApiClient(settings, Duration.ofSeconds(5), note -> {})).stream()
        .map(Target::toString)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "carts, cart-*, carts/cart-a carts/cart-b",
    "*, cart-a, carts/cart-a web/cart-a",
    "*, *, carts/cart-a carts/cart-b carts/c.rt web/cart-a web/[::1]:80",
    "c*s, *-a, carts/cart-a",
    "carts, c*-*a, carts/cart-a",
    "carts, c.r*, carts/c.rt",
    "c?rts, cart-?, carts/cart-a carts/cart-b",
    "*, [*, web/[::1]:80",
  })
  void aStarStandsForAnything(String pool, String id, String expected) {
    assertThat(found(Selection.of(pool, id))).isEqualTo(Arrays.asList(expected.split(" ")));
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, carts/cart-a carts/c.rt",
    "10.0.0.1:80, carts/cart-a",
    "10.0.0.1*, carts/cart-a carts/cart-b carts/c.rt",
    "*:80, carts/cart-a carts/cart-b web/cart-a",
    "[::1], web/cart-a",
    "[::1]:*, web/cart-a",
    "unix:/run/a, web/[::1]:80",
  })
  void anAddressStandsForAllThatAreThere(String address, String expected) {
    assertThat(found(Selection.at(address))).isEqualTo(Arrays.asList(expected.split(" ")));
  }

  @Test
  void onlyNamesAreExact() {
    assertThat(Selection.of("carts", "cart-a").isExact()).isTrue();
    assertThat(Selection.of("carts", "*").isExact()).isFalse();
    assertThat(Selection.of("c*", "cart-a").isExact()).isFalse();
    assertThat(Selection.at("10.0.0.1").isExact()).isFalse();
  }

  @Test
  void whatNobodyIsIsAFailureThatSaysSo() {
    assertThatThrownBy(() -> found(Selection.of("carts", "kart-*")))
        .isInstanceOf(ClientFailure.class)
        .hasMessageContainingAll("'kart-*' in pool 'carts'", "clockwise backends");
    assertThatThrownBy(() -> found(Selection.at("10.9.9.9")))
        .hasMessageContaining("at '10.9.9.9:*'");
  }
}
