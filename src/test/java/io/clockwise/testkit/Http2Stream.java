package io.clockwise.testkit;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A stream of an {@link Http2Peer}. */
public final class Http2Stream {
  private static final int PATIENCE_SECONDS = 10;

  private final Channel channel;
  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

  Http2Stream(Channel channel) {
    this.channel = channel;
  }

  ChannelHandler handler() {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext context, Object frame) {
        if (frame instanceof Http2HeadersFrame head) {
          events.add("HEAD " + text(head.headers()));
          end(head.isEndStream());
        } else if (frame instanceof Http2DataFrame data) {
          if (data.content().isReadable()) {
            events.add("DATA " + data.content().toString(StandardCharsets.ISO_8859_1));
          }
          data.release();
          end(data.isEndStream());
        }
      }

      private void end(boolean ended) {
        if (ended) {
          events.add("END");
        }
      }

      @Override
      public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof Http2ResetFrame reset) {
          events.add("RST " + reset.errorCode());
        }
      }

      @Override
      public void channelInactive(ChannelHandlerContext context) {
        events.add("CLOSED"); // behind its end, if that has come
      }
    };
  }

  private static String text(Http2Headers fields) {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<CharSequence, CharSequence> field : fields) {
      text.append('[').append(field.getKey()).append(": ").append(field.getValue()).append(']');
    }
    return text.toString();
  }

  /**
   * Returns what came next: {@code HEAD [name: value]...}, {@code DATA text}, {@code END}, {@code
   * RST code} or {@code CLOSED}, which follows both.
   */
  public String next() throws InterruptedException {
    return String.valueOf(events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
  }

  /** Returns so many bytes of data, however they were cut. */
  public String data(int length) throws InterruptedException {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      String event = next();
      if (!event.startsWith("DATA ")) {
        return text + " and then " + event;
      }
      text.append(event.substring(5));
    }
    return text.toString();
  }

  /** Sends a head or trailers. */
  public Http2Stream head(boolean end, String... fields) {
    Http2Headers headers = new DefaultHttp2Headers(false);
    for (int i = 0; i < fields.length; i += 2) {
      headers.add(fields[i], fields[i + 1]);
    }
    channel.writeAndFlush(new DefaultHttp2HeadersFrame(headers, end)).syncUninterruptibly();
    return this;
  }

  /** Sends data, one byte for each char. */
  public Http2Stream send(boolean end, String data) {
    channel.writeAndFlush(
        new DefaultHttp2DataFrame(Unpooled.copiedBuffer(data, StandardCharsets.ISO_8859_1), end));
    return this;
  }

  /** Resets it. */
  public void reset(long code) {
    channel.writeAndFlush(new DefaultHttp2ResetFrame(code)).syncUninterruptibly();
  }
}
