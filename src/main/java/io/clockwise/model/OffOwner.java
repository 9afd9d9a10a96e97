package io.clockwise.model;

/** Why a request with a key did not go to the backend that owns the key. */
public enum OffOwner {
  /** The owner is taken out of service, or gone. */
  DRAIN,
  /** The owner does not answer. */
  DOWN,
  /** The owner had as many requests as it may have. */
  FULL,
  /** The owner has come back and does not have all its keys yet. */
  WARMING,
  /** The session or the key stays with the backend that it had before. */
  PIN,
  /** The owner failed the request. */
  RETRY,
  /** The key has so many requests that several backends serve it. */
  HOT,
  /** The owner is in another zone than the instance. */
  ZONE
}
