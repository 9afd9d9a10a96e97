package io.clockwise.model.placement.limits;

/**
 * A limit that a pool breaks.
 *
 * @param field the key of the pool that breaks it, such as {@code backends} or {@code
 *     placement.capacity}
 * @param given what is there
 * @param expected what may be there
 * @param hint what to do; may be empty
 */
public record LimitBreach(String field, String given, String expected, String hint) {}
