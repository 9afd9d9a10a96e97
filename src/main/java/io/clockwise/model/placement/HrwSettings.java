package io.clockwise.model.placement;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The highest random weight of other products. */
public sealed interface HrwSettings extends ForeignSettings {

  /** That of Caddy, whose rule changed twice; a backend's name is its dial address. */
  record Caddy(Rule rule) implements HrwSettings {
    /** Which of the three rules. */
    public enum Rule {
      /** Up to 2.6.2: FNV-1a of key and upstream. */
      V2_6_2("2.6.2"),
      /** 2.6.3 to 2.7: FNV-1a of upstream and key. */
      V2_7("2.7"),
      /** From 2.8: xxHash64 of upstream and key. */
      V2_8("2.8");

      private final String version;

      Rule(String version) {
        this.version = version;
      }

      /** Returns a version with this rule, as in the configuration. */
      public String version() {
        return version;
      }
    }

    /** The newest rule. */
    public static final Caddy DEFAULT = new Caddy(Rule.V2_8);

    @Override
    public String algorithm() {
      return "caddy-hrw";
    }

    @Override
    public SortedMap<String, Object> parameters() {
      return new TreeMap<>(Map.of("version", rule.version()));
    }
  }

  /** That of Traefik; a backend's name is the URL of its server. */
  record Traefik() implements HrwSettings {
    @Override
    public String algorithm() {
      return "traefik-hrw";
    }

    @Override
    public SortedMap<String, Object> parameters() {
      return new TreeMap<>();
    }
  }
}
