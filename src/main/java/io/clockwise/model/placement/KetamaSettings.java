package io.clockwise.model.placement;

import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The ketama rings of memcached clients; a backend's name is the text of its server. */
public sealed interface KetamaSettings extends ForeignSettings {

  @Override
  default SortedMap<String, Object> parameters() {
    return new TreeMap<>();
  }

  @Override
  default boolean placesOpenOnly() {
    return true; // the number of a server's points depends on who else is there
  }

  /** The original C library. */
  record LibKetama() implements KetamaSettings {
    @Override
    public String algorithm() {
      return "libketama";
    }
  }

  /** libmemcached's {@code KETAMA}. */
  record Libmemcached() implements KetamaSettings {
    @Override
    public String algorithm() {
      return "libmemcached-ketama";
    }
  }

  /** libmemcached's {@code KETAMA_WEIGHTED}. */
  record LibmemcachedWeighted() implements KetamaSettings {
    @Override
    public String algorithm() {
      return "libmemcached-ketama-weighted";
    }
  }

  /**
   * twemproxy's {@code distribution: ketama}.
   *
   * @param hashTag two characters between which the hashed part of a key stands; empty: none
   */
  record Twemproxy(Hash hash, String hashTag) implements KetamaSettings {
    /** twemproxy's hash functions for keys. */
    public enum Hash {
      FNV1A_64,
      FNV1_64,
      FNV1A_32,
      FNV1_32,
      ONE_AT_A_TIME,
      MD5,
      CRC32A,
      CRC32,
      MURMUR,
      CRC16
    }

    /** fnv1a_64 without a tag. */
    public static final Twemproxy DEFAULT = new Twemproxy(Hash.FNV1A_64, "");

    @Override
    public String algorithm() {
      return "twemproxy-ketama";
    }

    @Override
    public SortedMap<String, Object> parameters() {
      return new TreeMap<>(
          Map.of("hash", hash.name().toLowerCase(Locale.ROOT), "hashTag", hashTag));
    }
  }

  /**
   * The Java client spymemcached.
   *
   * @param format how the text of a server is written
   * @param weighted whether weights count
   */
  record Spymemcached(Format format, boolean weighted) implements KetamaSettings {
    /** How the text of a server is written. */
    public enum Format {
      /** {@code hostname/ip:port}, or {@code ip:port}; a leading slash is not part of it. */
      SPYMEMCACHED,
      /** {@code host}, or {@code host:port} unless the port is 11211. */
      LIBMEMCACHED
    }

    /** Its own format, without weights. */
    public static final Spymemcached DEFAULT = new Spymemcached(Format.SPYMEMCACHED, false);

    @Override
    public String algorithm() {
      return "spymemcached-ketama";
    }

    @Override
    public SortedMap<String, Object> parameters() {
      return new TreeMap<>(
          Map.of("format", format.name().toLowerCase(Locale.ROOT), "weighted", weighted));
    }
  }
}
