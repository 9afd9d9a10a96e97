package io.clockwise.admin;

import io.clockwise.config.AdminConfig;
import io.clockwise.control.ControlStatus;
import io.clockwise.event.ControlPort;
import io.clockwise.event.health.HealthPort;
import io.clockwise.event.staging.StagingPort;
import io.clockwise.route.RoutingTableRef;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.recent.RecentRequests;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What the admin API works with.
 *
 * @param config where it listens and whose tokens it takes
 * @param control takes changes
 * @param tables what is published
 * @param meters what is counted
 * @param readiness what {@code /readyz} says
 * @param status what the single writer tells of itself
 * @param running what the process has chosen at its start, by name
 * @param health what is known of backends, and whether others are told
 * @param staging takes wishes for changes that are under way
 * @param recent requests of late
 */
public record AdminContext(
    AdminConfig config,
    ControlPort control,
    RoutingTableRef tables,
    Meters meters,
    Readiness readiness,
    Supplier<ControlStatus> status,
    Map<String, Object> running,
    HealthPort health,
    StagingPort staging,
    RecentRequests recent) {}
