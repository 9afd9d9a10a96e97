/**
 * What proxies are put under: the backends behind them, and the load generators in front. May use:
 * bench.peer.proxy, bench.peer.machine, bench.peer.figure, Vert.x.
 */
@NullMarked
package io.clockwise.bench.peer.load;

import org.jspecify.annotations.NullMarked;
