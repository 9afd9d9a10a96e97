package io.clockwise.model.placement;

/**
 * An algorithm of another product, to the key: it places by the text and order of the backends as
 * the original does.
 */
public sealed interface ForeignSettings extends PlacementSettings
    permits SeedSettings,
        NginxSettings,
        HaproxySettings,
        EnvoySettings,
        KetamaSettings,
        HrwSettings,
        RedisClusterSlot,
        VertxConsistentHashing {}
