/**
 * Backends that live inside the process, for the demo; start at {@link
 * io.clockwise.app.demo.DemoBackends}. {@link io.clockwise.app.demo.Rehearsal} has its clients too.
 *
 * <p>May use: everything.
 */
@NullMarked
package io.clockwise.app.demo;

import org.jspecify.annotations.NullMarked;
