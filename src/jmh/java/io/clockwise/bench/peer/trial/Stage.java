package io.clockwise.bench.peer.trial;

import io.clockwise.bench.peer.load.Backends;
import io.clockwise.bench.peer.load.Echo;
import io.clockwise.bench.peer.machine.Machine;
import io.clockwise.bench.peer.machine.Processors;
import io.clockwise.bench.peer.proxy.Certificate;
import io.clockwise.bench.peer.proxy.Proxy;
import io.clockwise.bench.peer.proxy.Running;
import io.clockwise.bench.peer.proxy.Shape;
import io.clockwise.bench.peer.proxy.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where trials happen: the processors, the folder, the backends that are up all the time. */
public final class Stage implements AutoCloseable {
  private final Path folder;
  private final Processors processors;
  private final Certificate certificate;
  private final Backends backends;
  private final Echo echo;
  private int started;

  private Stage(
      Path folder, Processors processors, Certificate certificate, Backends backends, Echo echo) {
    this.folder = folder;
    this.processors = processors;
    this.certificate = certificate;
    this.backends = backends;
    this.echo = echo;
  }

  /** Starts the backends. */
  public static Stage open(Path folder, Processors processors)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Certificate certificate = Certificate.make(folder);
    Backends backends = Backends.start(folder.resolve("backends"), processors);
    return new Stage(folder, processors, certificate, backends, Echo.start());
  }

  /** Starts a proxy in front of the backends. */
  Running start(Proxy proxy, Shape shape, int connections)
      throws IOException, InterruptedException {
    List<List<String>> pools =
        shape.webSocket()
            ? List.of(List.of(echo.address()))
            : backends.pools(shape.pools(), shape.backends());
    List<Integer> ports = Machine.freePorts(3);
    Path own = Files.createDirectories(folder.resolve(proxy.name() + "-" + started++));
    Site site =
        new Site(
            own, shape, ports.get(0), ports.get(1), ports.get(2), pools, certificate, connections);
    return Running.start(proxy, site, processors);
  }

  Processors processors() {
    return processors;
  }

  Backends backends() {
    return backends;
  }

  @Override
  public void close() {
    echo.close();
    backends.close();
  }
}
