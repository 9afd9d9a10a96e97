package io.clockwise.placement.compat.ketama;

import io.clockwise.model.placement.KetamaSettings;
import io.clockwise.model.placement.KetamaSettings.Spymemcached;
import io.clockwise.model.placement.KetamaSettings.Twemproxy;
import io.clockwise.placement.Membership;
import io.clockwise.placement.Placement;
import io.clockwise.placement.hash.ByteHash;
import io.clockwise.placement.hash.Crc32;
import io.clockwise.placement.hash.Md5;
import io.clockwise.placement.hash.TwemproxyHashes;
import io.clockwise.placement.ring.PointRing;
import io.clockwise.placement.ring.RingPlacement;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * From ketama's settings to placements: rings of 32-bit points, drawn from the names of the open
 * members. The number of a member's points depends on how many there are and on their weights, so a
 * member that closes can move points of others. A member of weight 0 has no points, as everywhere,
 * although libmemcached counts it as 1.
 */
public final class KetamaPlacements {
  private static final int UNWEIGHTED_DIGESTS = 40;
  private static final int OAAT_POINTS = 100;
  private static final String OAAT = "one_at_a_time";
  private static final String MD5 = "md5 word";

  private KetamaPlacements() {}

  /** Builds the placement of these settings. */
  public static Placement build(KetamaSettings settings, Membership members) {
    if (settings instanceof Twemproxy twemproxy) {
      return twemproxy(twemproxy, members);
    }
    if (settings instanceof Spymemcached spymemcached) {
      return spymemcached(spymemcached, members);
    }
    if (settings instanceof KetamaSettings.LibKetama) {
      Servers servers = Servers.of(members, name -> name);
      return placement(members, ring(servers, servers.digestsOfOriginal()), KetamaPlacements::md5);
    }
    Servers servers = Servers.of(members, Servers::withoutDefaultPort);
    if (settings instanceof KetamaSettings.LibmemcachedWeighted) {
      return placement(members, ring(servers, servers.digests()), KetamaPlacements::md5);
    }
    // A single weight above 1 makes the ring a weighted one; the hash of keys stays what it was.
    boolean weighted = members.members().stream().anyMatch(member -> member.weight() > 1);
    PointRing ring = weighted ? ring(servers, servers.digests()) : oneAtATimeRing(servers);
    return RingPlacement.ofPointsOnly(members, ring, TwemproxyHashes::oneAtATime, OAAT);
  }

  private static Placement twemproxy(Twemproxy settings, Membership members) {
    Servers servers = Servers.of(members, Servers::withoutDefaultPort).sortedByBase();
    ByteHash function = function(settings.hash());
    String coordinate = "twemproxy " + settings.hash().name().toLowerCase(Locale.ROOT);
    boolean tagged = settings.hashTag().length() == 2;
    ByteHash hash = tagged ? new TaggedHash(settings.hashTag(), function) : orZero(function);
    return RingPlacement.ofPointsOnly(
        members,
        ring(servers, servers.digests()),
        hash,
        tagged ? coordinate + ' ' + settings.hashTag() : coordinate);
  }

  /** Returns the function with 0 for the empty key, which twemproxy does not hash. */
  private static ByteHash orZero(ByteHash function) {
    return (bytes, offset, length) -> length == 0 ? 0 : function.hash(bytes, offset, length);
  }

  private static ByteHash function(Twemproxy.Hash hash) {
    return switch (hash) {
      case FNV1A_64 -> TwemproxyHashes::fnv1a64;
      case FNV1_64 -> TwemproxyHashes::fnv164;
      case FNV1A_32 -> TwemproxyHashes::fnv1a32;
      case FNV1_32 -> TwemproxyHashes::fnv132;
      case ONE_AT_A_TIME -> TwemproxyHashes::oneAtATime;
      case MD5 -> KetamaPlacements::md5;
      case CRC32A -> Crc32::hash;
      case CRC32 -> TwemproxyHashes::crc32;
      case MURMUR -> TwemproxyHashes::murmur;
      case CRC16 -> TwemproxyHashes::crc16;
    };
  }

  private static Placement spymemcached(Spymemcached settings, Membership members) {
    boolean own = settings.format() == Spymemcached.Format.SPYMEMCACHED;
    Servers servers =
        Servers.of(members, own ? KetamaPlacements::withoutSlash : Servers::withoutDefaultPort);
    PointRing ring = ring(servers, settings.weighted() ? servers.digests() : unweighted(servers));
    return placement(members, ring.lastOfEqual(), KetamaPlacements::md5);
  }

  private static int[] unweighted(Servers servers) {
    int[] counts = new int[servers.size()];
    Arrays.fill(counts, UNWEIGHTED_DIGESTS);
    return counts;
  }

  /** Returns the text of a socket address as the client cuts it: a bare IP begins with a slash. */
  private static String withoutSlash(String name) {
    return name.startsWith("/") ? name.substring(1) : name;
  }

  private static Placement placement(Membership members, PointRing ring, ByteHash keyHash) {
    return RingPlacement.ofPointsOnly(members, ring, keyHash, MD5);
  }

  private static long md5(byte[] bytes, int offset, int length) {
    return Md5.first8(bytes, offset, length) & 0xffffffffL;
  }

  private static PointRing ring(Servers servers, int[] counts) {
    int total = Md5Words.WORDS * Arrays.stream(counts).sum();
    long[] points = new long[total];
    char[] owners = new char[total];
    Md5Words words = new Md5Words();
    int at = 0;
    for (int server = 0; server < counts.length; server++) {
      int end = words.draw(servers.bases().get(server), counts[server], points, at);
      Arrays.fill(owners, at, end, owner(servers, server));
      at = end;
    }
    return PointRing.sorted(points, owners, Integer.SIZE);
  }

  private static PointRing oneAtATimeRing(Servers servers) {
    long[] points = new long[servers.size() * OAAT_POINTS];
    char[] owners = new char[points.length];
    for (int at = 0; at < points.length; at++) {
      int server = at / OAAT_POINTS;
      String text = servers.bases().get(server) + '-' + at % OAAT_POINTS;
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      points[at] = TwemproxyHashes.oneAtATime(bytes, 0, bytes.length);
      owners[at] = owner(servers, server);
    }
    return PointRing.sorted(points, owners, Integer.SIZE);
  }

  private static char owner(Servers servers, int server) {
    return (char) servers.members().get(server).intValue();
  }
}
