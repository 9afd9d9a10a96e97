package io.clockwise.config;

/** Which characters a request target may hold. */
public enum TargetRule {
  /** Those of RFC 3986, and raw {@code | ^ { } "} in queries, which browsers send. */
  BROWSER,
  /** Those of RFC 3986 only. */
  RFC
}
