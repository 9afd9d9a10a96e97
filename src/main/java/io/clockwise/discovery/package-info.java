/**
 * Where the configuration comes from, and when it changes; start at {@link
 * io.clockwise.discovery.FileConfigSource}.
 *
 * <p>May use: {@code config}, {@code event}, Vert.x Config.
 */
@NullMarked
package io.clockwise.discovery;

import org.jspecify.annotations.NullMarked;
