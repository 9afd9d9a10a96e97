package io.clockwise.proxy.loop;

import io.clockwise.proxy.gate.ClientGate;
import io.clockwise.telemetry.accesslog.AccessRecord;

/** A request as the access log knows it, whichever way it came. */
public interface LoggedRequest {
  /** Returns what was asked. */
  AccessRecord.Line line();

  /** Returns who asked. */
  AccessRecord.Client client(String requestId);

  /** Returns what stands before the client's connection. */
  ClientGate gate();
}
