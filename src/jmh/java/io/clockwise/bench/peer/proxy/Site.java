package io.clockwise.bench.peer.proxy;

import java.nio.file.Path;
import java.util.List;

/**
 * Where a proxy finds what it needs.
 *
 * @param folder for its configuration and its logs
 * @param shape what it does
 * @param clear the port for HTTP/1.1
 * @param http2 the port for HTTP/2 in clear, with prior knowledge
 * @param tls the port for HTTP/1.1 over TLS
 * @param pools the addresses of backends, pool by pool
 * @param certificate the certificate and the key of {@code tls}
 * @param connections how many connections of clients it must have room for
 */
public record Site(
    Path folder,
    Shape shape,
    int clear,
    int http2,
    int tls,
    List<List<String>> pools,
    Certificate certificate,
    int connections) {

  /** Returns a file in its folder. */
  public Path file(String name) {
    return folder.resolve(name);
  }

  /** Returns where the access log goes. */
  public Path accessLog() {
    return file("access.log");
  }

  /** Returns where its other output goes. */
  public Path output() {
    return file("output.log");
  }
}
