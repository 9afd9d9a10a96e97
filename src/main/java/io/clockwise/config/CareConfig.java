package io.clockwise.config;

import org.jspecify.annotations.Nullable;

/**
 * The keys of a pool that say what is done about backends that are dead, slow, cold or overloaded:
 * {@code health}, {@code outlier}, {@code whenNoneUsable}, {@code loadBound}, {@code slowStart},
 * {@code hotKeys}, {@code autoscale}, {@code zones}.
 *
 * @param health how backends are checked; null: off, each counts as up; default
 * @param outlier when a backend is ejected for what requests meet there; null: off; default
 * @param whenNoneUsable what becomes of requests when no backend is usable; default {@code
 *     tryAnswering}
 * @param loadBound how many requests one backend may have beside the others; null: off; default
 * @param slowStart how a backend that comes back gets its keys; default at once
 * @param hotKeys when a key is served by more than one backend; null: off; default
 * @param autoscale when standby backends are brought into service; null: off; default
 * @param zones whether keys stay with backends of the instance's own zone; null: off; default
 */
public record CareConfig(
    @Nullable HealthConfig health,
    @Nullable OutlierConfig outlier,
    WhenNoneUsable whenNoneUsable,
    @Nullable LoadBoundConfig loadBound,
    SlowStartConfig slowStart,
    @Nullable HotKeysConfig hotKeys,
    @Nullable AutoscaleConfig autoscale,
    @Nullable ZonesConfig zones) {
  /** What holds when nothing is said. */
  public static final CareConfig DEFAULT =
      new CareConfig(null, null, WhenNoneUsable.TRY_ANSWERING, null, SlowStartConfig.OFF, null);

  /** Makes one that leaves standby backends alone and knows no zones. */
  public CareConfig(
      @Nullable HealthConfig health,
      @Nullable OutlierConfig outlier,
      WhenNoneUsable whenNoneUsable,
      @Nullable LoadBoundConfig loadBound,
      SlowStartConfig slowStart,
      @Nullable HotKeysConfig hotKeys) {
    this(health, outlier, whenNoneUsable, loadBound, slowStart, hotKeys, null, null);
  }

  /** Returns the same with other checks, or without. */
  public CareConfig withHealth(@Nullable HealthConfig other) {
    return new CareConfig(
        other, outlier, whenNoneUsable, loadBound, slowStart, hotKeys, autoscale, zones);
  }

  /** Returns the same with other ejections, or without. */
  public CareConfig withOutlier(@Nullable OutlierConfig other) {
    return new CareConfig(
        health, other, whenNoneUsable, loadBound, slowStart, hotKeys, autoscale, zones);
  }

  /** Returns the same with another rule for pools without a usable backend. */
  public CareConfig withWhenNoneUsable(WhenNoneUsable other) {
    return new CareConfig(health, outlier, other, loadBound, slowStart, hotKeys, autoscale, zones);
  }

  /** Returns the same with another bound, or without. */
  public CareConfig withLoadBound(@Nullable LoadBoundConfig other) {
    return new CareConfig(
        health, outlier, whenNoneUsable, other, slowStart, hotKeys, autoscale, zones);
  }

  /** Returns the same with another slow start. */
  public CareConfig withSlowStart(SlowStartConfig other) {
    return new CareConfig(
        health, outlier, whenNoneUsable, loadBound, other, hotKeys, autoscale, zones);
  }

  /** Returns the same with another rule for hot keys, or without. */
  public CareConfig withHotKeys(@Nullable HotKeysConfig other) {
    return new CareConfig(
        health, outlier, whenNoneUsable, loadBound, slowStart, other, autoscale, zones);
  }

  /** Returns the same with another rule for standby backends, or without. */
  public CareConfig withAutoscale(@Nullable AutoscaleConfig other) {
    return new CareConfig(
        health, outlier, whenNoneUsable, loadBound, slowStart, hotKeys, other, zones);
  }

  /** Returns the same with another rule for zones, or without. */
  public CareConfig withZones(@Nullable ZonesConfig other) {
    return new CareConfig(
        health, outlier, whenNoneUsable, loadBound, slowStart, hotKeys, autoscale, other);
  }
}
