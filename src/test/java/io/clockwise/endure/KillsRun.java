package io.clockwise.endure;

import io.clockwise.config.PoolConfig;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Clockwise is killed again and again while clients change its pools: what was acknowledged is
 * there after the restart, and a rollback restores what was.
 */
final class KillsRun {
  private static final int KILLS = 200;
  private static final int LONGEST_MILLIS = 1_500;
  private static final String DOCUMENT =
      """
      routes:
        - { name: p1, match: /p1/**, key: { header: X-Key }, pool: p1 }
        - { name: p2, match: /p2/**, key: { header: X-Key }, pool: p2 }
        - { name: p0, key: { header: X-Key }, pool: p0 }
      pools:
        p0: { backends: ["a=127.0.0.1:9001", "b=127.0.0.1:9002", "c=127.0.0.1:9003"] }
        p1: { backends: ["a=127.0.0.1:9001", "b=127.0.0.1:9002", "c=127.0.0.1:9003"] }
        p2: { backends: ["a=127.0.0.1:9001", "b=127.0.0.1:9002", "c=127.0.0.1:9003"] }
      """;

  private final Marks marks = new Marks("kills");
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private final Map<String, PoolConfig> document = Forecast.config(DOCUMENT).pools();
  private final Map<String, PoolModel> models = new TreeMap<>();
  private final List<String> options = new ArrayList<>();
  private long revision;
  private long acknowledged;
  private int open;
  private int kept;
  private int rolledBack;

  private KillsRun() {}

  static List<String> go(int count) throws Exception {
    return new KillsRun().run(count == 0 ? KILLS : count);
  }

  /* A process that starts from an archive of its classes starts twice as fast. */
  private void prepare() throws Exception {
    Path archive = Path.of("target", "endure.archive");
    Path jar = Path.of("target", "clockwise.jar");
    if (!Files.exists(archive)
        || Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) < 0) {
      Files.deleteIfExists(archive);
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      new ProcessBuilder(
              java,
              "@conf/jvm.options",
              "-Xmx256m",
              "-XX:ArchiveClassesAtExit=" + archive,
              "-jar",
              jar.toString(),
              "rehearse")
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    }
    if (Files.exists(archive)) {
      options.addAll(List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds*=off"));
    }
  }

  private String[] options() {
    return options.toArray(String[]::new);
  }

  private List<String> run(int kills) throws Exception {
    prepare();
    marks.say("seed %d", seed);
    long starting = 0;
    Remembered before = null;
    Subject subject = Subject.start(DOCUMENT, options());
    try {
      look(subject, true);
      for (int i = 1; i <= kills && marks.missed().isEmpty(); i++) {
        live(subject);
        if (i % 10 == 0) {
          Subject.stillborn(subject.folder(), random.nextInt(1_500), options());
        }
        long began = System.nanoTime();
        subject = Subject.again(subject.folder(), DOCUMENT, options());
        starting += System.nanoTime() - began;
        look(subject, false);
        if (before != null && i % 5 == 0) {
          rollBack(subject, before);
        }
        before = new Remembered(revision, Map.copyOf(models));
      }
    } finally {
      subject.kill();
    }
    marks.say("a start took %d ms", TimeUnit.NANOSECONDS.toMillis(starting) / kills);
    marks.reach(
        acknowledged > kills && rolledBack > 0,
        "%d kills, %d acknowledged changes, all there; of %d that were open at a kill %d were kept;"
            + " %d rollbacks, each to the same digests",
        kills,
        acknowledged,
        open,
        kept,
        rolledBack);
    return marks.missed();
  }

  private record Remembered(long revision, Map<String, PoolModel> models) {}

