package io.clockwise.route.affinity;

import io.clockwise.telemetry.session.CookieVerdict;

/** What a request's affinity cookie says; used for one request after the other. */
public final class CookieFacts {
  CookieVerdict verdict = CookieVerdict.NONE;
  int place = -1;
  int backend = -1;
  long issued;
  long seen;
  long keyHash;

  /** Forgets it: there is none. */
  public void clear() {
    verdict = CookieVerdict.NONE;
    place = -1;
    backend = -1;
    issued = 0;
    seen = 0;
    keyHash = 0;
  }

  /** Says the same as another one. */
  public void copy(CookieFacts other) {
    verdict = other.verdict;
    place = other.place;
    backend = other.backend;
    issued = other.issued;
    seen = other.seen;
    keyHash = other.keyHash;
  }

  /** Says that the backend of a valid one serves no sessions any more. */
  public void unknown() {
    verdict = CookieVerdict.UNKNOWN;
    backend = -1;
  }

  /** Returns what it turned out to be. */
  public CookieVerdict verdict() {
    return verdict;
  }

  /** Tells whether it names a backend that may serve the session. */
  public boolean isValid() {
    return verdict == CookieVerdict.VALID;
  }

  /** Returns which of the pools' cookies a valid one is. */
  public int place() {
    return place;
  }

  /** Returns the dense index of the backend that a valid one names, in that pool. */
  public int backend() {
    return backend;
  }

  /** Returns what identifies the session of a valid one. */
  public long issued() {
    return issued;
  }

  /** Returns the second since 1970 in which a valid one was set. */
  public long seen() {
    return seen;
  }

  /** Returns the hash of the request's key to which a cookie may be bound; 0: it has none. */
  public long keyHash() {
    return keyHash;
  }
}
