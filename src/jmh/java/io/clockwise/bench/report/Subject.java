package io.clockwise.bench.report;

import io.clockwise.model.placement.EnvoySettings;
import io.clockwise.model.placement.HaproxySettings;
import io.clockwise.model.placement.HrwSettings;
import io.clockwise.model.placement.KetamaSettings;
import io.clockwise.model.placement.Member;
import io.clockwise.model.placement.NginxSettings;
import io.clockwise.model.placement.OwnSettings;
import io.clockwise.model.placement.PlacementSettings;
import io.clockwise.model.placement.RedisClusterSlot;
import io.clockwise.model.placement.SeedSettings;
import io.clockwise.model.placement.VertxConsistentHashing;
import io.clockwise.placement.measure.KeySample;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An algorithm with the settings that it is measured with.
 *
 * @param label the algorithm's name, and what tells its settings from the default ones
 */
record Subject(String label, PlacementSettings settings) {
  private static final int HEAVIEST = 5;

  /** Every algorithm, the cheap ones of our own first. */
  static final List<Subject> ALL =
      Stream.concat(
              Stream.of(
                      OwnSettings.Slots.DEFAULT,
                      OwnSettings.Ring.DEFAULT,
                      OwnSettings.Maglev.DEFAULT,
                      OwnSettings.Rendezvous.DEFAULT,
                      OwnSettings.MultiProbe.DEFAULT,
                      new OwnSettings.HrwWeighted(),
                      new OwnSettings.Jump(),
                      OwnSettings.Anchor.DEFAULT,
                      new NginxSettings.HashConsistent(),
                      new NginxSettings.Hash(),
                      new NginxSettings.IpHash(),
                      new NginxSettings.PingoraKetama(),
                      HaproxySettings.Consistent.DEFAULT,
                      HaproxySettings.MapBased.DEFAULT,
                      EnvoySettings.RingHashPolicy.DEFAULT,
                      EnvoySettings.Maglev.DEFAULT,
                      new KetamaSettings.LibKetama(),
                      new KetamaSettings.Libmemcached(),
                      new KetamaSettings.LibmemcachedWeighted(),
                      KetamaSettings.Twemproxy.DEFAULT,
                      KetamaSettings.Spymemcached.DEFAULT,
                      HrwSettings.Caddy.DEFAULT,
                      new HrwSettings.Traefik(),
                      RedisClusterSlot.DEFAULT,
                      VertxConsistentHashing.DEFAULT,
                      SeedSettings.CRing.DEFAULT,
                      SeedSettings.RustRing.DEFAULT)
                  .map(settings -> new Subject(settings.algorithm(), settings)),
              Stream.of(
                  new Subject("slots 2^20", new OwnSettings.Slots(1 << 20, 20, "")),
                  new Subject(
                      "ring 160", new OwnSettings.Ring(OwnSettings.Ring.DEFAULT.hash(), 160))))
          .toList();

  /** Returns the one with this label. */
  static Subject of(String label) {
    return ALL.stream()
        .filter(subject -> subject.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no algorithm is called " + label));
  }

  /** Tells whether the one with this label is an algorithm of our own. */
  static boolean isOwn(String label) {
    return of(label).settings() instanceof OwnSettings;
  }

  /** Returns so many members; unequal ones weigh 1 to 5 in turn. */
  List<Member> members(int count, boolean unequal) {
    return IntStream.range(0, count).mapToObj(i -> member(i, unequal)).toList();
  }

  /** Returns the member with this number. */
  Member member(int number, boolean unequal) {
    return new Member("backend-" + number, unequal ? 1 + number % HEAVIEST : 1, name(number));
  }

  /* HAProxy places by explicit ids: by position, a server less would renumber those behind it. */
  private String name(int number) {
    String address = String.format("10.0.%d.%d:8080", number / 250, 1 + number % 250);
    if (settings instanceof HaproxySettings) {
      return String.valueOf(number + 1);
    }
    if (settings instanceof KetamaSettings.Spymemcached) {
      return "/" + address;
    }
    return settings instanceof HrwSettings.Traefik ? "http://" + address : address;
  }

  /** Returns the kind of keys that the algorithm takes. */
  KeySample.Kind keys() {
    return settings instanceof NginxSettings.IpHash ? KeySample.Kind.ADDRESS : KeySample.Kind.TEXT;
  }
}
