package io.clockwise.bench.peer.trial;

import io.clockwise.bench.peer.figure.Figure;
import io.clockwise.bench.peer.figure.Memory;
import java.io.IOException;
import java.util.Map;

/** One of those that are compared in a trial. */
interface Entrant extends AutoCloseable {
  /** Returns the name in the table. */
  String label();

  /** Returns the name of the one that it is compared with; its own for the measure of all. */
  String base();

  /** Starts it, where it has to run before it is measured. */
  void prepare() throws IOException, InterruptedException;

  /** Warms it; returns for how many seconds. */
  double warm() throws IOException, InterruptedException;

  /** Measures it once. */
  Map<Figure, Double> once() throws IOException, InterruptedException;

  /** Returns its memory behind everything. */
  Memory memory() throws IOException;

  @Override
  void close() throws IOException;
}
