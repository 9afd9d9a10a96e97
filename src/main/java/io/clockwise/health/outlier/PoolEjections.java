package io.clockwise.health.outlier;

import io.clockwise.config.OutlierConfig;
import io.clockwise.telemetry.outcome.Run;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/*
 * A backend serves, is ejected, or is asked whether it may return. It is ejected when, on one event
 * loop, so many requests failed in a row, from so many keys; for `eject`, twice as long with each
 * repetition, and one repetition is forgotten for each such time without another. Then it is asked;
 * if it does not answer it is asked again after a second, two, four, up to `eject`. When it returns
 * it is on trial until it has given ten answers: two failures in a row, from two keys if keys
 * count, eject it again.
 *
 * Whoever may not be ejected, since too many are or nobody else is left, is looked at again each
 * time.
 */
/** Which backends of one pool are ejected. No clock, no sockets: time and sights are arguments. */
final class PoolEjections {
  private final Map<String, Course> courses = new HashMap<>();

  /** Returns what is to be done after a look at all backends of the pool. */
  List<Step> look(List<Sight> sights, OutlierConfig rule, long nowNanos) {
    List<Step> steps = new ArrayList<>();
    Set<String> forgotten = forgetOthers(sights);
    forgotten.forEach(id -> steps.add(new Step.Forget(id)));
    Room room = new Room(sights, sight -> isAway(sight.id()), rule.maxEjectedShare());
    for (Sight sight : sights) {
      Course course = courses.get(sight.id());
      if (course != null && course.asks(nowNanos)) {
        steps.add(new Step.Ask(sight.id()));
      } else if (!forgotten.contains(sight.id()) && (course == null || !course.isAway())) {
        Step.Why why = serves(sight, rule, nowNanos);
        if (why != null && room.isFor(sight)) {
          room.without(sight);
          steps.add(eject(sight, why, rule, nowNanos));
        }
      }
    }
    courses.values().removeIf(Course::isClean);
    return steps;
  }

  /* Returns those who are gone, or others by now: what is seen of these is the past. */
  private Set<String> forgetOthers(List<Sight> sights) {
    if (courses.isEmpty()) {
      return Set.of();
    }
    Map<String, String> servers =
        sights.stream().collect(Collectors.toMap(Sight::id, Sight::server));
    Set<String> others = new HashSet<>(courses.keySet());
    others.removeIf(
        id -> {
          String server = servers.get(id);
          return server != null && Objects.requireNonNull(courses.get(id)).isOf(server);
        });
    courses.keySet().removeAll(others);
    return others;
  }

  /* Returns why it should go; null: it need not. */
  private Step.@Nullable Why serves(Sight sight, OutlierConfig rule, long nowNanos) {
    Course course = courses.get(sight.id());
    if (course == null) {
      if (sight.runs().isEmpty() && sight.slowness() == 0) {
        return null;
      }
      course = new Course(sight.server());
      courses.put(sight.id(), course);
    }
    course.serves(sight, rule, nowNanos);
    return why(sight, course, rule, nowNanos);
  }

  private Step eject(Sight sight, Step.Why why, OutlierConfig rule, long nowNanos) {
    Course course = Objects.requireNonNull(courses.get(sight.id()));
    return new Step.Eject(sight.id(), why, Duration.ofNanos(course.eject(why, rule, nowNanos)));
  }

  private static Step.@Nullable Why why(
      Sight sight, Course course, OutlierConfig rule, long nowNanos) {
    Run fatal = course.fatal(sight, rule, nowNanos);
    if (fatal != null) {
      return new Step.Why(fatal, 0);
    }
    boolean slow = rule.slowFactor() > 0 && sight.slowness() > rule.slowFactor();
    return slow ? new Step.Why(null, sight.slowness()) : null;
  }

  /** Tells whether a backend is ejected. */
  boolean isAway(String id) {
    Course course = courses.get(id);
    return course != null && course.isAway();
  }

  /**
   * Hears whether a backend that was asked may return.
   *
   * @return null: nobody has asked
   */
  @Nullable Step told(String id, boolean well, OutlierConfig rule, long nowNanos) {
    Course course = courses.get(id);
    if (course == null || !course.isAsked()) {
      return null;
    }
    if (well) {
      return new Step.Return(id, Duration.ofNanos(course.comeBack(nowNanos)));
    }
    course.stay(rule, nowNanos);
    return new Step.Stay(id, Objects.requireNonNull(course.why()));
  }

  /** Ends all of it: nobody is ejected any more. */
  List<Step> end() {
    List<Step> steps = new ArrayList<>();
    courses.forEach(
        (id, course) -> {
          if (course.isAway()) {
            steps.add(new Step.Forget(id));
          }
        });
    courses.clear();
    return steps;
  }
}
