/**
 * The report on what every placement algorithm does to keys: start at {@link
 * io.clockwise.bench.report.PlacementReports}. Each algorithm is measured in a process of its own,
 * so that what the compiler learns of one does not slow another.
 */
package io.clockwise.bench.report;
