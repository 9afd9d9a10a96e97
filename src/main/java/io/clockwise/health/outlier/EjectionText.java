package io.clockwise.health.outlier;

import io.clockwise.model.FailureKind;
import io.clockwise.telemetry.outcome.Run;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Ejections in words, for people. */
final class EjectionText {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ssX", Locale.ROOT).withZone(ZoneOffset.UTC);

  private EjectionText() {}

  /** Returns that a backend is ejected from now on for so long, and why. */
  static String until(Instant now, Duration time, Step.Why why) {
    Instant end = now.plus(time).plusMillis(999).truncatedTo(ChronoUnit.SECONDS);
    return "ejected until " + TIME.format(end) + ": " + of(why);
  }

  /** Returns that a backend stays ejected. */
  static String stays(boolean hasChecks, Step.Why why) {
    return (hasChecks
            ? "ejected until its check passes: "
            : "ejected until it accepts connections: ")
        + of(why);
  }

  private static String of(Step.Why why) {
    Run run = why.run();
    if (run == null) {
      return String.format(Locale.ROOT, "its answers took %.1f times the usual", why.slowness());
    }
    return run.length()
        + (run.length() == 1 ? " failure from " : " failures in a row from ")
        + run.keys()
        + (run.keys() == 1 ? " key" : " keys")
        + ", the last one: "
        + (run.kind() == null ? "answer " + run.status() : words(run.kind()));
  }

  private static String words(@Nullable FailureKind kind) {
    if (kind == null) {
      return "";
    }
    return switch (kind) {
      case CONNECT_REFUSED -> "connection refused";
      case CONNECT_TIMEOUT -> "no connection in time";
      case UPSTREAM_TLS -> "TLS failed";
      case UPSTREAM_CERTIFICATE -> "certificate not believed";
      case UPSTREAM_RESET -> "connection closed";
      case UPSTREAM_REFUSED -> "request refused";
      case UPSTREAM_TIMEOUT -> "no answer in time";
      case BAD_RESPONSE -> "malformed answer";
      default -> kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    };
  }
}
