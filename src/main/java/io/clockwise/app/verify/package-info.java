/**
 * Checks placements against vector files: keys with the backends that another program chose for
 * them; start at {@link io.clockwise.app.verify.VectorFile} and {@link
 * io.clockwise.app.verify.Verification}.
 *
 * <p>May use: everything.
 */
@NullMarked
package io.clockwise.app.verify;

import org.jspecify.annotations.NullMarked;
