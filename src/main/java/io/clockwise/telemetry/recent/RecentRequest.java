package io.clockwise.telemetry.recent;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.FailureKind;
import io.clockwise.model.OffOwner;
import io.clockwise.telemetry.session.CookieVerdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of one finished request: where it went and why. Texts are raw, a char for each byte,
 * and cut where they are long.
 *
 * @param interest of which kind it was
 */
public record RecentRequest(
    Interest interest, Asked asked, Place place, Why why, Course course, Times times) {

  /**
   * What was asked, and by whom.
   *
   * @param client canonical text of the address
   * @param target null: not to be shown
   * @param version such as {@code HTTP/1.1}
   */
  public record Asked(
      String id,
      String client,
      String method,
      @Nullable String target,
      String version,
      String host) {}

  /**
   * Where it went.
   *
   * @param owner id of the backend that owns the key
   * @param chosen id of the backend that was tried last
   * @param address of that one
   */
  public record Place(
      @Nullable String route,
      @Nullable String pool,
      @Nullable String owner,
      @Nullable String chosen,
      @Nullable String address) {}

  /**
   * Why it went there.
   *
   * @param offOwner null: the chosen one is the owner, or there is none
   */
  public record Why(
      @Nullable Key key,
      @Nullable ChosenBy chosenBy,
      @Nullable OffOwner offOwner,
      @Nullable CookieVerdict cookie,
      long revision,
      long epoch) {}

  /** The routing key: the kind of its source, and its hash; the key itself is never kept. */
  public record Key(String source, long hash) {}

  /**
   * How it went.
   *
   * @param attempts in order
   * @param failure null: a backend's answer was passed on whole
   * @param endedBy who ended it, in small letters
   * @param phase how far it had come, likewise
   */
  public record Course(
      List<Attempt> attempts,
      int status,
      @Nullable FailureKind failure,
      String endedBy,
      String phase) {}

  /**
   * A backend that was tried.
   *
   * @param result {@code answered}, or why not, such as {@code connect_refused}
   * @param nanos from the request's start to the head of the answer, or to the attempt's end
   */
  public record Attempt(String backend, Step step, String result, long nanos) {}

  /** What an attempt was to those before it. */
  public enum Step {
    /** There was none before. */
    FIRST,
    /** The same backend as before, over a fresh connection. */
    FRESH_CONNECTION,
    /** The next candidate. */
    NEXT_CANDIDATE
  }

  /** When; from its start, in nanoseconds; -1: never. */
  public record Times(long startMillis, long durationNanos, long leaseNanos, long firstByteNanos) {}
}
