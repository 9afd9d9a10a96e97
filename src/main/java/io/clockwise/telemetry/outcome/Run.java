package io.clockwise.telemetry.outcome;

import io.clockwise.model.FailureKind;
import org.jspecify.annotations.Nullable;

/**
 * Failures in a row that one event loop met at a backend.
 *
 * @param length how many
 * @param keys from how many distinct keys they came, at most 64
 * @param kind what the last one was; null: an answer
 * @param status of that answer; 0: there was none
 */
public record Run(int length, int keys, @Nullable FailureKind kind, int status) {}
