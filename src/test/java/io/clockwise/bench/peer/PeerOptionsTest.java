package io.clockwise.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.clockwise.bench.peer.machine.Processors;
import io.clockwise.bench.peer.proxy.Proxy;
import io.clockwise.bench.peer.trial.Catalogue;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeerOptionsTest {
  @Test
  void aQuickRunIsTheDefault() {
    PeerOptions options = PeerOptions.of();

    assertThat(options).isEqualTo(PeerOptions.of("--quick"));
    assertThat(options.cases()).isEqualTo(Catalogue.QUICK);
    assertThat(options.pace().rounds()).isEqualTo(3);
    assertThat(options.pace().steadiness().fewest()).isEqualTo(20);
    assertThat(options.processors()).isEqualTo(new Processors("0", "1"));
    assertThat(options.targets()).isEmpty();
  }

  @Test
  void aFullRunHasEveryCaseAndSevenRounds() {
    PeerOptions options = PeerOptions.of("--full", "--publish");

    assertThat(options.cases()).isEqualTo(Catalogue.names()).containsAll(Catalogue.QUICK);
    assertThat(options.pace().rounds()).isEqualTo(7);
    assertThat(options.pace().repeats()).isEqualTo(1);
    assertThat(options.publish()).isTrue();
  }

  @Test
  void variantsTakePartBesideWhatIsChosen() {
    PeerOptions options =
        PeerOptions.of(
            "--targets",
            "nginx, clockwise",
            "--variant",
            "x=-Xmx1g",
            "--variant",
            "y=-- --b",
            "--java",
            "/jdk",
            "--warm",
            "5-9",
            "--out",
            "/tmp/out",
            "--cases",
            "h2,tls");

    assertThat(options.targets()).containsExactly("nginx", "clockwise", "x", "y");
    assertThat(options.variants()).extracting("java").containsOnly("/jdk");
    assertThat(options.cases()).containsExactly("h2", "tls");
    assertThat(options.pace().steadiness().most()).isEqualTo(9);
    assertThat(options.output()).isEqualTo(Path.of("/tmp/out"));
    assertThat(PeerOptions.of("--variant", "x=").targets()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--slow | not known: --slow; see --help",
        "--quick --full | --quick or --full, not both",
        "--publish | only a whole run of --full is published",
        "--full --publish --cases h2 | only a whole run of --full is published",
        "--rounds | --rounds needs a value",
        "--rounds many | --rounds is a whole number, not many",
        "--seconds 0 | --rounds and --seconds are at least 1",
        "--warm 20 | --warm is FEWEST-MOST in seconds, not 20"
      })
  void wrongOptionsAreTold(String options, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PeerOptions.of(options.split(" ")))
        .withMessage(message);
  }

  @Test
  void unknownNamesAreToldWithTheKnownOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PeerOptions.of("--cases", "h3"))
        .withMessageStartingWith("no case is called h3; there are 100b-64, ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Targets.of(PeerOptions.of("--targets", "apache")))
        .withMessage(
            "no target is called apache; there are haproxy, nginx, caddy, vertx-http-proxy,"
                + " clockwise");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Targets.of(PeerOptions.of("--variant", "nginx=-Xmx1g")))
        .withMessage("several targets are called nginx");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Targets.of(PeerOptions.of("--targets", "x", "--variant", "x=home=nowhere")))
        .withMessageEndingWith("nowhere/scripts/clockwise is not there");
  }

  @Test
  void whoIsNotInstalledIsLeftOutUnlessAskedFor() {
    Targets all = Targets.of(PeerOptions.of("--variant", "x=home=nowhere"));

    assertThat(all.chosen()).extracting(Proxy::name).contains("vertx-http-proxy", "clockwise");
    assertThat(all.chosen()).extracting(Proxy::name).doesNotContain("x");
    assertThat(all.own()).containsExactly("clockwise", "x");
  }

  @Test
  void theLauncherNamesEveryCase() throws Exception {
    String launcher = Files.readString(Path.of("scripts/bench"));

    assertThat(Catalogue.names())
        .allSatisfy(name -> assertThat(launcher).containsPattern("#.*\\b" + name + "\\b"));
  }
}
