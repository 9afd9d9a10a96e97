package io.clockwise.bench.peer.load;

import io.clockwise.bench.peer.figure.H2loadOutput;
import io.clockwise.bench.peer.figure.LoadCount;
import io.clockwise.bench.peer.machine.Child;
import io.clockwise.bench.peer.machine.Processors;
import io.clockwise.bench.peer.proxy.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * h2load with one thread: HTTP/2 with prior knowledge, so many requests at once on each connection.
 * It varies paths only, of 100, so that is where the key is.
 *
 * @param connections how many
 * @param requests at once on each
 * @param processors where it runs
 */
public record H2load(int connections, int requests, Processors processors) implements Generator {
  @Override
  public LoadCount run(Site site, int seconds) throws IOException, InterruptedException {
    Path output = Files.writeString(site.file("h2load.log"), "");
    List<String> command =
        List.of(
            "h2load",
            "-t1",
            "-c" + connections,
            "-m" + requests,
            "-D" + seconds,
            "-i",
            paths(site, site.http2()).toString());
    try (Child h2load = Child.start(processors.ofLoad(command), output)) {
      h2load.await(seconds + 60L);
      return H2loadOutput.read(h2load.printed());
    }
  }

  /** Writes a file of addresses, one for each key. */
  static Path paths(Site site, int port) throws IOException {
    String lines =
        IntStream.rangeClosed(1, 100)
            .mapToObj(key -> "http://127.0.0.1:" + port + "/user/" + key + "\n")
            .collect(Collectors.joining());
    return Files.writeString(site.file("paths.txt"), lines);
  }

  @Override
  public String path() {
    return "/user/1";
  }
}
