package io.clockwise.admin.http;

import io.clockwise.config.Role;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From a table of endpoints to a router: the guard first, then the head, then the body, then the
 * endpoint; whatever fails becomes a problem.
 */
public final class ApiRouter {
  private static final Logger LOG = LoggerFactory.getLogger(ApiRouter.class);
  private static final String CALLER = "caller";

  private final Guard guard;
  private final BodyIntake intake;

  /** Lets in whom the guard admits. */
  public ApiRouter(Guard guard, BodyIntake intake) {
    this.guard = guard;
    this.intake = intake;
  }

  /** Returns a router over these endpoints. */
  public Router build(Vertx vertx, List<Endpoint> endpoints) {
    Router router = Router.router(vertx);
    Map<String, List<Endpoint>> byPath = new LinkedHashMap<>();
    for (Endpoint endpoint : endpoints) {
      byPath.computeIfAbsent(endpoint.path(), path -> new ArrayList<>()).add(endpoint);
      router
          .route(endpoint.method(), endpoint.path())
          .useNormalizedPath(false)
          .handler(ctx -> serve(ctx, endpoint));
      if (!endpoint.isMutation()) {
        router
            .route(HttpMethod.HEAD, endpoint.path())
            .useNormalizedPath(false)
            .handler(ctx -> serve(ctx, endpoint));
      }
    }
    byPath.forEach((path, all) -> refuseOtherMethods(router, path, all));
    Problem unknown = Problem.of(ProblemType.NOT_FOUND, "there is no such path");
    router.route().handler(ctx -> refuse(ctx, unknown));
    router.errorHandler(
        400, ctx -> answer(ctx, Problem.of(ProblemType.INVALID, "the path is malformed")));
    router.errorHandler(500, ctx -> answer(ctx, fault(ctx.failure())));
    return router;
  }

  private void refuseOtherMethods(Router router, String path, List<Endpoint> all) {
    TreeSet<String> allowed = new TreeSet<>();
    for (Endpoint endpoint : all) {
      allowed.add(endpoint.method().name());
      if (!endpoint.isMutation()) {
        allowed.add("HEAD");
      }
    }
    String allow = String.join(", ", allowed);
    Problem problem =
        Problem.of(ProblemType.METHOD_NOT_ALLOWED, "allowed here: " + allow)
            .withHeader("Allow", allow);
    if (all.stream().allMatch(endpoint -> endpoint.role() == null)) {
      router.route(path).useNormalizedPath(false).handler(ctx -> answer(ctx, problem));
    } else {
      refuse(router, path, problem);
    }
  }

  private void refuse(Router router, String path, Problem problem) {
    router.route(path).useNormalizedPath(false).handler(ctx -> refuse(ctx, problem));
  }

  /* Also what does not exist is told only to those who may read. */
  private void refuse(RoutingContext ctx, Problem problem) {
    ctx.request().pause();
    guard
        .admit(ctx.request(), Role.READ)
        .onSuccess(caller -> answer(ctx, problem))
        .onFailure(failure -> answer(ctx, problemOf(failure)));
  }

  private void serve(RoutingContext ctx, Endpoint endpoint) {
    HttpServerRequest request = ctx.request();
    request.pause();
    guard
        .admit(request, endpoint.role())
        .compose(caller -> readCall(ctx, endpoint, caller))
        .compose(endpoint.serve())
        .onSuccess(answer -> write(ctx, answer))
        .onFailure(
            failure -> {
              Problem problem = problemOf(failure);
              if (endpoint.isMutation()) {
                Caller caller =
                    ctx.get(CALLER, Caller.anonymous(request.remoteAddress().hostAddress()));
                Audit.refused(
                    caller, request.method().name(), request.path(), problem.type().slug());
              }
              answer(ctx, problem);
            });
  }

  private Future<Call> readCall(RoutingContext ctx, Endpoint endpoint, Caller caller) {
    ctx.put(CALLER, caller);
    Map<String, String> query = readQuery(ctx, endpoint);
    if (!endpoint.isMutation()) {
      return Future.succeededFuture(
          new Call(ctx.request(), ctx.pathParams(), query, JsonFields.NONE, caller));
    }
    return intake
        .read(ctx.request())
        .map(
            body -> {
              JsonFields fields = JsonFields.parse(body.getBytes(), endpoint.fields());
              Call call = new Call(ctx.request(), ctx.pathParams(), query, fields, caller);
              call.reason(); // one that is too long is refused before anything is done
              return call;
            });
  }

  private static Map<String, String> readQuery(RoutingContext ctx, Endpoint endpoint) {
    Map<String, String> query = new LinkedHashMap<>();
    for (Map.Entry<String, String> entry : parseQuery(ctx)) {
      String name = entry.getKey();
      if (!endpoint.parameters().contains(name)) {
        throw Refusal.of(
            ProblemType.INVALID,
            "unknown parameter '" + name + "'" + Suggestion.sentence(name, endpoint.parameters()));
      }
      if (query.put(name, entry.getValue()) != null) {
        throw Refusal.of(ProblemType.INVALID, "the parameter '" + name + "' stands twice");
      }
    }
    return query;
  }

  private static MultiMap parseQuery(RoutingContext ctx) {
    try {
      return ctx.queryParams(StandardCharsets.UTF_8);
    } catch (HttpException e) {
      throw Refusal.of(ProblemType.INVALID, "the query is malformed: a bad percent escape");
    }
  }

  private static Problem problemOf(Throwable failure) {
    return failure instanceof Refusal refusal ? refusal.problem() : fault(failure);
  }

  private static Problem fault(Throwable failure) {
    LOG.error("the admin API failed on a call", failure);
    return Problem.of(ProblemType.INTERNAL, "this is a fault of Clockwise; its log says more");
  }

  private static void answer(RoutingContext ctx, Problem problem) {
    write(ctx, Answer.of(problem, ctx.request().path()));
  }

  private static void write(RoutingContext ctx, Answer answer) {
    HttpServerResponse response = ctx.response();
    if (response.ended() || response.closed()) {
      return; // the client is gone
    }
    response
        .setStatusCode(answer.status())
        .putHeader("Content-Type", answer.mediaType())
        .putHeader("Cache-Control", "no-store")
        .putHeader("X-Content-Type-Options", "nosniff");
    answer.headers().forEach(response::putHeader);
    boolean bare = HttpMethod.HEAD.equals(ctx.request().method());
    if (answer.stream() == null) {
      response.putHeader("Content-Length", Integer.toString(answer.body().length()));
    }
    if (bare) {
      response.end();
    } else if (answer.stream() != null) {
      response.setChunked(true).writeHead();
      answer.stream().accept(response);
    } else {
      response.end(answer.body());
    }
    ctx.request().resume(); // what is left of a body is read and dropped
  }
}
