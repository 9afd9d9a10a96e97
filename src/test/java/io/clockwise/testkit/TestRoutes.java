package io.clockwise.testkit;

import io.clockwise.config.ConfigDocument;
import io.clockwise.config.ConfigResult;
import io.clockwise.config.RouteConfig;
import io.clockwise.config.read.ConfigReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Routes as documents write them, over the pools {@code p}, {@code q} and {@code r}. */
public final class TestRoutes {
  private TestRoutes() {}

  /** Reads one route. */
  public static RouteConfig of(String yaml) {
    String document = "routes: [" + yaml + "]\npools: { p: {}, q: {}, r: {} }";
    ConfigResult result =
        ConfigReader.read(
            new ConfigDocument("test", Path.of("/"), document.getBytes(StandardCharsets.UTF_8)),
            name -> null,
            "test");
    if (result instanceof ConfigResult.Invalid invalid) {
      throw new IllegalArgumentException(invalid.problems().toString());
    }
    return ((ConfigResult.Valid) result).config().routes().get(0);
  }
}
