/**
 * Figures of the benchmark against other proxies: what the kernel and the load generators print,
 * read, and what statistics make of it. May use: the JDK. Nothing here starts a process or waits.
 */
@NullMarked
package io.clockwise.bench.peer.figure;

import org.jspecify.annotations.NullMarked;
