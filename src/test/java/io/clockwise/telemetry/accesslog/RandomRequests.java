package io.clockwise.telemetry.accesslog;

import io.clockwise.model.ChosenBy;
import io.clockwise.model.FailureKind;
import io.clockwise.model.OffOwner;
import io.clockwise.model.log.LogTarget;
import io.clockwise.testkit.LoggedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Requests of all kinds, for what makes lines of them; the same ones each time. */
final class RandomRequests {
  private static final String[] CHARS = {
    "abcXYZ019",
    "/?&=.-_~",
    " !#$",
    "\"\\",
    "\u0000\t\n\r\u001f\u007f",
    "\u0080\u00e9\u00ff",
    "\u0100\u0122\u015c\u20ac\ud83d\ude00"
  };
  private static final int LONGEST = 9_000;

  private final SplittableRandom random = new SplittableRandom(1);

  LoggedRequest next() {
    return new LoggedRequest(
        new LoggedRequest.Line(text(), text(), text(), text(), text()),
        new LoggedRequest.Client(text(), maybe(), maybe(), text()),
        new LoggedRequest.Connections(number(), number(), random.nextBoolean(), tls()),
        random.nextInt(4) == 0 ? null : choice(),
        tries(),
        new LoggedRequest.Result(
            random.nextInt(1000),
            number(),
            number(),
            random.nextBoolean() ? null : one(FailureKind.values()),
            one(EndedBy.values()),
            one(Phase.values())),
        new LoggedRequest.Times(moment(), number(), number() - 1, number() - 1),
        new LoggedRequest.Table(number(), number()));
  }

  private <T> T one(T[] all) {
    return all[random.nextInt(all.length)];
  }

  private LoggedRequest.@Nullable Tls tls() {
    return random.nextBoolean() ? null : new LoggedRequest.Tls(text(), text(), maybe());
  }

  private LoggedRequest.Choice choice() {
    boolean pooled = random.nextInt(4) > 0;
    boolean sent = pooled && random.nextInt(4) > 0;
    return new LoggedRequest.Choice(
        text(),
        pooled ? text() : null,
        pooled ? maybe() : null,
        sent ? text() : null,
        sent ? text() : null,
        pooled ? one(ChosenBy.values()) : null,
        pooled && random.nextBoolean() ? one(OffOwner.values()) : null,
        random.nextBoolean() ? null : new LoggedRequest.Key(text(), random.nextLong()));
  }

  private List<AccessRecord.Try> tries() {
    List<AccessRecord.Try> tries = new ArrayList<>();
    for (int i = random.nextInt(8) - 5; i > 0; i--) {
      tries.add(new AccessRecord.Try(text(), text(), number()));
    }
    return tries;
  }

  /* Of every length of digits. */
  private long number() {
    return random.nextLong() >>> 1 + random.nextInt(63);
  }

  private long moment() {
    return switch (random.nextInt(8)) {
      case 0 -> 1000 * random.nextLong(2_000_000_000L);
      case 1 -> random.nextLong(-2_000_000_000_000L, 300_000_000_000_000L);
      default -> 1_700_000_000_000L + random.nextLong(20_000);
    };
  }

  private @Nullable String maybe() {
    return random.nextBoolean() ? null : text();
  }

  private String text() {
    int length = random.nextInt(300) == 0 ? random.nextInt(LONGEST) : random.nextInt(30);
    int kinds = random.nextInt(3) > 0 ? 2 : 1 + random.nextInt(CHARS.length);
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      String chars = CHARS[random.nextInt(kinds)];
      text.append(chars.charAt(random.nextInt(chars.length())));
    }
    return text.toString();
  }

  /** Returns a request with as much of its target as is shown. */
  static LoggedRequest shown(LoggedRequest request, LogTarget target) {
    LoggedRequest.Line line = request.line();
    int mark = line.target().indexOf('?');
    String shown =
        switch (target) {
          case FULL -> line.target();
          case PATH -> mark < 0 ? line.target() : line.target().substring(0, mark);
          case NONE -> "-";
        };
    return new LoggedRequest(
        new LoggedRequest.Line(line.method(), shown, line.version(), line.scheme(), line.host()),
        request.client(),
        request.connections(),
        request.choice(),
        request.tries(),
        request.result(),
        request.times(),
        request.table());
  }
}
