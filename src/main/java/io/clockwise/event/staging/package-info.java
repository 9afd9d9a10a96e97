/** What operators may wish of changes that move keys by and by. */
@NullMarked
package io.clockwise.event.staging;

import org.jspecify.annotations.NullMarked;
