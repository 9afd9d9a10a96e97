package io.clockwise.proxy.live;

/** Something that may have a place in an {@link Agenda}. */
abstract sealed class Planned permits LiveEntry, DrainCourse {
  /** In place of a time: never. */
  static final long NEVER = Long.MAX_VALUE;

  /** When it is due; meaningless outside of an agenda. */
  long dueNanos;

  /** Its place in the agenda; -1: none. */
  int place = -1;
}
