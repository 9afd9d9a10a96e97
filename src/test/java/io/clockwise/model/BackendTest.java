package io.clockwise.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.RingHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackendTest {

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:80, 127.0.0.1, 80",
    "cart-a.internal:8000, cart-a.internal, 8000",
    "a_b:1, a_b, 1",
    "web.1.x:65535, web.1.x, 65535",
    "localhost:080, localhost, 80",
    "example.org.:80, example.org., 80",
    "[::1]:80, ::1, 80",
    "[2001:db8::A]:80, 2001:db8::A, 80",
    "[::ffff:1.2.3.4]:80, ::ffff:1.2.3.4, 80",
    "[fe80::1%eth0]:80, fe80::1%eth0, 80"
  })
  void addressesAreRead(String text, String host, int port) {
    assertThat(BackendAddress.parse(text)).contains(new BackendAddress(host, port));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":",
        ":80",
        "a",
        "a:",
        "a:0",
        "a:65536",
        "a:123456",
        "a:8x",
        "a:-1",
        "a:\u0661",
        "::1:80",
        "[::1]",
        "[]:80",
        "[:]:80",
        "[a]:80",
        "[1.2.3.4]:80",
        "[::1:80",
        "::1]:80",
        "[::1%]:80",
        "[::1%a b]:80",
        "[::g]:80",
        "a b:80",
        "a/b:80",
        "http://a:80",
        "1.2.3:80",
        "999.1.1.1:80",
        "80:80",
        ".:80",
        ".a:80",
        "-a:80",
        "a..b:80",
        "caf\u00e9:80",
        "user@a:80"
      })
  void anythingElseIsRefused(String text) {
    assertThat(BackendAddress.parse(text)).isEmpty();
  }

  @Test
  void anAddressIsWrittenAsItIsRead() {
    assertThat(new BackendAddress("::1", 80)).hasToString("[::1]:80");
    assertThat(new BackendAddress("a.b", 80)).hasToString("a.b:80");
  }

  @ParameterizedTest
  @CsvSource({"a, 0", "a, 65536", "'', 80", "a, -1"})
  void anAddressHasAHostAndAPort(String host, int port) {
    assertThatIllegalArgumentException().isThrownBy(() -> new BackendAddress(host, port));
  }

  @Test
  void aUnixSocketIsAnAddressOfABackend() {
    BackendAddress socket = BackendAddress.parseBackend("unix:/run/a b.sock").orElseThrow();
    assertThat(socket).isEqualTo(new BackendAddress("/run/a b.sock", 0));
    assertThat(socket).hasToString("unix:/run/a b.sock");
    assertThat(socket.isUnix()).isTrue();
    assertThat(socket.isName()).isFalse();
    assertThat(BackendAddress.parse("unix:/run/a:1")).isEmpty();
    assertThat(BackendAddress.parseBackend("a.b:80")).contains(new BackendAddress("a.b", 80));
  }

  @ParameterizedTest
  @ValueSource(strings = {"unix:", "unix:a", "unix:/", "unix:/a/", "unix:/a\u0000", "/run/a"})
  void aUnixSocketHasAnAbsolutePath(String text) {
    assertThat(BackendAddress.parseBackend(text)).isEmpty();
  }

  @Test
  void theSystemLimitsPathsOfSockets() {
    assertThat(BackendAddress.parseBackend("unix:/" + "a".repeat(106))).isPresent();
    assertThat(BackendAddress.parseBackend("unix:/" + "a".repeat(107))).isEmpty();
  }

  @Test
  void namesAreToldFromAddresses() {
    assertThat(new BackendAddress("app.example", 1).isName()).isTrue();
    assertThat(new BackendAddress("10.0.0.1", 1).isName()).isFalse();
    assertThat(new BackendAddress("::1", 1).isName()).isFalse();
  }

  @Test
  void portsAreRead() {
    assertThat(BackendAddress.parsePort("0")).isZero();
    assertThat(BackendAddress.parsePort("65535")).isEqualTo(65_535);
    assertThat(BackendAddress.parsePort("65536")).isEqualTo(-1);
    assertThat(BackendAddress.parsePort("99999")).isEqualTo(-1);
    assertThat(BackendAddress.parsePort("")).isEqualTo(-1);
    assertThat(BackendAddress.parsePort("+1")).isEqualTo(-1);
  }

  @Test
  void weightsHaveBounds() {
    BackendAddress address = new BackendAddress("a", 1);
    assertThat(new Backend("b", address, 0, AdminState.READY).weight()).isZero();
    assertThat(new Backend("b", address, Backend.MAX_WEIGHT, AdminState.READY).weight())
        .isEqualTo(65_535);
    assertThat(new Member("b", 1).weight()).isEqualTo(1);
    assertThat(new Member("b", 0)).isEqualTo(new Member("b", 0, "b"));
    for (int weight : new int[] {-1, 65_536}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Backend("b", address, weight, AdminState.READY))
          .withMessage("weight of b out of bounds: " + weight);
    }
    for (int weight : new int[] {-1, 65_536}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Member("b", weight))
          .withMessage("weight of b out of bounds: " + weight);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "READY, UP, OPEN",
    "READY, CHECKING, CLOSED",
    "READY, DOWN, CLOSED",
    "DRAIN, UP, STICKY_ONLY",
    "DRAIN, CHECKING, STICKY_ONLY",
    "DRAIN, DOWN, CLOSED",
    "MAINT, UP, CLOSED",
    "MAINT, CHECKING, CLOSED",
    "MAINT, DOWN, CLOSED"
  })
  void availabilityIsTheWishAndTheHealth(AdminState wish, Health health, Availability expected) {
    assertThat(Availability.of(wish, health)).isEqualTo(expected);
  }

  @Test
  void settingsNameTheirAlgorithm() {
    assertThat(OwnSettings.Ring.DEFAULT.algorithm()).isEqualTo("ring");
    assertThat(OwnSettings.Ring.DEFAULT).isEqualTo(new OwnSettings.Ring(RingHash.XXH3, 1000));
  }
}
