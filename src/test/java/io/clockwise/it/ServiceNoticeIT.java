package io.clockwise.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.app.instance.ServiceNotice;
import io.clockwise.testkit.ClockwiseProcess;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollDomainDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.unix.DomainDatagramPacket;
import io.netty.channel.unix.DomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a service manager hears on its socket. */
class ServiceNoticeIT {
  private final MultiThreadIoEventLoopGroup loop =
      new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

  @AfterEach
  void stop() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }

  private void listen(String path) throws InterruptedException {
    new Bootstrap()
        .group(loop)
        .channel(EpollDomainDatagramChannel.class)
        .handler(
            new SimpleChannelInboundHandler<DomainDatagramPacket>() {
              @Override
              protected void channelRead0(ChannelHandlerContext context, DomainDatagramPacket p) {
                heard.add(p.content().toString(StandardCharsets.US_ASCII));
              }
            })
        .bind(new DomainSocketAddress(path))
        .sync();
  }

  @Test
  void readyAndStoppingAreSaidOverASocketInTheFileSystem(@TempDir Path folder) throws Exception {
    Path socket = folder.resolve("notify");
    listen(socket.toString());
    ServiceNotice notice = new ServiceNotice(socket.toString());
    notice.ready();
    assertThat(heard.poll(5, TimeUnit.SECONDS)).startsWith("READY=1\n");
    notice.stopping();
    assertThat(heard.poll(5, TimeUnit.SECONDS)).startsWith("STOPPING=1\n");
  }

  @Test
  void aNameBehindAnAtSignIsInTheAbstractNameSpace() throws Exception {
    String name = "clockwise-" + UUID.randomUUID();
    listen("\0" + name);
    new ServiceNotice("@" + name).ready();
    assertThat(heard.poll(5, TimeUnit.SECONDS)).startsWith("READY=1\n");
  }

  @Test
  void aRunningInstanceSaysWhenItServesAndWhenItStops(@TempDir Path folder) throws Exception {
    Path socket = folder.resolve("notify");
    listen(socket.toString());
    Path config = folder.resolve("clockwise.yaml");
    Files.writeString(
        config,
        """
        listeners: [{ bind: "127.0.0.1:0" }]
        admin: { bind: "127.0.0.1:0" }
        shutdown: { delay: 0s }
        pools: { web: { backends: ["a=127.0.0.1:9"] } }
        """);
    try (ClockwiseProcess process =
        ClockwiseProcess.start(
            folder,
            Map.of("NOTIFY_SOCKET", socket.toString()),
            "run",
            "--config",
            config.toString())) {
      assertThat(heard.poll(20, TimeUnit.SECONDS)).startsWith("READY=1\n");
      process.signal("TERM");
      assertThat(heard.poll(20, TimeUnit.SECONDS)).startsWith("STOPPING=1\n");
      assertThat(process.exitCode()).isZero();
    }
  }

  @Test
  void nobodyThereIsNoFailure(@TempDir Path folder) {
    new ServiceNotice(folder.resolve("absent").toString()).ready();
    new ServiceNotice("").ready();
    new ServiceNotice(null).stopping();
    assertThat(heard).isEmpty();
  }
}
