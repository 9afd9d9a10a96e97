package io.clockwise.telemetry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A count that one thread writes and any thread reads: opaque stores, no lock, no barrier. */
public final class Counter {
  private static final VarHandle VALUE;

  static {
    try {
      VALUE = MethodHandles.lookup().findVarHandle(Counter.class, "value", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("UnusedVariable") // through VALUE
  private long value;

  /** Adds to the count; by the owning thread only. */
  public void add(long amount) {
    VALUE.setOpaque(this, (long) VALUE.getOpaque(this) + amount);
  }

  /** Adds one; by the owning thread only. */
  public void increment() {
    add(1);
  }

  /** Returns the count, perhaps a moment old. */
  public long get() {
    return (long) VALUE.getOpaque(this);
  }

  /** Returns an array of new counters. */
  static Counter[] array(int length) {
    Counter[] counters = new Counter[length];
    for (int i = 0; i < length; i++) {
      counters[i] = new Counter();
    }
    return counters;
  }
}
