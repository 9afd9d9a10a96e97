package io.clockwise.proxy.connection.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.CombinedChannelDuplexHandler;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;

/**
 * HTTP/1 on a connection to a backend that carries one request at a time, and tells of bytes that
 * belong to no answer.
 */
public final class BackendCodec
    extends CombinedChannelDuplexHandler<HttpResponseDecoder, HttpRequestEncoder> {
  /*
   * What comes behind an answer need not be a message, or not a whole one: the body that a backend
   * sends to HEAD, with 304 or with 204. The decoder keeps such bytes and would read the next
   * answer, somebody else's, as what follows them.
   */
  private final Answers answers;
  private boolean toHead;
  private boolean interim;
  private boolean due;

  /** Makes one with the limits of {@link Agents}. */
  public BackendCodec() {
    this.answers =
        new Answers(
            new HttpDecoderConfig()
                .setMaxInitialLineLength(Agents.LONGEST_LINE_BYTES)
                .setMaxHeaderSize(Agents.LONGEST_HEAD_BYTES)
                .setMaxChunkSize(Agents.LARGEST_PART_BYTES));
    init(answers, new Requests());
  }

  /** Tells whether bytes are left that no request has asked for. */
  public boolean hasRest() {
    return !due && answers.rest() > 0;
  }

  private final class Requests extends HttpRequestEncoder {
    @Override
    protected void encode(ChannelHandlerContext context, Object message, List<Object> out)
        throws Exception {
      if (message instanceof HttpRequest request) {
        due = true;
        toHead = request.method().equals(HttpMethod.HEAD);
      }
      super.encode(context, message, out);
    }
  }

  private final class Answers extends HttpResponseDecoder {
    Answers(HttpDecoderConfig config) {
      super(config);
    }

    int rest() {
      return actualReadableBytes();
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage message) {
      interim = ((HttpResponse) message).status().codeClass() == HttpStatusClass.INFORMATIONAL;
      return !interim && toHead || super.isContentAlwaysEmpty(message);
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf bytes, List<Object> out)
        throws Exception {
      int before = out.size();
      super.decode(context, bytes, out);
      for (int i = before; i < out.size(); i++) {
        if (out.get(i) instanceof LastHttpContent && !interim) {
          due = false;
        }
      }
    }
  }
}
