/**
 * What is changed, of which backends, and how that goes on; start at {@link
 * io.clockwise.app.cli.plan.Order}.
 *
 * <p>May use: {@code app.cli.console}, {@code app.cli.remote}, {@code app.cli.settings}, {@code
 * config}, {@code model}, picocli.
 */
@NullMarked
package io.clockwise.app.cli.plan;

import org.jspecify.annotations.NullMarked;
