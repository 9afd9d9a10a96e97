package io.clockwise.config.read.session;

import io.clockwise.config.AffinityConfig.Cookie;
import io.clockwise.config.AffinityConfig.SameSite;
import io.clockwise.config.AffinityConfig.SecureRule;
import io.clockwise.config.SecretFile;
import io.clockwise.config.read.form.NameText;
import io.clockwise.config.read.form.SecretText;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Shown;
import io.clockwise.config.read.node.Suggestion;
import io.clockwise.config.read.node.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The key {@code cookie} of {@code affinity}. */
final class CookieSection {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(400); // more is cut by browsers
  private static final String NAME =
      "a cookie name, 1 to " + Cookie.LONGEST_NAME + " letters, digits, or characters such as _ -";
  private static final List<String> SAME_SITE =
      Arrays.stream(SameSite.values()).map(SameSite::word).toList();

  private CookieSection() {}

  static Cookie read(Value value) {
    Fields fields = value.fields("a mapping such as { name: cw, maxAge: 8h }");
    Cookie normal = Cookie.DEFAULT;
    String name = fields.get("name").flatMap(CookieSection::name).orElse(normal.name());
    int before = value.reading().findings().count();
    Duration maxAge = fields.duration("maxAge", SECOND, LONGEST, normal.maxAge());
    boolean aged = value.reading().findings().count() == before;
    Duration most = aged ? maxAge : LONGEST;
    Duration idle = most.compareTo(normal.idle()) < 0 ? most : normal.idle();
    Cookie cookie =
        new Cookie(
            name,
            maxAge,
            fields.duration("idle", SECOND, most, idle),
            fields.get("sameSite").map(CookieSection::sameSite).orElse(normal.sameSite()),
            fields.word("secure", SecureRule.class, normal.secure()),
            fields.flag("bindKey", normal.bindKey()),
            fields.get("keys").map(CookieSection::keys).orElse(normal.keys()));
    fields.done();
    secure(cookie, value);
    return cookie;
  }

  private static Optional<String> name(Value value) {
    Optional<String> name = value.text(NAME);
    if (name.isPresent()
        && (!NameText.isToken(name.get()) || name.get().length() > Cookie.LONGEST_NAME)) {
      value.problem(NAME, "");
      return Optional.empty();
    }
    return name;
  }

  /** Reads a word whose case does not count: the attribute's does not either. */
  private static SameSite sameSite(Value value) {
    String expected = Value.oneOf(SAME_SITE);
    Optional<String> text = value.text(expected);
    Optional<SameSite> known =
        text.flatMap(
            word ->
                Arrays.stream(SameSite.values())
                    .filter(one -> one.word().equalsIgnoreCase(word))
                    .findFirst());
    if (text.isPresent() && known.isEmpty()) {
      value.problem(expected, Suggestion.hint(text.get(), SAME_SITE));
    }
    return known.orElse(Cookie.DEFAULT.sameSite());
  }

  private static List<SecretFile> keys(Value list) {
    List<SecretFile> keys = new ArrayList<>();
    List<Value> items = list.items("a list of files such as [cookie.key]");
    for (Value item : items) {
      SecretText.read(item, SecretFile.FEWEST).ifPresent(keys::add);
    }
    if (items.size() > Cookie.MOST_KEYS) {
      list.problem("at most " + Cookie.MOST_KEYS + " keys", "each request may ask all of them");
    }
    return keys;
  }

  private static void secure(Cookie cookie, Value value) {
    if (cookie.secure() == SecureRule.NEVER && cookie.needsSecure()) {
      String reason =
          cookie.hasSecurePrefix()
              ? "the name " + Shown.quoted(cookie.name())
              : "sameSite " + cookie.sameSite().word();
      value
          .reading()
          .problem(
              value.path() + ".secure",
              "\"never\" with " + reason,
              "auto or always",
              "browsers drop such a cookie unless it is Secure");
    }
  }
}
