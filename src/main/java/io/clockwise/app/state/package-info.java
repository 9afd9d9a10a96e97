/**
 * What outlives the process in {@code stateDir}, beside the journal: the generated key of cookies,
 * and the keys that tables remember.
 *
 * <p>May use: everything.
 */
@NullMarked
package io.clockwise.app.state;

import org.jspecify.annotations.NullMarked;
