package io.clockwise.model.placement;

import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** The hashes of HAProxy. */
public sealed interface HaproxySettings extends ForeignSettings {

  /** The function that hashes keys. */
  enum Function {
    SDBM,
    DJB2,
    CRC32,
    WT6,
    /** The key is a number in decimal text. */
    NONE
  }

  /** What a server's points are drawn from. */
  enum HashKey {
    /** The number of the server: its name when that is a number, else by position. */
    ID,
    /** The number again, byte-swapped and mixed. */
    ID32,
    /** The IP address of its name. */
    ADDR,
    /** The IP address and port of its name. */
    ADDR_PORT,
    /** The text of its name. */
    GUID
  }

  /** Returns how a key's text becomes a hash. */
  KeyHash keyHash();

  /**
   * How a key's text becomes a hash.
   *
   * @param function default {@code sdbm}
   * @param avalanche whether the hash is mixed again
   * @param input which part of the text counts
   */
  record KeyHash(Function function, boolean avalanche, Input input) {
    void writeTo(SortedMap<String, Object> all) {
      all.put("function", word(function));
      all.put("avalanche", avalanche);
      all.put("input", word(input.kind()));
      switch (input.kind()) {
        case URI -> {
          all.put("whole", input.whole());
          all.put("depth", input.depth());
          all.put("len", input.len());
        }
        case URL_PARAM -> all.put("param", input.param());
        default -> {
          // no parameters of its own
        }
      }
    }
  }

  /**
   * Which part of a key's text is hashed.
   *
   * @param whole {@code uri}: with the query
   * @param depth {@code uri}: up to so many slashes; 0: all
   * @param len {@code uri}: so many bytes; 0: all
   * @param param {@code url_param}: the parameter's name, else empty
   */
  record Input(Kind kind, boolean whole, int depth, int len, String param) {
    /** The kinds of input, as {@code balance} names them. */
    public enum Kind {
      /** All bytes. */
      HASH,
      /** Up to the first comma, outer blanks cut. */
      HDR,
      /** A request target up to its query. */
      URI,
      /** A parameter in the query of a request target. */
      URL_PARAM,
      /** A client address; no function, the words of the address. */
      SOURCE
    }

    /** All bytes of the key. */
    public static final Input ALL = new Input(Kind.HASH, false, 0, 0, "");
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-').replace("url-", "url_");
  }

  /**
   * {@code hash-type consistent}.
   *
   * @param hashKey what points are drawn from
   */
  record Consistent(KeyHash keyHash, HashKey hashKey) implements HaproxySettings {
    /** As {@code hash-type consistent} with nothing behind it. */
    public static final Consistent DEFAULT =
        new Consistent(new KeyHash(Function.SDBM, true, Input.ALL), HashKey.ID);

    @Override
    public String algorithm() {
      return "haproxy-consistent";
    }

    @Override
    public SortedMap<String, Object> parameters() {
      SortedMap<String, Object> all = new TreeMap<>();
      keyHash.writeTo(all);
      all.put("hashKey", word(hashKey));
      return all;
    }
  }

  /** {@code hash-type map-based}. */
  record MapBased(KeyHash keyHash) implements HaproxySettings {
    /** As without a {@code hash-type} line. */
    public static final MapBased DEFAULT =
        new MapBased(new KeyHash(Function.SDBM, false, Input.ALL));

    @Override
    public String algorithm() {
      return "haproxy-map-based";
    }

    @Override
    public SortedMap<String, Object> parameters() {
      SortedMap<String, Object> all = new TreeMap<>();
      keyHash.writeTo(all);
      return all;
    }

    @Override
    public boolean placesOpenOnly() {
      return true;
    }
  }
}
