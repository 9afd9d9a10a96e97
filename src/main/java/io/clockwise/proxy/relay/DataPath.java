package io.clockwise.proxy.relay;

/** Which way requests take. */
public enum DataPath {
  /** On bytes where that can be done, else over the HTTP objects of Vert.x. */
  RELAY,
  /** Over the HTTP objects of Vert.x always. */
  VERTX
}
