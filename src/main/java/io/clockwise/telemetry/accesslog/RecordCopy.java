package io.clockwise.telemetry.accesslog;

import io.clockwise.model.log.LogTarget;
import io.clockwise.telemetry.recent.Interest;
import io.clockwise.telemetry.recent.RecentRequest;
import io.clockwise.telemetry.recent.RecentRequest.Attempt;
import io.clockwise.telemetry.recent.RecentRequest.Step;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies of records, for those who keep them: what a client can make long is cut. */
final class RecordCopy {
  private static final int LONGEST_ID = 128;
  private static final int LONGEST_TARGET = 512;
  private static final int LONGEST_HOST = 255;
  private static final int LONGEST_METHOD = 32;
  private static final int MOST_TRIES = 20;
  private static final Map<EndedBy, String> ENDED_BY = words(EndedBy.class);
  private static final Map<Phase, String> PHASE = words(Phase.class);

  private RecordCopy() {}

  private static <E extends Enum<E>> Map<E, String> words(Class<E> type) {
    Map<E, String> words = new EnumMap<>(type);
    for (E each : type.getEnumConstants()) {
      words.put(each, each.name().toLowerCase(Locale.ROOT));
    }
    return words;
  }

  /**
   * Returns what is kept of a record.
   *
   * @param shown how much of its target
   */
  static RecentRequest of(AccessRecord record, Interest interest, LogTarget shown) {
    return new RecentRequest(
        interest,
        new RecentRequest.Asked(
            id(record),
            record.client,
            cut(record.method, LONGEST_METHOD),
            target(record, shown),
            record.version,
            cut(record.host, LONGEST_HOST)),
        new RecentRequest.Place(
            record.route, record.pool, record.owner, record.backend, record.address),
        new RecentRequest.Why(
            record.keySource == null
                ? null
                : new RecentRequest.Key(record.keySource, record.keyHash),
            record.chosenBy,
            record.offOwner,
            record.cookie,
            record.revision,
            record.epoch),
        new RecentRequest.Course(
            attempts(record),
            record.status,
            record.failure,
            ENDED_BY.getOrDefault(record.endedBy, ""),
            PHASE.getOrDefault(record.phase, "")),
        new RecentRequest.Times(
            record.startMillis, record.durationNanos, record.leaseNanos, record.firstByteNanos));
  }

  private static String id(AccessRecord record) {
    if (record.requestId != null) {
      return cut(record.requestId, LONGEST_ID);
    }
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(record.requestIdHigh) + hex.toHexDigits(record.requestIdLow);
  }

  private static @Nullable String target(AccessRecord record, LogTarget shown) {
    int end = shown.end(record.target);
    return end < 0 ? null : cut(record.target.substring(0, end), LONGEST_TARGET);
  }

  private static String cut(String text, int longest) {
    return text.length() > longest ? text.substring(0, longest) : text;
  }

  /* A record tells of failed attempts alone. The last one is not among them when it was answered,
  or when the client left meanwhile; the time of a dropped answer is that of its head, before its
  attempt failed. */
  private static List<Attempt> attempts(AccessRecord record) {
    List<Attempt> attempts = new ArrayList<>(record.tries.size() + 1);
    long lastNanos = -1;
    for (AccessRecord.Try each : record.tries) {
      if (attempts.size() < MOST_TRIES) {
        add(attempts, each.backend(), each.result(), each.nanos());
      }
      lastNanos = each.nanos();
    }
    String backend = record.backend;
    if (backend == null) {
      return List.copyOf(attempts);
    }
    if (record.phase == Phase.ANSWER || record.phase == Phase.DONE) {
      if (record.firstByteNanos > lastNanos) {
        add(attempts, backend, "answered", record.firstByteNanos);
      }
    } else if (record.endedBy == EndedBy.CLIENT && record.failure != null) {
      add(attempts, backend, record.failure.name().toLowerCase(Locale.ROOT), record.durationNanos);
    }
    return List.copyOf(attempts);
  }

  private static void add(List<Attempt> attempts, String backend, String result, long nanos) {
    Step step =
        attempts.isEmpty()
            ? Step.FIRST
            : attempts.get(attempts.size() - 1).backend().equals(backend)
                ? Step.FRESH_CONNECTION
                : Step.NEXT_CANDIDATE;
    attempts.add(new Attempt(backend, step, result, nanos));
  }
}
