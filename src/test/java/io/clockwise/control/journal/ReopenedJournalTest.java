package io.clockwise.control.journal;

import io.clockwise.event.IntentLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class ReopenedJournalTest extends IntentLogContract {
  @TempDir Path directory;
  private final List<ReopeningLog> open = new ArrayList<>();

  @Override
  IntentLog empty() {
    ReopeningLog log = new ReopeningLog(directory);
    open.add(log);
    return log;
  }

  @AfterEach
  void close() {
    open.forEach(ReopeningLog::close);
  }
}
