package io.clockwise.event;

import io.clockwise.config.BackendConfig;
import org.jspecify.annotations.Nullable;

/**
 * What the API has made of one backend, beside what the file says.
 *
 * @param base the backend in the file when the API first changed it; null: it was not in the file
 * @param wanted the backend as the API wants it; null: removed
 */
public record OverlayEntry(@Nullable BackendConfig base, @Nullable BackendConfig wanted) {}
