package io.clockwise.proxy.relay;

import io.clockwise.model.text.HostName;
import io.clockwise.proxy.connection.wire.Agents;
import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.proxy.relay.stream.HeadBytes;
import io.clockwise.proxy.relay.stream.Moments;
import io.clockwise.proxy.wire.AnswerHeadParser;
import io.clockwise.proxy.wire.RequestHeadParser;
import io.clockwise.proxy.wire.text.TextCache;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.PoolSnapshot;
import io.clockwise.route.RoutingTable;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** What the relayed requests of one event loop share; used on that loop only. */
public final class RelayLoop {
  private static final int MOST_SPARE = 128;
  private static final int MOST_ANSWER_HEAD = Agents.LONGEST_LINE_BYTES + Agents.LONGEST_HEAD_BYTES;

  private final LoopScope scope;
  private final DataPath path;
  private final EventLoop eventLoop;
  private final Moments moments;
  private final TextCache texts = new TextCache();
  private final HostName.Cache hosts = new HostName.Cache();
  private final HeadBytes head = new HeadBytes();
  private final RelayIntake intake = new RelayIntake(this);
  private final BackendHead backendHead;
  private final ClientHead clientHead;
  private final AnswerHeadParser answers;
  private final Deque<RelayExchange> spare = new ArrayDeque<>();
  private final List<RelayPlan> plans = new ArrayList<>();
  private byte[] answer = new byte[4096];
  private long epoch = -1;

  /** Makes the relay of an event loop. */
  public RelayLoop(LoopScope scope, DataPath path, EventLoop eventLoop) {
    this.scope = scope;
    this.path = path;
    this.eventLoop = eventLoop;
    this.moments = new Moments(eventLoop);
    this.backendHead = new BackendHead(scope);
    this.clientHead = new ClientHead(scope, backendHead);
    this.answers =
        new AnswerHeadParser(Integer.MAX_VALUE)
            .limits(Agents.LONGEST_LINE_BYTES, Agents.LONGEST_HEAD_BYTES)
            .cutsBlanks(true);
  }

  /** Returns what all requests of the loop share. */
  public LoopScope scope() {
    return scope;
  }

  /** Returns the event loop. */
  public EventLoop eventLoop() {
    return eventLoop;
  }

  /** Tells whether requests are relayed, where they can be. */
  public boolean isOn() {
    return path == DataPath.RELAY;
  }

  /** Returns an exchange that nobody uses; until it begins it may be asked for again. */
  RelayExchange peek() {
    RelayExchange next = spare.peekLast();
    if (next == null) {
      next = new RelayExchange(this, new RelayRequest(texts, hosts), moments);
      spare.addLast(next);
    }
    return next;
  }

  /** Takes the exchange that was asked for last. */
  void take() {
    spare.removeLast();
  }

  /** Takes back an exchange that is over. */
  void giveBack(RelayExchange exchange) {
    if (spare.size() < MOST_SPARE) {
      spare.addLast(exchange);
    }
  }

  /** Returns the plan for a route and one of its pools. */
  RelayPlan plan(RoutingTable table, CompiledRoute route, PoolSnapshot pool) {
    if (epoch != table.epoch()) {
      epoch = table.epoch();
      plans.clear();
    }
    for (int i = 0; i < plans.size(); i++) { // by index: an iterator would be an allocation
      if (plans.get(i).isFor(route, pool)) {
        return plans.get(i);
      }
    }
    RelayPlan made = new RelayPlan(route, pool, table.config(), scope);
    plans.add(made);
    return made;
  }

  /** Returns the head that is being written. */
  public HeadBytes head() {
    return head;
  }

  /** Returns what reads heads. */
  public RelayIntake intake() {
    return intake;
  }

  BackendHead backendHead() {
    return backendHead;
  }

  /** Returns what writes the heads of answers in HTTP/1.1. */
  public ClientHead clientHead() {
    return clientHead;
  }

  /** Returns the answer's head that was read last. */
  AnswerHeadParser answers() {
    return answers;
  }

  /**
   * Reads the head of an answer.
   *
   * @return its length, or what the parser says in its place
   */
  int readAnswer(ByteBuf received) {
    int available = Math.min(received.readableBytes(), MOST_ANSWER_HEAD);
    int size = Math.min(available, 1024);
    while (true) {
      if (answer.length < size) {
        answer = new byte[Math.max(size, 2 * answer.length)];
      }
      received.getBytes(received.readerIndex(), answer, 0, size);
      int length = answers.parse(answer, 0, size);
      if (length != RequestHeadParser.INCOMPLETE) {
        return length;
      }
      if (size == available) {
        return size == MOST_ANSWER_HEAD ? RequestHeadParser.FAULT : length;
      }
      size = Math.min(available, 8 * size);
    }
  }
}
