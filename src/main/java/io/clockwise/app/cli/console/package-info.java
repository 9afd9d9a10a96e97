/**
 * What the commands of the client share at the terminal: options, tables, questions, progress;
 * start at {@link io.clockwise.app.cli.console.RemoteOptions}.
 *
 * <p>May use: {@code app.cli.settings}, {@code app.cli.remote}, {@code config}, picocli.
 */
@NullMarked
package io.clockwise.app.cli.console;

import org.jspecify.annotations.NullMarked;
