package io.clockwise.config;

/**
 * Changes of fields on their way.
 *
 * @param request of what a backend gets, made last; default none
 * @param response of what a client gets, from a backend or by {@code redirect} and {@code respond};
 *     default none
 */
public record HeadersConfig(FieldEdits request, FieldEdits response) {
  /** No changes. */
  public static final HeadersConfig NONE = new HeadersConfig(FieldEdits.NONE, FieldEdits.NONE);
}
