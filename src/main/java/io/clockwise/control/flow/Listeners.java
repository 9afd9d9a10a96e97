package io.clockwise.control.flow;

import io.clockwise.event.ChangeRecord;
import io.clockwise.event.ControlPort;
import io.clockwise.event.ReloadOutcome;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Those who are told of accepted changes and of reloads; may be joined and left from any thread.
 */
public final class Listeners {
  private static final Logger log = LoggerFactory.getLogger(Listeners.class);

  private final List<ControlPort.Listener> all = new CopyOnWriteArrayList<>();

  /** Makes an empty one. */
  public Listeners() {}

  /**
   * Adds one.
   *
   * @return takes it away again
   */
  public Runnable add(ControlPort.Listener listener) {
    all.add(listener);
    return () -> all.remove(listener);
  }

  /** Tells of a record. */
  public void accepted(ChangeRecord record) {
    tell(listener -> listener.accepted(record));
  }

  /** Tells of a reload. */
  public void reloaded(ReloadOutcome outcome, String actor) {
    tell(listener -> listener.reloaded(outcome, actor));
  }

  private void tell(Consumer<ControlPort.Listener> what) {
    for (ControlPort.Listener listener : all) {
      try {
        what.accept(listener);
      } catch (RuntimeException e) { // of one listener: the change is made all the same
        log.error("a listener of changes failed", e);
      }
    }
  }
}