  /** Changes all pools at once until the process is killed. */
  private void live(Subject subject) throws Exception {
    List<Changer> changers = new ArrayList<>();
    for (Map.Entry<String, PoolModel> pool : models.entrySet()) {
      Changer changer =
          new Changer(
              subject.operator(), pool.getKey(), pool.getValue(), new Random(random.nextLong()));
      changers.add(changer);
      changer.start();
    }
    Thread.sleep(20 + random.nextInt(LONGEST_MILLIS));
    subject.kill();
    for (Changer changer : changers) {
      changer.join();
      acknowledged += changer.acknowledged;
      revision = Math.max(revision, changer.revision);
      models.put(changer.pool, changer.model);
      changer.fault.forEach(fault -> marks.reach(false, "%s", fault));
    }
    this.changers = changers;
  }

  private List<Changer> changers = List.of();

  /** A client that changes one pool. */
  private static final class Changer extends Thread {
    private final Operator operator;
    private final String pool;
    private final Random random;
    private final List<String> fault = new ArrayList<>();
    private PoolModel model;
    private PoolModel asked;
    private long acknowledged;
    private long revision;

    Changer(Operator operator, String pool, PoolModel model, Random random) {
      this.operator = operator;
      this.pool = pool;
      this.model = model;
      this.random = random;
    }

    @Override
    public void run() {
      try {
        while (true) {
          PoolModel.Step step = model.step(pool, random);
          asked = step.after();
          Operator.Answer answer = make(step.changes());
          if (!answer.good()) {
            fault.add(
                step.changes().encode() + ": " + answer.status() + " " + answer.body().encode());
            return;
          }
          model = asked;
          asked = null;
          acknowledged++;
          revision = answer.body().getLong("revision");
        }
      } catch (IOException | RuntimeException killed) {
        // whether the last one was made is seen after the restart
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /* One change goes its own way, several are a transaction. */
    private Operator.Answer make(JsonArray changes) throws IOException, InterruptedException {
      JsonObject change = changes.getJsonObject(0).copy();
      if (changes.size() > 1) {
        return operator.post("/v1/changes", new JsonObject().put("changes", changes));
      }
      String op = (String) change.remove("op");
      change.remove("pool");
      String backends = "/v1/pools/" + pool + "/backends";
      if (op.equals("add")) {
        return operator.post(backends, change);
      }
      String backend = backends + "/" + change.remove("id");
      return switch (op) {
        case "set" -> operator.call("PATCH", backend, change);
        case "remove" -> operator.call("DELETE", backend, null);
        default -> operator.post(backend + "/" + op, change);
      };
    }
  }

  /** Compares what is there with what was acknowledged. */
  private void look(Subject subject, boolean first) throws Exception {
    JsonObject shown = subject.operator().get("/v1/pools").taken();
    JsonArray pools = shown.getJsonArray("pools");
    for (int i = 0; i < pools.size(); i++) {
      JsonObject pool = pools.getJsonObject(i);
      String name = pool.getString("name");
      PoolModel there = PoolModel.of(pool);
      if (!first && !there.equals(models.get(name)) && !wasAsked(name, there)) {
        marks.reach(false, "%s is %s and not %s", name, there, models.get(name));
      }
      String digest = there.digest(document.get(name));
      if (!digest.equals(pool.getString("digest"))) {
        marks.reach(false, "%s has the digest %s, not %s", name, pool.getString("digest"), digest);
      }
      models.put(name, there);
    }
    for (Changer changer : changers) {
      open += changer.asked == null ? 0 : 1;
    }
    if (shown.getLong("revision") < revision) {
      marks.reach(false, "revision %d after %d", shown.getLong("revision"), revision);
    }
    revision = shown.getLong("revision");
    changers = List.of();
  }

  private boolean wasAsked(String pool, PoolModel there) {
    boolean asked =
        changers.stream()
            .anyMatch(changer -> changer.pool.equals(pool) && there.equals(changer.asked));
    kept += asked ? 1 : 0;
    return asked;
  }

  private void rollBack(Subject subject, Remembered to) throws Exception {
    Operator.Answer answer =
        subject
            .operator()
            .post(
                "/v1/revisions/" + to.revision() + "/rollback?states=true&force=true",
                new JsonObject());
    if (answer.status() == 404) {
      return; // more than a hundred changes ago
    }
    answer.taken();
    models.putAll(to.models());
    look(subject, false);
    rolledBack++;
  }
}
