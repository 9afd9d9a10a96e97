package io.clockwise.app.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The demo's configuration document: {@code conf/demo.yaml} with its ports filled in. */
public final class DemoConfig {
  private DemoConfig() {}

  /**
   * Fills in the ports.
   *
   * @param port of the proxy
   * @param adminPort of the admin API
   * @param backends one for each placeholder of the document; more are left out
   */
  public static String text(int port, int adminPort, List<DemoBackends.Running> backends) {
    String text =
        template()
            .replace("${DEMO_PORT}", Integer.toString(port))
            .replace("${DEMO_ADMIN_PORT}", Integer.toString(adminPort));
    for (int i = 0; i < backends.size(); i++) {
      text = text.replace("${DEMO_" + (i + 1) + "_PORT}", Integer.toString(backends.get(i).port()));
    }
    return text;
  }

  private static String template() {
    try (InputStream in = DemoConfig.class.getResourceAsStream("/demo.yaml")) {
      return new String(
          Objects.requireNonNull(in, "demo.yaml is not in the jar").readAllBytes(),
          StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
