/**
 * The commands of the command line; start at {@link io.clockwise.app.cli.ClockwiseCommand}.
 *
 * <p>May use: everything.
 */
@NullMarked
package io.clockwise.app.cli;

import org.jspecify.annotations.NullMarked;
