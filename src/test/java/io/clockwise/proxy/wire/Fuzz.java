package io.clockwise.proxy.wire;

import java.util.List;
import java.util.Map;

/** Gives changed messages to what reads raw bytes and to a decoder, and compares the two. */
public interface Fuzz {
  /** Runs so many messages; returns the first disagreements, each with its message. */
  List<String> run(int messages);

  /** Returns what became of how many. */
  Map<String, Long> outcomes();
}
