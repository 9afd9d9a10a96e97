package io.clockwise.placement;

/** Says which members a lookup may return; called on the request path, so it reads and returns. */
@FunctionalInterface
public interface MemberFilter {
  /** Accepts everyone. */
  MemberFilter ANY = member -> true;

  /** Tells whether the member of this index may be returned. */
  boolean accepts(int member);
}
