package io.clockwise.route.explain;

import org.jspecify.annotations.Nullable;

/**
 * A backend that a decision looked at, or could have.
 *
 * @param pool its pool
 * @param backend its id
 * @param rank in the order of the key, 0 being the owner; -1: the placement does not rank it
 * @param skipped why it is passed over; null: it would take the request
 */
public record Candidate(String pool, String backend, int rank, @Nullable Skip skipped) {
  /** Why a backend is passed over. */
  public enum Skip {
    /** An operator drains it. */
    DRAIN,
    /** It is in maintenance. */
    MAINT,
    /** Its health keeps it closed. */
    DOWN,
    /** It has as many requests as it may have. */
    FULL,
    /** It has come into service and does not take this key yet. */
    WARMING,
    /** The key has so many requests that several serve it, and another one has less to do. */
    HOT,
    /** It is in another zone than the instance, and the key stays in that one. */
    ZONE,
    /** Requests failed there lately. */
    EJECTED,
    /** Nothing is known of its health yet. */
    CHECKING,
    /** It says itself that it wants no new keys. */
    LEAVING,
    /** It has no weight, so it owns no keys. */
    WEIGHT,
    /** The session or the key stays with another one. */
    PIN,
    /** The request names another one. */
    OVERRIDE,
    /** The pool serves a key by its own backend or not at all. */
    STRICT
  }
}
