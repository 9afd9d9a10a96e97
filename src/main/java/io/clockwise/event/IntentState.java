package io.clockwise.event;

import io.clockwise.config.ClockwiseConfig;
import java.util.Map;

/**
 * The accepted intent at one revision. Immutable.
 *
 * @param revision grows by one with each accepted change, of the file or through the API
 * @param file what the document says
 * @param overlay what the API changed, by pool and backend id
 * @param effective the file with the overlay
 * @param poolRevisions the revision of the last change that touched each pool
 */
public record IntentState(
    long revision,
    ClockwiseConfig file,
    Map<String, Map<String, OverlayEntry>> overlay,
    ClockwiseConfig effective,
    Map<String, Long> poolRevisions) {}
