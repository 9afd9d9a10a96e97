package io.clockwise.testkit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Notes the errors and warnings that Clockwise logs for as long as it is open. */
public final class LogWatch extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.clockwise");
  private final List<String> lines = new CopyOnWriteArrayList<>();

  /** Begins. */
  public LogWatch() {
    start();
    logger.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
      lines.add(event.getFormattedMessage());
    }
  }

  /** Returns the lines so far. */
  public List<String> lines() {
    return lines;
  }

  /** Returns how many lines hold the text. */
  public long count(String text) {
    return lines.stream().filter(line -> line.contains(text)).count();
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    stop();
  }
}
