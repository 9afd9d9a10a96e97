package io.clockwise.proxy.exchange;

import io.clockwise.config.LimitsConfig;
import io.clockwise.model.FailureKind;
import io.clockwise.proxy.gate.ClientGate;
import io.clockwise.proxy.gate.UnknownVersionException;
import io.clockwise.proxy.loop.Account;
import io.clockwise.proxy.loop.Choice;
import io.clockwise.proxy.loop.LoopScope;
import io.clockwise.proxy.loop.park.ParkedRequests.Parked;
import io.clockwise.proxy.policy.FailureResponder;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.proxy.policy.RequestRules;
import io.clockwise.proxy.policy.rule.BodyLimit;
import io.clockwise.proxy.policy.rule.RouteAnswer;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.Decision;
import io.clockwise.route.RoutingTable;
import io.clockwise.route.explain.Unknown;
import io.clockwise.route.rule.RedirectPlace;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** Takes the requests of one event loop: checks, decides, and starts the exchange. */
public final class RequestHandler {
  private final LoopScope scope;

  /** Makes the handler of an event loop. */
  public RequestHandler(LoopScope scope) {
    this.scope = scope;
  }

  /** Serves a request that the decoder understood. */
  public void handle(HttpServerRequest request) {
    RoutingTable table = scope.tables().current();
    Downstream client = receive(request, table);
    try {
      serve(client, table);
    } catch (RuntimeException fault) {
      client.fail(ProxyFailure.of(FailureKind.INTERNAL, "a fault inside the proxy"));
      throw fault; // to be reported with its stack
    }
  }

  private void serve(Downstream client, RoutingTable table) {
    ProxyFailure refusal = refusal(client, table);
    if (refusal != null) {
      client.fail(refusal);
      return;
    }
    if (RequestRules.forwardsLeft(client.facts().method(), client.request().headers()) == 0) {
      answerOptions(client);
      return;
    }
    if (!decide(client, table, true)) {
      park(client);
    }
  }

  /* Returns false when nothing is known of the pool yet, and the request may wait for it. */
  private boolean decide(Downstream client, RoutingTable table, boolean mayWait) {
    long now = client.tally().timeline().startMillis();
    Decision decision = scope.router().look(table, client.facts(), now);
    Decision.Kind kind = decision.kind();
    Choice choice = choice(client, table, decision);
    client.tally().chosen(choice);
    client.tally().visit().keep(decision);
    if (mayWait && Unknown.waits(decision) && choice != null && !choice.isOverridden()) {
      return false;
    }
    scope.router().count(decision, now);
    if (choice == null) {
      client.fail(ProxyFailure.of(FailureKind.NO_ROUTE, "no route takes this request"));
    } else if (kind == Decision.Kind.ROUTED || choice.isOverridden()) {
      exchange(client, choice);
    } else if (kind == Decision.Kind.REDIRECT || kind == Decision.Kind.RESPOND) {
      answer(client, choice.route());
    } else {
      client.fail(failure(kind));
    }
    return true;
  }

  private void park(Downstream client) {
    long millis = Unknown.millis(client.tally().target());
    if (!scope.parked().hasRoom()) {
      decide(client, scope.tables().current(), false);
      return;
    }
    if (client.hasBody() || client.asksWebSocket()) {
      client.request().pause(); // nobody takes it yet
    }
    Parked parked =
        scope
            .parked()
            .park(
                () -> decide(client, scope.tables().current(), true),
                millis,
                () -> decide(client, scope.tables().current(), false));
    client.whenGone(parked::leave);
  }

  private static @Nullable Choice choice(Downstream client, RoutingTable table, Decision decision) {
    Choice made = Choice.of(decision);
    if (!Account.isWanted(client.facts(), table)) {
      return made;
    }
    Account account = new Account(decision, table);
    client.tally().accountable(account);
    return account.choose(made, client.facts().header(Account.BACKEND));
  }

