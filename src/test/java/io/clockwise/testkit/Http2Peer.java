package io.clockwise.testkit;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An end of HTTP/2 connections in clear that a test drives frame by frame: client or server. */
public final class Http2Peer implements AutoCloseable {
  private final MultiThreadIoEventLoopGroup loop =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final BlockingQueue<Http2Stream> accepted = new LinkedBlockingQueue<>();
  private final BlockingQueue<Http2Settings> settings = new LinkedBlockingQueue<>();
  private final List<Channel> connections = new CopyOnWriteArrayList<>();
  private final Http2Settings own = new Http2Settings();
  private final Channel channel;

  private Http2Peer(int port, boolean takesConnect) throws InterruptedException {
    if (takesConnect) {
      own.put('\u0008', Long.valueOf(1)); // RFC 8441 section 3
    }
    if (port == 0) {
      this.channel =
          new ServerBootstrap()
              .group(loop)
              .channel(NioServerSocketChannel.class)
              .childHandler(initializer(true))
              .bind("127.0.0.1", 0)
              .sync()
              .channel();
    } else {
      this.channel =
          new Bootstrap()
              .group(loop)
              .channel(NioSocketChannel.class)
              .handler(initializer(false))
              .connect("127.0.0.1", port)
              .sync()
              .channel();
    }
  }

  /** Connects to a port on loopback. */
  public static Http2Peer client(int port) throws InterruptedException {
    return new Http2Peer(port, false);
  }

  /** Listens. */
  public static Http2Peer server() throws InterruptedException {
    return new Http2Peer(0, false);
  }

  /** Listens, and says that it understands an extended CONNECT. */
  public static Http2Peer serverOfWebSockets() throws InterruptedException {
    return new Http2Peer(0, true);
  }

  private ChannelHandler initializer(boolean server) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel connection) {
        connections.add(connection);
        connection
            .pipeline()
            .addLast(
                (server ? Http2FrameCodecBuilder.forServer() : Http2FrameCodecBuilder.forClient())
                    .validateHeaders(false)
                    .initialSettings(own)
                    .build(),
                new Http2MultiplexHandler(
                    new ChannelInitializer<>() {
                      @Override
                      protected void initChannel(Channel stream) {
                        Http2Stream came = new Http2Stream(stream);
                        stream.pipeline().addLast(came.handler());
                        accepted.add(came);
                      }
                    }),
                new ChannelInboundHandlerAdapter() {
                  @Override
                  public void channelRead(ChannelHandlerContext context, Object frame) {
                    if (frame instanceof Http2SettingsFrame told) {
                      settings.add(told.settings());
                    }
                    ReferenceCountUtil.release(frame);
                  }
                });
      }
    };
  }

  /** Returns the port on which a server listens. */
  public int port() {
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  /** Returns the next settings that the other end told. */
  public Http2Settings settings() throws InterruptedException {
    return settings.poll(10, TimeUnit.SECONDS);
  }

  /** Opens a stream with a head; fields as name, value, name, value. */
  public Http2Stream open(boolean end, String... fields) throws InterruptedException {
    Http2Stream[] opened = new Http2Stream[1];
    new Http2StreamChannelBootstrap(channel)
        .handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel made) {
                opened[0] = new Http2Stream(made);
                made.pipeline().addLast(opened[0].handler());
              }
            })
        .open()
        .sync();
    opened[0].head(end, fields);
    return opened[0];
  }

  /** Returns the next stream that the other end has opened. */
  public Http2Stream next() throws InterruptedException {
    return accepted.poll(10, TimeUnit.SECONDS);
  }

  /** Closes its connections without a word. */
  public void cut() {
    for (Channel connection : connections) {
      connection.eventLoop().execute(connection.unsafe()::closeForcibly);
    }
  }

  @Override
  public void close() {
    channel.close().syncUninterruptibly();
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
