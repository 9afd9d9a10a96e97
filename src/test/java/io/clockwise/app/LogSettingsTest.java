package io.clockwise.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings of the application's log. */
class LogSettingsTest {
  private static Level level(String logger) throws JoranException {
    LoggerContext context = new LoggerContext();
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(Path.of("conf", "logback.xml").toFile());
    return context.getLogger(logger).getEffectiveLevel();
  }

  /** These write a stack for a client that leaves at the wrong moment. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.netty.channel.AbstractChannelHandlerContext",
        "io.netty.channel.DefaultChannelPipeline",
        "io.netty.util.concurrent.DefaultPromise"
      })
  void clientsCannotFillIt(String logger) throws JoranException {
    assertThat(level(logger)).isEqualTo(Level.ERROR);
  }

  @Test
  void faultsAreSeen() throws JoranException {
    assertThat(level("io.vertx.core.impl.ContextImpl")).isEqualTo(Level.WARN);
    assertThat(level("io.netty.util.ResourceLeakDetector")).isEqualTo(Level.WARN);
    assertThat(level("io.clockwise.app.Clockwise")).isEqualTo(Level.INFO);
  }
}
