package io.clockwise.endure;

import io.clockwise.proxy.wire.AnswerHeadFuzz;
import io.clockwise.proxy.wire.ChunkFuzz;
import io.clockwise.proxy.wire.Fuzz;
import io.clockwise.proxy.wire.RequestHeadFuzz;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Millions of changed heads and bodies: what the relay takes, the decoders take for the same. */
final class FuzzRun {
  private static final int MILLION = 1_000_000;
  private static final int OTHERS = 4; // requests for each answer, and for each body

  private FuzzRun() {}

  static List<String> go(int millions) {
    int messages = Math.multiplyExact(millions > 0 ? millions : 1, MILLION);
    long seed = System.nanoTime();
    System.out.println("fuzz: seed " + seed);
    List<String> shortfalls = new ArrayList<>();
    shortfalls.addAll(go("requests", new RequestHeadFuzz(seed), messages));
    shortfalls.addAll(go("answers", new AnswerHeadFuzz(seed), messages / OTHERS));
    shortfalls.addAll(go("bodies", new ChunkFuzz(seed), messages / OTHERS));
    return shortfalls;
  }

  private static List<String> go(String what, Fuzz fuzz, int messages) {
    List<String> disagreements = fuzz.run(messages);
    System.out.printf("fuzz: %,d %s%n", messages, what);
    for (Map.Entry<String, Long> outcome : fuzz.outcomes().entrySet()) {
      System.out.printf("fuzz: %,12d %s%n", outcome.getValue(), outcome.getKey());
    }
    return disagreements;
  }
}
