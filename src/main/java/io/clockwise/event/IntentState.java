package io.clockwise.event;

import io.clockwise.config.ClockwiseConfig;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The accepted intent at one revision, with the document at hand. Immutable.
 *
 * @param head what is accepted
 * @param file what the document says
 * @param effective the file with the overlay
 */
public record IntentState(Head head, ClockwiseConfig file, ClockwiseConfig effective) {

  /** Returns the revision; grows by one with each accepted change, of the file or by the API. */
  public long revision() {
    return head.revision();
  }

  /** Returns what differs from the document, by pool and backend id. */
  public Map<String, Map<String, OverlayEntry>> overlay() {
    return head.overlay();
  }

  /** Returns the revision of the last change that touched each pool that there is. */
  public Map<String, Long> poolRevisions() {
    Map<String, Long> revisions = new LinkedHashMap<>(head.poolRevisions());
    revisions.keySet().retainAll(effective.pools().keySet());
    return revisions;
  }
}
