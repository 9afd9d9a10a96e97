package io.clockwise.proxy.relay.front;

import io.clockwise.proxy.gate.Http1Gate;
import io.clockwise.proxy.relay.stream.BodyCourse;
import io.clockwise.proxy.relay.stream.FieldMap;
import io.clockwise.proxy.relay.stream.HeadBytes;
import io.clockwise.proxy.wire.HeadFields;
import io.clockwise.proxy.wire.RequestHeadParser;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;

/** The requests of a connection that the HTTP server behind the relay has, one after the other. */
final class HandedRequests implements BodyCourse.Target {
  private final ChannelHandlerContext to;
  private final HeadBytes section;
  private final BodyCourse body = new BodyCourse();
  private long handed;
  private boolean unfinishedRead;

  /**
   * Makes one for a connection.
   *
   * @param section where trailers are written
   */
  HandedRequests(ChannelHandlerContext to, HeadBytes section) {
    this.to = to;
    this.section = section;
  }

  /** Hands over the head of one, which has been read. */
  void begin(RequestHeadParser head, ByteBuf bytes) {
    handed++;
    body.begin(head);
    body(bytes);
  }

  /** Hands over what belongs to its body; false: nothing does. */
  boolean move(ByteBuf bytes) {
    if (body.isDone()) {
      return false;
    }
    body.move(bytes, this);
    return true;
  }

  /** Tells whether its body is none; the HTTP server finds the same, and ends it. */
  boolean isMalformed() {
    return body.isMalformed();
  }

  /** Tells whether the HTTP server, which is done with it, has read exactly it. */
  boolean isWhole(Http1Gate gate) {
    return body.isDone() && gate.isBetweenRequests() && gate.requests() == handed;
  }

  @Override
  public void body(ByteBuf bytes) {
    unfinishedRead = true;
    to.fireChannelRead(bytes);
  }

  @Override
  public void trailers(HeadFields fields) {
    body(section.trailers(FieldMap.of(fields), to.alloc()));
  }

  /** Says that nothing more is read for now. */
  void readComplete() {
    if (unfinishedRead) {
      unfinishedRead = false;
      to.fireChannelReadComplete();
    }
  }
}
