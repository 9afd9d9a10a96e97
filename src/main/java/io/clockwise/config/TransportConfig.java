package io.clockwise.config;

import java.util.Locale;

/** How the operating system is asked for bytes of connections. */
public enum TransportConfig {
  /** The best of the others that this machine allows. */
  AUTO,
  /** By Linux's epoll. */
  EPOLL,
  /** By what the JDK has, on every system. */
  NIO;

  /** Returns the word in a document. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
