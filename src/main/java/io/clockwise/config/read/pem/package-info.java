/**
 * PEM files that a document names: read, and checked; start at {@link
 * io.clockwise.config.read.pem.PemSection}.
 *
 * <p>May use: {@code config}, {@code config.read.node}.
 */
@NullMarked
package io.clockwise.config.read.pem;

import org.jspecify.annotations.NullMarked;
