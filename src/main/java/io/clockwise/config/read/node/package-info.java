/**
 * A YAML document as a tree of values that know their path and line and report what is wrong with
 * them; start at {@link io.clockwise.config.read.node.DocumentTree}.
 *
 * <p>May use: {@code model}, {@code config}, {@code config.text}, SnakeYAML.
 */
@NullMarked
package io.clockwise.config.read.node;

import org.jspecify.annotations.NullMarked;
