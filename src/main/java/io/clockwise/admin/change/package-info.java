/**
 * Changes of many backends at a time: selected by patterns, looked at before, kept and taken back;
 * and leaving all as it is; start at {@link io.clockwise.admin.change.ChangeEndpoints}.
 *
 * <p>May use: what {@code admin} may, {@code admin.http}.
 */
@NullMarked
package io.clockwise.admin.change;

import org.jspecify.annotations.NullMarked;
