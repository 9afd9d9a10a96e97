/**
 * Certificates of listeners, from files that change; start at {@link
 * io.clockwise.proxy.front.tls.CertificateStore}.
 *
 * <p>May use: what {@code proxy} may.
 */
@NullMarked
package io.clockwise.proxy.front.tls;

import org.jspecify.annotations.NullMarked;
