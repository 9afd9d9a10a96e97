package io.clockwise.proxy.relay;

import io.clockwise.proxy.gate.ClientGate;
import io.clockwise.proxy.policy.FailureResponder;
import io.clockwise.proxy.relay.stream.BodyCourse;
import io.clockwise.proxy.wire.AnswerHeadParser;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.vertx.core.MultiMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The client's end of relayed requests, one after the other: an HTTP/1 connection, or a stream of
 * HTTP/2. Used on its event loop only.
 */
public interface ClientEnd {
  /** Returns what stands before the client's connection. */
  ClientGate gate();

  /** Returns what makes buffers for it. */
  ByteBufAllocator alloc();

  /** Tells whether bodies go in frames, both ways: they are no chunks. */
  boolean framesBodies();

  /** Says whether a part of the request is still to come. */
  void awaitsBody(boolean now);

  /** Stops the body of the request, or lets it come again. */
  void holdBody(boolean held);

  /** Says that the body is taken from now on; what was held of it is fed at once. */
  void resumeBody();

  /** Tells whether it takes more of an answer, for now. */
  boolean isWritable();

  /** Writes the head of an interim answer. */
  void interim(AnswerHeadParser head);

  /**
   * Writes the head of an answer, and perhaps the whole body.
   *
   * @param joined how many bytes of the rest are the whole body; 0: it comes by itself
   */
  void head(RelayAnswer answer, ByteBuf rest, int joined);

  /** Writes a part of the answer's body. */
  void body(ByteBuf bytes);

  /** Writes the fields behind the answer's body, and its end. */
  void trailers(MultiMap fields);

  /**
   * Writes an answer of our own, all of it.
   *
   * @param head whether the request was HEAD: its answer has no body
   * @param closes whether the connection ends with it
   */
  void failure(FailureResponder.Answer answer, boolean head, boolean closes);

  /**
   * Sends what was written.
   *
   * @param whole whether that is all of the answer
   */
  void flush(boolean whole);

  /** Tells whether nothing of a whole answer has to wait for the client. */
  boolean hasTaken();

  /** Names what hears whether the client has taken all of the answer. */
  void whenTaken(Consumer<Boolean> told);

  /**
   * Says that the request is over.
   *
   * @param closes whether the connection ends with it
   * @param rest of its body, which still comes; null without any
   */
  void over(boolean closes, @Nullable BodyCourse rest);

  /** Ends it so that the client cannot take it for a regular end. */
  void reset();
}
