/**
 * What bytes of a message can be, one by one and in rows; start at {@link
 * io.clockwise.proxy.wire.octet.Octets}.
 *
 * <p>May use: nothing.
 */
@NullMarked
package io.clockwise.proxy.wire.octet;

import org.jspecify.annotations.NullMarked;
