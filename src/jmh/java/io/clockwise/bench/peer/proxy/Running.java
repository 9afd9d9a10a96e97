package io.clockwise.bench.peer.proxy;

import io.clockwise.bench.peer.figure.CpuTime;
import io.clockwise.bench.peer.figure.Memory;
import io.clockwise.bench.peer.machine.Child;
import io.clockwise.bench.peer.machine.Probe;
import io.clockwise.bench.peer.machine.Processors;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A proxy that runs on its processor. */
public final class Running implements AutoCloseable {
  private static final long START_SECONDS = 60;

  private final Proxy proxy;
  private final Site site;
  private final Child child;
  private final long startedNanos;

  private Running(Proxy proxy, Site site, Child child, long startedNanos) {
    this.proxy = proxy;
    this.site = site;
    this.child = child;
    this.startedNanos = startedNanos;
  }

  /** Starts one; it need not serve yet. */
  public static Running start(Proxy proxy, Site site, Processors processors)
      throws IOException, InterruptedException {
    Files.createDirectories(site.file("temporary"));
    List<String> command = processors.ofProxy(proxy.command(site));
    long nanos = System.nanoTime();
    return new Running(proxy, site, Child.start(command, site.output()), nanos);
  }

  /**
   * Waits for an answer of 200; returns the seconds from the start to it.
   *
   * @throws IOException when it ends, or when the time is up
   */
  public double awaitAnswer(String path) throws IOException, InterruptedException {
    int last = 0;
    while (System.nanoTime() - startedNanos < START_SECONDS * 1_000_000_000) {
      last = Probe.status(site.clear(), path);
      long nanos = System.nanoTime() - startedNanos;
      if (last == 200) {
        return nanos / 1e9;
      }
      if (!child.isAlive()) {
        throw new IOException(proxy.name() + " has ended: " + child.printed().strip());
      }
      Thread.sleep(1);
    }
    throw new IOException(
        proxy.name() + " does not answer (last status: " + last + "): " + child.printed().strip());
  }

  /** Returns where it is. */
  public Site site() {
    return site;
  }

  /** Returns its processor time so far. */
  public CpuTime cpu() throws IOException {
    return child.cpu();
  }

  /** Returns its memory. */
  public Memory memory() throws IOException {
    return child.memory();
  }

  /** Empties its logs: all are written by appending. */
  public void emptyLogs() throws IOException {
    for (Path log : List.of(site.accessLog(), site.output())) {
      if (Files.exists(log)) {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
          file.setLength(0);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    child.close();
    emptyLogs();
  }
}
