package io.clockwise.bench.peer.load;

import io.clockwise.bench.peer.figure.LoadCount;
import io.clockwise.bench.peer.figure.WrkOutput;
import io.clockwise.bench.peer.machine.Child;
import io.clockwise.bench.peer.machine.Processors;
import io.clockwise.bench.peer.proxy.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * wrk with one thread: HTTP/1.1, each connection asks again as soon as it is answered. The key is
 * another one in each request, of a thousand.
 *
 * @param path what is asked for
 * @param prefixes of how many pools: each of them has a {@code /pN} before the path; 0: none has
 * @param connections how many
 * @param tls whether over TLS
 * @param processors where it runs
 */
public record Wrk(String path, int prefixes, int connections, boolean tls, Processors processors)
    implements Generator {
  private static final String SCRIPT =
      """
      local requests, last = {}, 0

      function init(args)
        local path, prefixes = args[1], tonumber(args[2])
        for i = 1, 1000 do
          wrk.headers["X-Key"] = "user-" .. i
          local at = prefixes > 0 and "/p" .. (i %% prefixes) .. path or path
          requests[i] = wrk.format("GET", at)
        end
      end

      function request()
        last = last %% 1000 + 1
        return requests[last]
      end

      function done(summary, latency, requests)
        local errors = summary.errors
        io.write(string.format("%s requests=%%d micros=%%d connect=%%d read=%%d write=%%d status=%%d timeout=%%d\\n",
          summary.requests, summary.duration, errors.connect, errors.read, errors.write, errors.status, errors.timeout))
      end
      """
          .formatted(WrkOutput.MARK);

  @Override
  public LoadCount run(Site site, int seconds) throws IOException, InterruptedException {
    Path script = Files.writeString(site.file("wrk.lua"), SCRIPT);
    Path output = Files.writeString(site.file("wrk.log"), "");
    String url =
        tls ? "https://127.0.0.1:" + site.tls() + "/" : "http://127.0.0.1:" + site.clear() + "/";
    List<String> command =
        List.of(
            "wrk",
            "-t1",
            "-c" + connections,
            "-d" + seconds + "s",
            "--timeout",
            "10s",
            "-s",
            script.toString(),
            url,
            "--",
            path,
            Integer.toString(prefixes));
    try (Child wrk = Child.start(processors.ofLoad(command), output)) {
      wrk.await(seconds + 60L);
      return WrkOutput.read(wrk.printed());
    }
  }
}
