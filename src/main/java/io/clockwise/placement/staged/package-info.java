/** One placement that takes another's place key by key. */
@NullMarked
package io.clockwise.placement.staged;

import org.jspecify.annotations.NullMarked;
