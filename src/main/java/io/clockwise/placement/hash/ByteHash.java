package io.clockwise.placement.hash;

/** A hash function over a range of bytes: stateless, allocates nothing. */
@FunctionalInterface
public interface ByteHash {

  /** Hashes these bytes; a function of 32 bits or fewer leaves the upper ones zero. */
  long hash(byte[] bytes, int offset, int length);
}
