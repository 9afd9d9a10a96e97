/**
 * What can be asked without changing anything: where a request would go, where one went, how a
 * placement shares out its keys, what a document would do; start at {@link
 * io.clockwise.admin.explain.AskEndpoints}.
 *
 * <p>May use: what {@code admin} may, {@code admin.http}, {@code admin.form}.
 */
@NullMarked
package io.clockwise.admin.explain;

import org.jspecify.annotations.NullMarked;
