/**
 * What came out, on paper: tables, a file of figures, a picture, a page. May use: bench.peer.trial,
 * bench.peer.figure, Vert.x (JSON).
 */
@NullMarked
package io.clockwise.bench.peer.result;

import org.jspecify.annotations.NullMarked;
