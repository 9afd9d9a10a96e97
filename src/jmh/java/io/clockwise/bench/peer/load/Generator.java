package io.clockwise.bench.peer.load;

import io.clockwise.bench.peer.figure.LoadCount;
import io.clockwise.bench.peer.proxy.Site;
import java.io.IOException;

/** What makes requests. */
public interface Generator {
  /** Makes requests for a time; returns what came of them. */
  LoadCount run(Site site, int seconds) throws IOException, InterruptedException;

  /** Returns the path that it asks for, or one of them. */
  String path();
}
