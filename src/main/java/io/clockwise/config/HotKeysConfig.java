package io.clockwise.config;

/**
 * When a key of a pool is hot, and who serves it then.
 *
 * @param spreadAbove the share of the pool's recent requests from which on a key is hot, above 0 to
 *     1; in the document {@code 5%}; no default
 * @param over so many of its first candidates serve a hot key, 2 to 16; default 2
 * @param names whether the API shows the keys themselves; default false: their hashes
 */
public record HotKeysConfig(double spreadAbove, int over, boolean names) {}
