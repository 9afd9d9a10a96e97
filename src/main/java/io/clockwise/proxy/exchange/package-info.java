/**
 * The data path over Vert.x request and response streams; start at {@link
 * io.clockwise.proxy.exchange.RequestHandler}.
 *
 * <p>May use: what {@code proxy} may.
 */
@NullMarked
package io.clockwise.proxy.exchange;

import org.jspecify.annotations.NullMarked;
