/**
 * Bytes of messages as texts, without a copy for each; start at {@link
 * io.clockwise.proxy.wire.text.TextCache}.
 *
 * <p>May use: {@code proxy.wire.octet}.
 */
@NullMarked
package io.clockwise.proxy.wire.text;

import org.jspecify.annotations.NullMarked;
