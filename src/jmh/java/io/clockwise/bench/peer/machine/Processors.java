package io.clockwise.bench.peer.machine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Which processors do what, as lists that {@code taskset} knows, such as {@code 0} or {@code 1-3}.
 *
 * @param proxy where the proxies run, one at a time
 * @param load where the load generators, the backends and this process run
 */
public record Processors(String proxy, String load) {
  /** Returns a command that runs where the proxies do. */
  public List<String> ofProxy(List<String> command) {
    return on(proxy, command);
  }

  /** Returns a command that runs where the load comes from. */
  public List<String> ofLoad(List<String> command) {
    return on(load, command);
  }

  private static List<String> on(String processors, List<String> command) {
    List<String> pinned = new ArrayList<>(List.of("taskset", "-c", processors));
    pinned.addAll(command);
    return pinned;
  }

  /** Moves all threads of this process to the processors of the load. */
  public void moveThisProcess() throws IOException, InterruptedException {
    String pid = Long.toString(ProcessHandle.current().pid());
    String said = Commands.output("taskset", "-a", "-c", "-p", load, pid);
    if (said.contains("failed")) {
      throw new IOException("this process cannot run on processor " + load + ": " + said.strip());
    }
  }
}
