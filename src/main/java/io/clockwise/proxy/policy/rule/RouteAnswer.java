package io.clockwise.proxy.policy.rule;

import io.clockwise.config.RedirectConfig;
import io.clockwise.config.RespondConfig;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.RequestFacts;
import io.clockwise.route.rule.FixedBody;
import io.clockwise.route.rule.RedirectPlace;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/** The answer that a route gives by itself: {@code redirect} or {@code respond}. */
public final class RouteAnswer {
  private static final Buffer EMPTY = Buffer.buffer();

  private final HttpServerResponse response;
  private final CompiledRoute route;

  /** Makes the answer to one request, of which nothing is written yet. */
  public RouteAnswer(HttpServerResponse response, CompiledRoute route) {
    this.response = response;
    this.route = route;
  }

  /**
   * Sets status and fields.
   *
   * @param date text of the Date field
   * @return the body, which the caller writes; empty: there is none
   */
  public Buffer prepare(RequestFacts facts, String date) {
    RedirectConfig redirect = route.config().redirect();
    RespondConfig respond = route.config().respond();
    response.putHeader("date", date);
    Buffer body = EMPTY;
    RedirectPlace place = route.redirect();
    FixedBody own = route.body();
    if (redirect != null && place != null) {
      status(redirect.status());
      response.putHeader("location", place.in(facts.host(), facts.path(), facts.query()));
      response.putHeader("content-length", "0");
    } else if (respond != null && own != null) {
      status(respond.status());
      body = body(own, respond.status(), facts.method().equals("HEAD"));
    }
    EditedFields.apply(route.config().headers().response(), response.headers());
    return body;
  }

  private void status(int status) {
    response.setStatusCode(status);
    response.setStatusMessage(HttpResponseStatus.valueOf(status).reasonPhrase());
  }

  private Buffer body(FixedBody own, int status, boolean head) {
    if (status == 204 || status == 304) {
      return EMPTY;
    }
    int length = status == 205 ? 0 : own.bytes().length;
    response.putHeader("content-length", Integer.toString(length));
    if (length > 0) {
      response.putHeader("content-type", own.contentType());
    }
    return head || length == 0 ? EMPTY : Buffer.buffer(own.bytes());
  }
}
