package io.clockwise.proxy.relay.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RelaySeamsTest {
  @Test
  void standsOnTheVertxOfThisBuild() {
    assertThat(RelaySeams.missing()).isNull();
  }

  @Test
  void saysWhichVersionItWasMadeFor() {
    assertThat(RelaySeams.missing(withVersion("5.9.9")))
        .isEqualTo("it was made for Vert.x " + RelaySeams.VERTX + ", this is 5.9.9");
  }

  @Test
  void saysWhatIsMissing() {
    ClassLoader without =
        new ClassLoader(withVersion(RelaySeams.VERTX)) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.endsWith("VertxHandler")) {
              throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
          }
        };

    assertThat(RelaySeams.missing(without)).contains("VertxHandler");
  }

  private static ClassLoader withVersion(String version) {
    return new ClassLoader(RelaySeamsTest.class.getClassLoader()) {
      @Override
      public InputStream getResourceAsStream(String name) {
        return new ByteArrayInputStream(version.getBytes(StandardCharsets.UTF_8));
      }
    };
  }

  @Test
  void fitsNoPipelineOfAnotherShape() {
    EmbeddedChannel channel = new EmbeddedChannel();
    assertThat(RelaySeams.fits(channel.pipeline())).isFalse();
    channel.pipeline().addLast("httpEncoder", handler());
    channel.pipeline().addLast("httpDecoder", handler());
    channel.pipeline().addLast("handler", handler());
    assertThat(RelaySeams.fits(channel.pipeline())).as("another order").isFalse();
    channel.pipeline().remove("httpEncoder");
    channel.pipeline().addAfter("httpDecoder", "httpEncoder", handler());
    assertThat(RelaySeams.fits(channel.pipeline())).as("another handler").isFalse();
  }

  private static ChannelHandler handler() {
    return new ChannelInboundHandlerAdapter();
  }
}
