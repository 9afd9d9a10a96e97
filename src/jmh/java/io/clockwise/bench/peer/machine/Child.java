package io.clockwise.bench.peer.machine;

import io.clockwise.bench.peer.figure.CpuTime;
import io.clockwise.bench.peer.figure.Memory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process that was started here, with those it has started itself; ends when this one ends. */
public final class Child implements AutoCloseable {
  private static final Set<Child> RUNNING = ConcurrentHashMap.newKeySet();
  private static final long GRACE_SECONDS = 5;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Child::endAll, "end-children"));
  }

  private final Process process;
  private final Path log;

  private Child(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** Starts a command; what it prints is appended to a file. */
  public static Child start(List<String> command, Path log) throws IOException {
    return start(new ProcessBuilder(command), log);
  }

  /** Starts what is built; what it prints is appended to a file. */
  public static Child start(ProcessBuilder builder, Path log) throws IOException {
    Process process =
        builder
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    Child child = new Child(process, log);
    RUNNING.add(child);
    return child;
  }

  private static void endAll() {
    RUNNING.forEach(Child::close);
  }

  /** Returns the number of the process. */
  public long pid() {
    return process.pid();
  }

  /** Tells whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Returns what it has printed. */
  public String printed() throws IOException {
    return Files.readString(log);
  }

  /**
   * Waits for its end; returns the exit code.
   *
   * @throws IOException when it does not end in time
   */
  public int await(long seconds) throws IOException, InterruptedException {
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      throw new IOException("process " + pid() + " has not ended in " + seconds + " s");
    }
    RUNNING.remove(this);
    return process.exitValue();
  }

  /** Returns the processor time so far. */
  public CpuTime cpu() throws IOException {
    CpuTime sum = CpuTime.NONE;
    for (String stat : each("stat")) {
      sum = sum.plus(CpuTime.ofStat(stat));
    }
    return sum;
  }

  /** Returns the memory. */
  public Memory memory() throws IOException {
    Memory sum = Memory.NONE;
    for (String status : each("status")) {
      sum = sum.plus(Memory.ofStatus(status));
    }
    return sum;
  }

  private List<String> each(String name) throws IOException {
    List<String> contents = new ArrayList<>();
    for (long pid : pids()) {
      try {
        contents.add(Files.readString(Path.of("/proc", Long.toString(pid), name)));
      } catch (NoSuchFileException e) {
        if (pid == pid()) {
          throw new IOException("process " + pid + " has ended: " + printed().strip(), e);
        }
      }
    }
    return contents;
  }

  private List<Long> pids() {
    try (Stream<ProcessHandle> below = process.descendants()) {
      return Stream.concat(Stream.of(process.pid()), below.map(ProcessHandle::pid)).toList();
    }
  }

  /** Ends it and those it has started; waits until they are gone. */
  @Override
  public void close() {
    List<ProcessHandle> below = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    below.forEach(ProcessHandle::destroyForcibly);
    RUNNING.remove(this);
  }
}
