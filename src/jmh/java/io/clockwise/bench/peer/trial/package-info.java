/**
 * Trials: which proxies, under which load, in which order, how often. May use: everything of
 * bench.peer but its command and its results on paper.
 */
@NullMarked
package io.clockwise.bench.peer.trial;

import org.jspecify.annotations.NullMarked;
