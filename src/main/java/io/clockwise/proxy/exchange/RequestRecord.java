package io.clockwise.proxy.exchange;

import io.clockwise.model.IpText;
import io.clockwise.telemetry.accesslog.AccessRecord;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the access log is told of one request; gathered while it runs. */
final class RequestRecord {
  private final Downstream client;
  private final List<AccessRecord.Try> tries = new ArrayList<>(0);
  private @Nullable Choice choice;
  private String requestId = "";

  RequestRecord(Downstream client) {
    this.client = client;
  }

  void chosen(@Nullable Choice newChoice) {
    choice = newChoice;
  }

  void tried(AccessRecord.Try attempt) {
    tries.add(attempt);
  }

  void requestId(String id) {
    requestId = id;
  }

  /** Returns all of it, when the request is over. */
  AccessRecord whole(AccessRecord.Result result, long durationNanos) {
    HttpServerRequest request = client.request();
    ServerRequestFacts facts = client.facts();
    return new AccessRecord(
        new AccessRecord.Line(
            facts.method(), request.uri(), versionText(request.version()), facts.host()),
        new AccessRecord.Client(
            IpText.of(facts.clientAddress()),
            request.getHeader("user-agent"),
            request.getHeader("referer"),
            requestId),
        choice == null ? null : choice.toRecord(),
        tries,
        result,
        client.timeline().toRecord(durationNanos),
        new AccessRecord.Table(client.table().revision(), client.table().epoch()));
  }

  private static String versionText(@Nullable HttpVersion version) {
    if (version == null) {
      return "";
    }
    return switch (version) {
      case HTTP_1_0 -> "HTTP/1.0";
      case HTTP_1_1 -> "HTTP/1.1";
      case HTTP_2 -> "HTTP/2.0";
      case HTTP_3 -> "HTTP/3.0";
    };
  }
}
