package io.clockwise.config;

import org.jspecify.annotations.Nullable;

/**
 * An answer without a backend.
 *
 * @param status 200 to 599; default 200
 * @param body a text, sent as UTF-8; default none
 * @param contentType of the body; default by the ending of the file, else {@code text/plain;
 *     charset=utf-8}
 * @param file whose contents are the body, instead of {@code body}; default none
 */
public record RespondConfig(int status, String body, String contentType, @Nullable PageFile file) {}
