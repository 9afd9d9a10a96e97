package io.clockwise.admin.auth;

import io.clockwise.admin.http.Caller;
import io.clockwise.admin.http.Guard;
import io.clockwise.admin.http.Problem;
import io.clockwise.admin.http.ProblemType;
import io.clockwise.admin.http.Refusal;
import io.clockwise.config.Role;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The guard of the admin API: bearer tokens (RFC 6750) when any is configured, and in any case no
 * change by a foreign web page. Used by one event loop.
 *
 * <p>A wrong token is answered late; from the eleventh of one address within a minute on, with 429.
 * A right one always passes at once.
 */
public final class TokenGuard implements Guard {
  private static final String CHALLENGE = "Bearer realm=\"clockwise\"";

  private final Vertx vertx;
  private final Tokens tokens;
  private final Duration delay;
  private final WrongTokens wrong = new WrongTokens();

  /**
   * Guards by these tokens.
   *
   * @param delay of the answer to a wrong token
   */
  public TokenGuard(Vertx vertx, Tokens tokens, Duration delay) {
    this.vertx = vertx;
    this.tokens = tokens;
    this.delay = delay;
  }

  @Override
  public Future<Caller> admit(HttpServerRequest request, @Nullable Role needed) {
    String address = request.remoteAddress().hostAddress();
    if (needed == null) {
      return Future.succeededFuture(Caller.anonymous(address));
    }
    try {
      OriginRule.check(request, !tokens.isEmpty());
    } catch (Refusal refusal) {
      return Future.failedFuture(refusal);
    }
    if (tokens.isEmpty()) {
      return Future.succeededFuture(Caller.anonymous(address));
    }
    String given = bearerOf(request);
    if (given == null) {
      return refuse(CHALLENGE, "send 'Authorization: Bearer ...' with a token");
    }
    Token token = tokens.find(given);
    return token == null ? slow(address) : authorize(token, address, needed);
  }

  private static @Nullable String bearerOf(HttpServerRequest request) {
    String field = request.getHeader("Authorization");
    String scheme = "bearer ";
    return field != null && field.toLowerCase(Locale.ROOT).startsWith(scheme)
        ? field.substring(scheme.length()).strip()
        : null;
  }

  private static Future<Caller> authorize(Token token, String address, Role needed) {
    if (token.role().compareTo(needed) >= 0) {
      return Future.succeededFuture(new Caller(token.role(), token.name(), address));
    }
    return Future.failedFuture(
        new Refusal(
            Problem.of(
                    ProblemType.FORBIDDEN,
                    "this needs the role "
                        + lower(needed)
                        + ", the token has the role "
                        + lower(token.role()))
                .withHeader("WWW-Authenticate", CHALLENGE + ", error=\"insufficient_scope\"")));
  }

  private Future<Caller> slow(String address) {
    Duration wait = wrong.note(address, System.nanoTime());
    return vertx
        .timer(delay.toMillis())
        .compose(
            fired ->
                wait.isZero()
                    ? refuse(CHALLENGE + ", error=\"invalid_token\"", "the token is not known")
                    : Future.failedFuture(
                        new Refusal(
                            Problem.of(
                                    ProblemType.TOO_MANY_WRONG_TOKENS,
                                    "more than "
                                        + WrongTokens.ALLOWED
                                        + " wrong tokens within a minute; check the token")
                                .withHeader("Retry-After", Long.toString(wait.toSeconds() + 1)))));
  }

  private static Future<Caller> refuse(String challenge, String detail) {
    return Future.failedFuture(
        new Refusal(
            Problem.of(ProblemType.UNAUTHENTICATED, detail)
                .withHeader("WWW-Authenticate", challenge)));
  }

  private static String lower(Role role) {
    return role.name().toLowerCase(Locale.ROOT);
  }
}
