/**
 * The Prometheus registry and the scrape; start at {@link io.clockwise.admin.metrics.MetricsPage}.
 *
 * <p>May use: what {@code admin} may, {@code admin.form}, and Micrometer.
 */
@NullMarked
package io.clockwise.admin.metrics;

import org.jspecify.annotations.NullMarked;
