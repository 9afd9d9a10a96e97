package io.clockwise.proxy.connection;

import io.clockwise.proxy.connection.wire.BackendCodec;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.UnpooledHttpClientConnection;
import io.vertx.core.http.impl.headers.HeadersAdaptor;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What stands between the HTTP client and a backend's socket that speaks HTTP/1: it passes on
 * interim answers of any status, sends trailers of requests, gives the connection away when the
 * protocol is switched, and refuses answers that are framed in doubt.
 *
 * <p>It reaches into the pipeline of the HTTP client.
 */
public final class BackendGate extends ChannelDuplexHandler {
  /** What one request is told before its answer. */
  public interface Watch {
    /** Brings an interim answer. */
    void interim(int status, MultiMap fields);

    /** Says that the backend wants to speak another protocol from now on. */
    void switching(MultiMap fields);
  }

  private @Nullable ChannelHandlerContext context;
  private @Nullable Watch watch;
  private @Nullable MultiMap trailers;
  private final BackendCodec codec = new BackendCodec();
  private boolean interim;
  private boolean switched;
  private boolean spoilt;

  private BackendGate() {}

  /** Returns the gate of a connection, put there at first; null: it does not speak HTTP/1. */
  static @Nullable BackendGate of(HttpClientConnection connection) {
    ChannelPipeline pipeline = channelOf(connection).pipeline();
    if (pipeline.get("codec") == null) {
      return null;
    }
    BackendGate there = pipeline.get(BackendGate.class);
    if (there != null) {
      return there;
    }
    BackendGate gate = new BackendGate();
    pipeline.replace("codec", "codec", gate.codec);
    pipeline.addBefore("handler", "clockwise.backend", gate);
    return gate;
  }

  static Channel channelOf(HttpClientConnection connection) {
    HttpConnection inner =
        connection instanceof UnpooledHttpClientConnection wrapped ? wrapped.unwrap() : connection;
    return ((ConnectionBase) inner).channel();
  }

  /** Names what the next request is told; null: there is none. */
  public void watch(@Nullable Watch watcher) {
    watch = watcher;
    trailers = null;
  }

  /** Tells whether the backend has sent what nobody asked for: nothing may follow. */
  boolean isSpoilt() {
    return spoilt;
  }

  /** Names the fields that go behind the body which is about to end. */
  public void trailers(MultiMap fields) {
    trailers = fields;
  }

  /** Gives what follows on the connection to another handler. */
  public void switchProtocols(ChannelHandler next) {
    ChannelPipeline pipeline = Objects.requireNonNull(context).pipeline();
    switched = true;
    pipeline.addBefore("handler", "clockwise.tunnel", next);
    pipeline.remove("codec"); // its rest goes there at once
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  @Override
  public void channelRead(ChannelHandlerContext from, Object message) {
    if (message instanceof HttpObject && switched) {
      ReferenceCountUtil.release(message);
    } else if (message instanceof HttpResponse answer && answer.decoderResult().isSuccess()) {
      begin(from, answer);
    } else if (interim && message instanceof LastHttpContent) {
      interim = false;
      ReferenceCountUtil.release(message);
    } else {
      from.fireChannelRead(message);
    }
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the close future tells of the end
  public void channelReadComplete(ChannelHandlerContext from) {
    if (!switched && codec.hasRest()) {
      spoilt = true;
      if (watch == null) {
        from.channel().close();
      }
    }
    from.fireChannelReadComplete();
  }

  private void begin(ChannelHandlerContext from, HttpResponse answer) {
    interim = answer.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    Watch told = watch;
    if (!interim || told == null) {
      interim = false;
      check(answer);
      from.fireChannelRead(answer);
    } else if (answer.status().code() == 101) {
      told.switching(new HeadersAdaptor(answer.headers()));
    } else {
      told.interim(answer.status().code(), new HeadersAdaptor(answer.headers()));
    }
  }

  /** A coding that is not taken off here would reach the client as if it were none. */
  private static void check(HttpResponse answer) {
    List<String> codings = answer.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
    boolean known =
        codings.isEmpty()
            || codings.size() == 1 && codings.get(0).strip().equalsIgnoreCase("chunked");
    if (!known) {
      answer.setDecoderResult(
          DecoderResult.failure(new IllegalArgumentException("unknown transfer coding")));
    }
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the promise is given
  public void write(ChannelHandlerContext to, Object message, ChannelPromise promise) {
    MultiMap fields = trailers;
    if (fields != null && message instanceof LastHttpContent last) {
      trailers = null;
      DefaultLastHttpContent replaced = new DefaultLastHttpContent(last.content());
      fields.forEach(f -> replaced.trailingHeaders().add(f.getKey(), f.getValue()));
      to.write(replaced, promise);
    } else {
      to.write(message, promise);
    }
  }
}
