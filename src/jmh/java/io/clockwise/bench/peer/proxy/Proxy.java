package io.clockwise.bench.peer.proxy;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A proxy that is compared. */
public interface Proxy {
  /** Returns the name by which it is chosen and shown. */
  String name();

  /** Tells whether it compiles itself while it runs, so that it must be warmed. */
  boolean compiles();

  /** Returns what is missing here to run it. */
  Optional<String> obstacle();

  /** Returns what it is, with its version. */
  String version() throws IOException, InterruptedException;

  /** Writes its configuration; returns the command that serves in the foreground. */
  List<String> command(Site site) throws IOException, InterruptedException;
}
