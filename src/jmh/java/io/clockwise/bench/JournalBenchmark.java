package io.clockwise.bench;

import io.clockwise.config.BackendConfig;
import io.clockwise.control.journal.Journal;
import io.clockwise.control.journal.JournalOpening;
import io.clockwise.control.journal.MemoryIntentLog;
import io.clockwise.event.AppendOutcome;
import io.clockwise.event.BackendChange;
import io.clockwise.event.ChangeRecord;
import io.clockwise.event.Edit;
import io.clockwise.event.IntentLog;
import io.clockwise.model.AdminState;
import io.clockwise.model.BackendAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** From a draft to an accepted record, on disk (below {@code target}) or in memory. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class JournalBenchmark {
  /** Where the log is. */
  @Param({"disk", "memory"})
  public String where;

  private IntentLog log;
  private ChangeRecord draft;
  private long revision;

  /** Opens the log. */
  @Setup
  public void open() throws IOException {
    BackendConfig before =
        new BackendConfig("a", new BackendAddress("10.0.0.1", 80), 1, AdminState.READY);
    draft =
        new ChangeRecord(
                "b2d1",
                new ChangeRecord.Cause(
                    ChangeRecord.Kind.OPERATOR, "ann", "measured", Instant.EPOCH, "edge-1/5f"),
                List.of(new BackendChange.Wish("carts", "a", AdminState.MAINT)))
            .with(
                new ChangeRecord.Effect(
                    "",
                    Set.of("carts"),
                    List.of(
                        new Edit(
                            "carts",
                            "a",
                            before,
                            before,
                            before.withState(AdminState.MAINT),
                            null))));
    log = where.equals("disk") ? journal() : new MemoryIntentLog(100);
    revision = 0;
  }

  private static Journal journal() throws IOException {
    Path directory = Files.createTempDirectory(Path.of("target"), "journal-");
    return ((JournalOpening.Opened) Journal.open(directory, InstantSource.system())).journal();
  }

  /** Closes it. */
  @TearDown
  public void close() {
    if (log instanceof Journal journal) {
      journal.close();
    }
  }

  /** Appends one record and waits until it is accepted. */
  @Benchmark
  public AppendOutcome append() {
    return log.append(revision++, draft).toCompletableFuture().join();
  }
}
