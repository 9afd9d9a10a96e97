/**
 * The default placement: capped weighted rendezvous compiled to a table of slots; start at {@link
 * io.clockwise.placement.slots.SlotsPlacements}.
 *
 * <p>May use: {@code model}, {@code placement}, hash4j.
 */
@NullMarked
package io.clockwise.placement.slots;

import org.jspecify.annotations.NullMarked;
