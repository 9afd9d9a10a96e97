/**
 * From accepted intent to a routing table, and what that does to the keys; start at {@link
 * io.clockwise.control.table.TableAssembler}.
 *
 * <p>May use: what {@code control} may, {@code control.intent}, {@code control.drain}.
 */
@NullMarked
package io.clockwise.control.table;

import org.jspecify.annotations.NullMarked;
