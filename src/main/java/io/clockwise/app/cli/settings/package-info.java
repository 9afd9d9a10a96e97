/**
 * Where a command finds the admin API and its token: flags, environment, a file; start at {@link
 * io.clockwise.app.cli.settings.ClientSettings}.
 *
 * <p>May use: everything.
 */
@NullMarked
package io.clockwise.app.cli.settings;

import org.jspecify.annotations.NullMarked;
