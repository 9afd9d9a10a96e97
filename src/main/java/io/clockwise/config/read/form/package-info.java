/**
 * The forms of single values that several sections share: names, hosts, paths, fields, expressions,
 * numbers, blocks of addresses.
 *
 * <p>May use: {@code config.read.node}, {@code config}, {@code model}.
 */
@NullMarked
package io.clockwise.config.read.form;

import org.jspecify.annotations.NullMarked;
