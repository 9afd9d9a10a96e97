package io.clockwise.proxy.loop;

import io.clockwise.config.ClockwiseConfig;
import io.clockwise.proxy.gate.peer.ClientCertificate;
import io.clockwise.proxy.gate.peer.TlsFacts;
import io.clockwise.proxy.policy.FieldRules;
import io.clockwise.proxy.policy.ForwardedFields;
import io.clockwise.proxy.policy.RequestRules;
import io.clockwise.proxy.policy.rule.CertificateFields;
import io.clockwise.proxy.policy.rule.EditedFields;
import io.clockwise.route.CompiledRoute;
import io.clockwise.route.affinity.CookieCrumbs;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/** The fields of requests as backends get them, of one event loop. */
public final class RequestFields {
  private static final String REQUEST_ID = "x-request-id";
  private static final int LONGEST_ID = 128;

  private final LoopScope scope;

  /** Makes them for an event loop. */
  public RequestFields(LoopScope scope) {
    this.scope = scope;
  }

  /**
   * Writes the fields of one request.
   *
   * @param received as the client sent them
   * @param tally is told the request's id
   * @param fields where they are written
   */
  public void write(
      ServedRequest request,
      MultiMap received,
      CompiledRoute route,
      ClockwiseConfig config,
      Tally tally,
      MultiMap fields) {
    boolean trusted = request.isPeerTrusted();
    FieldRules.copyRequest(received, fields);
    removeCookies(route, fields);
    int forwards = RequestRules.forwardsLeft(request.method(), fields);
    if (forwards > 0) {
      fields.set(RequestRules.MAX_FORWARDS, Integer.toString(forwards - 1));
    }
    writeCertificate(request, config, fields);
    String host = request.rawHost();
    if (host != null) {
      fields.set("host", host);
    }
    new ForwardedFields(
            request.gate().peerText(),
            trusted,
            request.gate().scheme(),
            host,
            request.gate().localPort())
        .apply(fields, config.forwarded(), config.instance());
    ForwardedFields.addPrefix(fields, route.rewrite().strippedFrom(request.path()));
    scope.via(config.instance()).append(fields, request.version());
    identify(tally.id(), fields.get(REQUEST_ID), trusted);
    fields.set(REQUEST_ID, tally.id().text());
    if (request.version() == HttpVersion.HTTP_1_0) {
      fields.remove("expect"); // it means nothing there (RFC 9110 section 10.1.1)
    }
    EditedFields.apply(route.config().headers().request(), fields);
  }

  /* An affinity cookie is between the client and us. */
  private static void removeCookies(CompiledRoute route, MultiMap fields) {
    String cookies = route.cookieNames().isEmpty() ? null : fields.get("cookie");
    if (cookies == null) {
      return;
    }
    String left = CookieCrumbs.without(cookies, route.cookieNames());
    if (left.isEmpty()) {
      fields.remove("cookie");
    } else if (left.length() < cookies.length()) {
      fields.set("cookie", left);
    }
  }

  private static void writeCertificate(
      ServedRequest request, ClockwiseConfig config, MultiMap fields) {
    CertificateFields.strip(config, fields);
    TlsFacts tls = request.gate().tls();
    ClientCertificate shown = tls == null ? null : tls.certificate();
    String name = shown == null ? "" : CertificateFields.nameAt(config, request.gate().bind());
    if (shown != null && !name.isEmpty()) {
      fields.set(name, shown.field());
    }
  }

  private void identify(RequestId id, @Nullable String given, boolean trusted) {
    if (id.isKnown()) {
      return; // an attempt before this one had it
    }
    if (trusted && given != null && !given.isEmpty() && given.length() <= LONGEST_ID) {
      id.set(given);
    } else {
      id.set(scope.randomBits(), scope.randomBits());
    }
  }

  /** Gives an id to a request that no backend has got, if that is so; for the log. */
  void identify(ServedRequest request, Tally tally) {
    if (!tally.id().isKnown()) {
      boolean trusted = request.isPeerTrusted();
      identify(tally.id(), trusted ? request.header(REQUEST_ID) : null, trusted);
    }
  }
}
