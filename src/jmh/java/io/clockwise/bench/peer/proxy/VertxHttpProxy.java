package io.clockwise.bench.peer.proxy;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.httpproxy.HttpProxy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/** The reverse proxy that Vert.x has itself, in a small program of ours; it has no access log. */
public final class VertxHttpProxy implements Proxy {
  private final String java;

  /** Makes one that runs on a JDK; empty: on the one of this process. */
  public VertxHttpProxy(String java) {
    this.java = java.isEmpty() ? System.getProperty("java.home") : java;
  }

  @Override
  public String name() {
    return "vertx-http-proxy";
  }

  @Override
  public boolean compiles() {
    return true;
  }

  @Override
  public Optional<String> obstacle() {
    return Optional.empty();
  }

  @Override
  public String version() throws IOException {
    Properties properties = new Properties();
    String file = "/META-INF/maven/io.vertx/vertx-http-proxy/pom.properties";
    try (InputStream in = HttpProxy.class.getResourceAsStream(file)) {
      properties.load(in);
    }
    return "vertx-http-proxy " + properties.getProperty("version");
  }

  @Override
  public List<String> command(Site site) throws IOException {
    JsonObject settings =
        new JsonObject()
            .put("clear", site.clear())
            .put("http2", site.http2())
            .put("tls", site.tls())
            .put("cert", site.certificate().chain().toString())
            .put("key", site.certificate().key().toString())
            .put("byPath", site.shape().key() == Shape.Key.PATH)
            .put("pools", new JsonArray(site.pools().stream().map(JsonArray::new).toList()));
    Path file = Files.writeString(site.file("settings.json"), settings.encodePrettily());
    return List.of(
        Path.of(java, "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-Xmx256m",
        "-cp",
        System.getProperty("java.class.path"),
        HttpProxyProgram.class.getName(),
        file.toString());
  }
}
