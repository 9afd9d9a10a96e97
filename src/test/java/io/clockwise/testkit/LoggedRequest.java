package io.clockwise.testkit;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.FailureKind;
import io.clockwise.model.OffOwner;
import io.clockwise.telemetry.accesslog.AccessRecord;
import io.clockwise.telemetry.accesslog.EndedBy;
import io.clockwise.telemetry.accesslog.JsonLine;
import io.clockwise.telemetry.accesslog.LineBytes;
import io.clockwise.telemetry.accesslog.Phase;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the access log says of one request, as a reader of its JSON lines sees it. */
public record LoggedRequest(
    Line line,
    Client client,
    Connections connections,
    @Nullable Choice choice,
    List<AccessRecord.Try> tries,
    Result result,
    Times times,
    Table table) {

  /** What was asked. */
  public record Line(String method, String target, String version, String scheme, String host) {}

  /** Who asked. */
  public record Client(
      String address, @Nullable String userAgent, @Nullable String referer, String requestId) {}

  /** The connections; upstream 0: none. */
  public record Connections(long client, long upstream, boolean reused, @Nullable Tls tls) {}

  /** The client's TLS handshake. */
  public record Tls(String protocol, String cipher, @Nullable String serverName) {}

  /** Where it went and why. */
  public record Choice(
      String route,
      @Nullable String pool,
      @Nullable String owner,
      @Nullable String backend,
      @Nullable String address,
      @Nullable ChosenBy chosenBy,
      @Nullable OffOwner offOwner,
      @Nullable Key key) {}

  /** The routing key. */
  public record Key(String source, long hash) {}

  /** How it ended. */
  public record Result(
      int status,
      long requestBytes,
      long responseBytes,
      @Nullable FailureKind failure,
      EndedBy endedBy,
      Phase phase) {}

  /** When; -1: never. */
  public record Times(long startMillis, long durationNanos, long leaseNanos, long firstByteNanos) {}

  /** The routing table. */
  public record Table(long revision, long epoch) {}

  /** Fills in a record of the access log with the same facts. */
  public void fill(AccessRecord record) {
    record.line(line.method(), line.target(), line.version(), line.scheme(), line.host());
    record.client(client.address(), client.userAgent(), client.referer());
    record.requestId(client.requestId());
    record.connections(connections.client(), connections.upstream(), connections.reused());
    if (connections.tls() != null) {
      Tls tls = connections.tls();
      record.tls(tls.protocol(), tls.cipher(), tls.serverName());
    }
    if (choice != null) {
      fill(choice, record);
    }
    record.tries(tries);
    record.result(
        result.status(),
        result.requestBytes(),
        result.responseBytes(),
        result.failure(),
        result.endedBy(),
        result.phase());
    record.times(
        times.startMillis(), times.durationNanos(), times.leaseNanos(), times.firstByteNanos());
    record.table(table.revision(), table.epoch());
  }

  private static void fill(Choice choice, AccessRecord record) {
    record.route(choice.route());
    if (choice.pool() != null && choice.chosenBy() != null) {
      record.pool(choice.pool(), choice.chosenBy(), choice.owner(), choice.offOwner());
    }
    if (choice.backend() != null && choice.address() != null) {
      record.backend(choice.backend(), choice.address());
    }
    if (choice.key() != null) {
      record.key(choice.key().source(), choice.key().hash());
    }
  }

  /** Returns what a filled record says. */
  public static LoggedRequest of(AccessRecord record) {
    LineBytes line = new LineBytes(1 << 10);
    new JsonLine().append(record, line);
    return of(new JsonObject(line.toString()));
  }

  private static LoggedRequest of(JsonObject json) {
    return new LoggedRequest(
        new Line(
            json.getString("method"),
            json.getString("target"),
            json.getString("version"),
            json.getString("scheme"),
            json.getString("host")),
        new Client(
            json.getString("client"),
            json.getString("userAgent"),
            json.getString("referer"),
            json.getString("requestId")),
        new Connections(
            json.getLong("connection"),
            json.getLong("upstreamConnection", 0L),
            json.getBoolean("reused", false),
            tls(json)),
        choice(json),
        tries(json.getJsonArray("failedTries", new JsonArray())),
        new Result(
            json.getInteger("status"),
            json.getLong("requestBytes"),
            json.getLong("responseBytes"),
            word(FailureKind.class, json.getString("failure")),
            EndedBy.valueOf(json.getString("endedBy").toUpperCase(Locale.ROOT)),
            Phase.valueOf(json.getString("phase").toUpperCase(Locale.ROOT))),
        new Times(
            Instant.parse(json.getString("time")).toEpochMilli(),
            nanos(json, "totalMs"),
            nanos(json, "connectMs"),
            nanos(json, "firstByteMs")),
        new Table(json.getLong("revision"), json.getLong("epoch")));
  }

  private static @Nullable Tls tls(JsonObject json) {
    String protocol = json.getString("tlsProtocol");
    return protocol == null
        ? null
        : new Tls(protocol, json.getString("tlsCipher"), json.getString("tlsServerName"));
  }

  private static @Nullable Choice choice(JsonObject json) {
    String source = json.getString("keySource");
    return json.getString("route") == null
        ? null
        : new Choice(
            json.getString("route"),
            json.getString("pool"),
            json.getString("owner"),
            json.getString("backend"),
            json.getString("address"),
            word(ChosenBy.class, json.getString("chosenBy")),
            word(OffOwner.class, json.getString("offOwner")),
            source == null
                ? null
                : new Key(source, Long.parseUnsignedLong(json.getString("keyHash"), 16)));
  }

  private static List<AccessRecord.Try> tries(JsonArray json) {
    return IntStream.range(0, json.size())
        .mapToObj(json::getJsonObject)
        .map(
            each ->
                new AccessRecord.Try(
                    each.getString("backend"), each.getString("result"), nanos(each, "atMs")))
        .toList();
  }

  private static long nanos(JsonObject json, String name) {
    Double millis = json.getDouble(name);
    return millis == null ? -1 : Math.round(millis * 1_000_000);
  }

  private static <E extends Enum<E>> @Nullable E word(Class<E> type, @Nullable String text) {
    return text == null ? null : Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
  }
}
