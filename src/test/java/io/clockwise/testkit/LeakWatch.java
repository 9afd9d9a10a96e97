package io.clockwise.testkit;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Watches every buffer for as long as it is open, and tells which were never released. */
public final class LeakWatch implements AutoCloseable {
  private final ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();
  private final Logger logger = (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
  private final ListAppender<ILoggingEvent> reports = new ListAppender<>();

  /** Begins. */
  public LeakWatch() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    reports.start();
    logger.addAppender(reports);
  }

  /** Lets go of a buffer on purpose: proof that leaks are seen. */
  public static void leakOne() {
    ByteBuf lost = ByteBufAllocator.DEFAULT.directBuffer(16);
    lost.writeByte(1);
  }

  /** Collects garbage, looks, and returns what was reported. */
  public List<String> reports() {
    System.gc();
    for (int i = 0; i < 100; i++) {
      ByteBufAllocator.DEFAULT.directBuffer(16).release(); // an allocation looks for lost ones
    }
    return reports.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Override
  public void close() {
    logger.detachAppender(reports);
    ResourceLeakDetector.setLevel(before);
  }
}
