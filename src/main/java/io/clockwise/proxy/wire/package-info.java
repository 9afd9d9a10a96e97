/**
 * HTTP/1.1 on raw bytes, without an object for each message; start at {@link
 * io.clockwise.proxy.wire.RequestHeadParser}.
 *
 * <p>May use: {@code model}, {@code config}, Netty's {@code ByteBuf}.
 */
@NullMarked
package io.clockwise.proxy.wire;

import org.jspecify.annotations.NullMarked;
