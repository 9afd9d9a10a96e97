/**
 * Who owns a key: from a key hash to ranked backends; start at {@link
 * io.clockwise.placement.Placement}. Usable alone as a library.
 *
 * <p>May use: {@code model}, hash4j. No I/O, no clock, no threads, no Vert.x.
 */
@NullMarked
package io.clockwise.placement;

import org.jspecify.annotations.NullMarked;
