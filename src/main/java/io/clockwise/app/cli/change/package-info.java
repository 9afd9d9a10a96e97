/**
 * The commands that change what a running instance does; start at {@link
 * io.clockwise.app.cli.change.DrainCommand}.
 *
 * <p>May use: {@code app.cli.plan}, {@code app.cli.console}, {@code app.cli.remote}, {@code
 * app.cli.settings}, picocli.
 */
@NullMarked
package io.clockwise.app.cli.change;

import org.jspecify.annotations.NullMarked;
