package io.clockwise.model.placement;

/** The hash function of a ring, for its points and for keys alike. */
public enum RingHash {
  /** XXH3-64 with seed 0. */
  XXH3,
  /** xxHash64 with seed 0. */
  XXH64,
  /** MurmurHash2-64A with seed 0xc70f6907. */
  MURMUR,
  /** FNV-1a, 64 bits. */
  FNV1A,
  /** The first eight bytes of MD5, least significant first. */
  MD5,
  /** CRC-32 (IEEE), widened with zeros. */
  CRC32
}
