/**
 * The benchmark of Clockwise against other proxies: start at {@link
 * io.clockwise.bench.peer.PeerBench}. May use: its own parts.
 */
@NullMarked
package io.clockwise.bench.peer;

import org.jspecify.annotations.NullMarked;
