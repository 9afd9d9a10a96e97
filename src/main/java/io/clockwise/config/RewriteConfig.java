package io.clockwise.config;

import org.jspecify.annotations.Nullable;

/**
 * The path that a backend gets; one of the two. Paths that do not begin with the prefix stay.
 *
 * @param stripPrefix whole segments that are taken away; default none
 * @param replacePrefix default none
 */
public record RewriteConfig(
    @Nullable String stripPrefix, @Nullable ReplacePrefixConfig replacePrefix) {}
