/**
 * The machine that the benchmark runs on: processes that end when it ends, processors, ports,
 * limits. May use: bench.peer.figure, the JDK.
 */
@NullMarked
package io.clockwise.bench.peer.machine;

import org.jspecify.annotations.NullMarked;
