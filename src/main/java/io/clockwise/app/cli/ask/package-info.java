/**
 * The commands that ask a running instance and change nothing, {@code overlay drop} apart; start at
 * {@link io.clockwise.app.cli.ask.StatusCommand}.
 *
 * <p>May use: {@code app.cli.plan}, {@code app.cli.console}, {@code app.cli.remote}, {@code
 * app.cli.settings}, picocli.
 */
@NullMarked
package io.clockwise.app.cli.ask;

import org.jspecify.annotations.NullMarked;
