package io.clockwise.model;

/** What happens to a request that yields no routing key. */
public enum MissingKeyPolicy {
  /** The open backends in turn, by weight. */
  ROUND_ROBIN,
  /** The open backend with the fewest requests in flight for its weight. */
  LEAST_REQUESTS,
  /** Any open backend, by weight. */
  RANDOM,
  /** Status 400. */
  REJECT
}