  /** Answers a request that may not be passed on (RFC 9110 section 7.6.2). */
  private void answerOptions(Downstream client) {
    client
        .response()
        .putHeader("date", scope.date().at(System.currentTimeMillis()))
        .putHeader("allow", FailureResponder.ALLOWED)
        .putHeader("content-length", "0");
    client.prepareEnd(false);
    client.complete(null);
  }

  private void exchange(Downstream client, Choice choice) {
    ProxyFailure tooLarge =
        BodyLimit.check(
            choice.route().config().limits(), client.request().getHeader("content-length"));
    if (tooLarge != null) {
      client.fail(tooLarge);
    } else {
      new UpstreamExchange(scope, client, choice).start();
    }
  }

  private void answer(Downstream client, CompiledRoute route) {
    RedirectPlace place = route.redirect();
    if (place != null && place.wantsHost() && client.facts().host().isEmpty()) {
      client.fail(ProxyFailure.of(FailureKind.BAD_REQUEST, "no Host field"));
      return;
    }
    String date = scope.date().at(System.currentTimeMillis());
    Buffer body = new RouteAnswer(client.response(), route).prepare(client.facts(), date);
    client.tally().tell(false, client.response().headers());
    client.prepareEnd(false);
    if (body.length() > 0) {
      client.response().write(body);
      client.tally().bytes(0, body.length());
    }
    client.complete(null);
  }

  private Downstream receive(HttpServerRequest request, RoutingTable table) {
    ClientGate gate = ClientGate.of(request.connection());
    ServerRequestFacts facts =
        new ServerRequestFacts(request, gate, table.config().trustedProxies());
    return new Downstream(scope, request, facts, gate, table);
  }

  private @Nullable ProxyFailure refusal(Downstream client, RoutingTable table) {
    HttpServerRequest request = client.request();
    ServerRequestFacts facts = client.facts();
    LimitsConfig limits = table.config().limits();
    ProxyFailure refusal =
        RequestRules.checkLine(facts.method(), facts.target(), request.version(), limits);
    if (refusal == null) {
      refusal =
          RequestRules.check(
              facts.method(),
              facts.parts(),
              request.version(),
              request.headers(),
              facts.authority(),
              limits);
    }
    if (refusal == null && client.gate().asksUnknown(client.request())) {
      refusal = ProxyFailure.of(FailureKind.UNKNOWN_PROTOCOL, "only websocket is spoken here");
    }
    if (refusal == null && client.asksWebSocket()) {
      refusal = Handshake.check(client);
    }
    return refusal != null
        ? refusal
        : RequestRules.checkLoop(request.headers(), scope.via(table.config().instance()));
  }

  private static ProxyFailure failure(Decision.Kind kind) {
    return switch (kind) {
      case DENIED ->
          ProxyFailure.of(FailureKind.ACCESS_DENIED, "this client may not use this route");
      case MISSING_KEY ->
          ProxyFailure.of(FailureKind.MISSING_KEY, "the request has no routing key");
      case NO_BACKEND -> ProxyFailure.of(FailureKind.NO_BACKEND, "no backend of the pool is open");
      case NO_ROUTE, ROUTED, REDIRECT, RESPOND ->
          ProxyFailure.of(FailureKind.INTERNAL, "a decision that is no failure");
    };
  }

  /** Answers a request that the decoder did not understand. */
  public void handleInvalid(HttpServerRequest request) {
    Downstream client = receive(request, scope.tables().current());
    Throwable cause = request.decoderResult().cause();
    client.fail(
        cause instanceof TooLongHttpLineException
            ? ProxyFailure.of(FailureKind.TARGET_TOO_LONG, "the request line is too long")
            : cause instanceof TooLongHttpHeaderException
                ? ProxyFailure.of(FailureKind.FIELDS_TOO_LARGE, "the fields are too large")
                : cause instanceof UnknownVersionException
                    ? ProxyFailure.of(FailureKind.UNKNOWN_VERSION, "HTTP/1.1 is spoken here")
                    : ProxyFailure.of(FailureKind.BAD_REQUEST, "the request is malformed"));
  }
}
