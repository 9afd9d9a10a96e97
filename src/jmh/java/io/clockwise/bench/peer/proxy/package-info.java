/**
 * The proxies that are compared: how each is configured for the same work, and started. May use:
 * bench.peer.machine, bench.peer.figure, Vert.x and its proxy, testkit (certificates).
 */
@NullMarked
package io.clockwise.bench.peer.proxy;

import org.jspecify.annotations.NullMarked;
