package io.clockwise.bench.peer.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.machine.Machine;
import io.clockwise.bench.peer.machine.Processors;
import io.clockwise.bench.peer.proxy.Certificate;
import io.clockwise.bench.peer.proxy.Clockwise;
import io.clockwise.bench.peer.proxy.Proxy;
import io.clockwise.bench.peer.proxy.Running;
import io.clockwise.bench.peer.proxy.Shape;
import io.clockwise.bench.peer.proxy.Site;
import io.clockwise.bench.peer.proxy.Variant;
import io.clockwise.bench.peer.proxy.VertxHttpProxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The proxies that need no package run, are put under load and are measured. */
class EchoLoadIT {
  private static final Processors PROCESSORS = new Processors("0", "0");

  @TempDir Path folder;

  private Site site(String backend) throws Exception {
    List<Integer> ports = Machine.freePorts(3);
    return new Site(
        folder,
        Shape.USUAL.echoing(),
        ports.get(0),
        ports.get(1),
        ports.get(2),
        List.of(List.of(backend)),
        Certificate.make(folder),
        16);
  }

  /* The launcher of the sources would build them when they are newer than the jar. */
  private Proxy clockwise() throws Exception {
    Path jar = Path.of("target", "clockwise.jar").toAbsolutePath();
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Path scripts = Files.createDirectories(folder.resolve("home/scripts"));
    Path launcher =
        Files.writeString(
            scripts.resolve("clockwise"),
            "#!/bin/sh\nexec %s -XX:TieredStopAtLevel=1 $CLOCKWISE_JAVA_OPTS -jar %s \"$@\"\n"
                .formatted(java, jar));
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    Variant variant = Variant.of("own=-Xmx128m home=" + folder.resolve("home"), "");
    return new Clockwise(variant);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void messagesComeBackAndProcessorTimeIsCounted(boolean own) throws Exception {
    Proxy proxy = own ? clockwise() : new VertxHttpProxy("");
    EchoLoad load = new EchoLoad(4, Machine.ticksPerSecond());
    Running ended;
    try (Echo echo = Echo.start();
        Running running = Running.start(proxy, site(echo.address()), PROCESSORS)) {
      ended = running;
      assertThat(running.awaitAnswer(load.path())).isPositive();
      Map<Figure, Double> figures = load.window(running, 1);

      assertThat(figures.get(Figure.MEBIBYTE_CPU)).isPositive();
      assertThat(figures.get(Figure.BYTE_RATE)).isPositive();
      assertThat(running.memory().resident()).isPositive();
    }
    if (own) {
      assertThat(ended.site().accessLog()).isNotEmptyFile();
      ended.emptyLogs();
      assertThat(ended.site().accessLog()).isEmptyFile();
      assertThat(ended.site().output()).isEmptyFile();
    }
    assertThat(proxy.version()).containsPattern("\\d+\\.\\d+");
  }

  @Test
  void oneThatCannotServeIsToldWithItsReason() throws Exception {
    Site site = site("not an address");
    Proxy proxy = clockwise();
    try (Running running = Running.start(proxy, site, PROCESSORS)) {
      assertThatIOException()
          .isThrownBy(() -> running.awaitAnswer("/"))
          .withMessageContaining("own has ended")
          .withMessageContaining("not an address");
    }
  }
}
