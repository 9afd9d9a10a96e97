package io.clockwise.placement.staged;

import io.clockwise.placement.MemberFilter;
import org.jspecify.annotations.Nullable;

/*
 * A lookup allocates nothing, so each thread has one of these, and below it one for each placement
 * that lies under another one.
 */
/** A filter of some members by the indexes that others know them by; of one thread. */
final class Translated implements MemberFilter {
  private static final ThreadLocal<Translated> OF_THREAD = ThreadLocal.withInitial(Translated::new);

  private int[] indices = {};
  private MemberFilter filter = MemberFilter.ANY;
  private @Nullable Translated inner;

  private Translated() {}

  /**
   * Returns one that asks a filter, and is good until the next lookup.
   *
   * @param indices of the members as the filter knows them; -1: it knows none
   */
  static Translated to(int[] indices, MemberFilter filter) {
    Translated free = filter instanceof Translated outer ? outer.inner() : OF_THREAD.get();
    free.indices = indices;
    free.filter = filter;
    return free;
  }

  private Translated inner() {
    Translated there = inner;
    if (there == null) {
      there = new Translated();
      inner = there;
    }
    return there;
  }

  @Override
  public boolean accepts(int member) {
    int index = indices[member];
    return index >= 0 && filter.accepts(index);
  }
}
