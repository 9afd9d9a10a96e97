/**
 * What keeps a session, or a key, with the backend that it had before: the signed cookie and the
 * table of keys; start at {@link io.clockwise.route.affinity.PoolAffinity}.
 *
 * <p>May use: {@code model}, {@code config}, {@code placement}, {@code telemetry}, {@code
 * javax.crypto}.
 */
@NullMarked
package io.clockwise.route.affinity;

import org.jspecify.annotations.NullMarked;
