/**
 * What happens, as a stream of events; start at {@link io.clockwise.admin.events.EventHub}.
 *
 * <p>Used by one event loop. May use: what {@code admin} may, {@code admin.http}, {@code admin.api}
 * (views).
 */
@NullMarked
package io.clockwise.admin.events;

import org.jspecify.annotations.NullMarked;
