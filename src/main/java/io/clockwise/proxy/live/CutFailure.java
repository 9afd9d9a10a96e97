package io.clockwise.proxy.live;

import io.clockwise.model.FailureKind;
import io.clockwise.proxy.policy.ProxyFailure;
import io.clockwise.telemetry.CutReason;

/** What clients are told of a cut where something can be told. */
public final class CutFailure {
  private CutFailure() {}

  /** Returns the failure that a cut is. */
  public static ProxyFailure of(CutReason reason) {
    return reason == CutReason.OWNER_CHANGE
        ? ProxyFailure.of(FailureKind.OWNER_CHANGED, "the key has moved to another backend")
        : ProxyFailure.of(FailureKind.BACKEND_DRAINED, "the backend goes away");
  }
}
