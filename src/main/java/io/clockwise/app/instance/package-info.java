/**
 * One running instance, wired from its configuration file; start at {@link
 * io.clockwise.app.instance.Clockwise}.
 *
 * <p>May use: everything but {@code app.cli} and {@code app.demo}.
 */
@NullMarked
package io.clockwise.app.instance;

import org.jspecify.annotations.NullMarked;
