package io.clockwise.proxy.relay;

import io.clockwise.config.LimitsConfig;
import io.clockwise.proxy.gate.ClientGate;
import io.clockwise.proxy.gate.Http1Gate;
import io.clockwise.proxy.loop.Account;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.proxy.policy.RequestRules;
import io.clockwise.proxy.policy.ViaField;
import io.clockwise.proxy.relay.stream.HeadBytes;
import io.clockwise.proxy.wire.FieldName;
import io.clockwise.proxy.wire.HeadFault;
import io.clockwise.proxy.wire.HeadFields;
import io.clockwise.proxy.wire.RequestHeadParser;
import io.clockwise.route.Decision;
import io.clockwise.route.RoutingTable;
import io.netty.buffer.ByteBuf;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the heads of one event loop and says who serves their requests; what it tells of a head is
 * valid until the next one.
 */
public final class RelayIntake {
  /** Beyond the limits of a head: ends of lines, an empty line before it. */
  private static final int SPARE_BYTES = 64;

  /** Who serves a request. */
  public enum Verdict {
    /** The head is not whole yet. */
    UNFINISHED,
    /** Nobody: it is malformed. */
    REFUSED,
    /** The relay. */
    RELAYED,
    /** The HTTP server. */
    HANDED,
    /** The HTTP server, which keeps the connection: it may leave HTTP, or ends. */
    GONE
  }

  private final RelayLoop loop;
  private @Nullable RelayExchange exchange;
  private @Nullable RoutingTable table;
  private @Nullable RelayPlan plan;
  private @Nullable Decision decision;
  private int length;

  RelayIntake(RelayLoop loop) {
    this.loop = loop;
  }

  /** Returns the most bytes that a head may have. */
  public static int mostBytes(LimitsConfig limits) {
    return limits.requestLine() + limits.headers() + 4 * limits.headerCount() + SPARE_BYTES;
  }

  /** Reads the head that begins here, and decides. */
  public Verdict read(ByteBuf bytes, Http1Gate gate) {
    RelayExchange next = loop.peek();
    RelayRequest request = next.request();
    request.parser().limits(gate.limits());
    int most = mostBytes(gate.limits());
    exchange = next;
    length = request.read(bytes, most);
    if (length == RequestHeadParser.INCOMPLETE && bytes.readableBytes() < most) {
      return Verdict.UNFINISHED;
    }
    RoutingTable now = loop.scope().tables().current();
    table = now;
    request.begin(gate, now.config().trustedProxies());
    if (length < 0) {
      // TRACE and CONNECT are well formed, and refused as any other request is
      return request.parser().fault() == HeadFault.UNSERVED_METHOD ? Verdict.GONE : Verdict.REFUSED;
    }
    if (request.heads().has(FieldName.UPGRADE)) {
      return Verdict.GONE;
    }
    return isRelayed(next, now) ? Verdict.RELAYED : Verdict.HANDED;
  }

  /**
   * Reads the head of a stream, which was written as HTTP/1.1 has it.
   *
   * @return whether the relay serves it; if not, nothing has begun
   */
  public boolean reads(HeadBytes head, ClientGate gate) {
    RelayExchange next = loop.peek();
    RelayRequest request = next.request();
    request.parser().limits(gate.limits());
    exchange = next;
    if (!request.read(head)) {
      return false;
    }
    RoutingTable now = loop.scope().tables().current();
    table = now;
    request.begin(gate, now.config().trustedProxies());
    HeadFields fields = request.heads();
    return !fields.has(FieldName.UPGRADE)
        && !fields.has(FieldName.CONNECTION)
        && !fields.has(FieldName.KEEP_ALIVE)
        && !fields.has(FieldName.PROXY_CONNECTION)
        && !fields.has(FieldName.HTTP2_SETTINGS)
        && fields.times(FieldName.HOST) == 1
        && isTrailersOnly(fields)
        && isRelayed(next, now);
  }

  private static boolean isTrailersOnly(HeadFields fields) {
    return !fields.has(FieldName.TE)
        || fields.times(FieldName.TE) == 1
            && "trailers".equals(fields.text(fields.first(FieldName.TE)));
  }

  private boolean isRelayed(RelayExchange next, RoutingTable now) {
    RelayRequest request = next.request();
    if (!loop.isOn()
        || !request.parser().originForm()
        || request.parser().minorVersion() == 0
        || request.heads().has(FieldName.MAX_FORWARDS)
        || request.heads().has(FieldName.CLOCKWISE_EXPLAIN) && Account.isWanted(request, now)) {
      return false;
    }
    Decision made = loop.scope().router().look(now, request, System.currentTimeMillis());
    if (made.kind() != Decision.Kind.ROUTED) {
      return false;
    }
    RelayPlan found =
        loop.plan(now, Objects.requireNonNull(made.route()), Objects.requireNonNull(made.pool()));
    decision = made;
    plan = found;
    return found.isRelayed() && mayBegin(request, found);
  }

  /* Whether no rule keeps it from the relay, now that its route is known. */
  private boolean mayBegin(RelayRequest request, RelayPlan as) {
    ViaField own = loop.scope().via(Objects.requireNonNull(table).config().instance());
    boolean loops =
        request.heads().has(FieldName.VIA) && RequestRules.checkLoop(request.fields(), own) != null;
    return !loops && !as.route().config().limits().forbids(request.parser().contentLength());
  }

  /** Returns the length of the head. */
  public int length() {
    return length;
  }

  /** Returns the request, of which nothing has begun. */
  public RelayRequest request() {
    return Objects.requireNonNull(exchange).request();
  }

  /** Takes the exchange for the request; it still has to begin. */
  public RelayExchange take() {
    loop.take();
    return Objects.requireNonNull(exchange);
  }

  /** Begins to relay the request. */
  public void begin(ClientEnd client, RelayExchange taken) {
    taken.begin(
        client,
        Objects.requireNonNull(table),
        Objects.requireNonNull(plan),
        Objects.requireNonNull(decision));
  }

  /** Answers the request, whose head is malformed. */
  public void refuse(ClientEnd client, RelayExchange taken) {
    HeadFault fault = taken.request().parser().fault();
    HeadFault why = fault == null ? HeadFault.FIELDS_TOO_LARGE : fault;
    taken.refuse(client, Objects.requireNonNull(table), ProxyFailure.of(why.kind(), why.detail()));
  }
}
