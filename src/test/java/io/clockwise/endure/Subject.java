package io.clockwise.endure;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The Clockwise that is put under load: a process of its own. */
final class Subject implements AutoCloseable {
  private static final Path JAR = Path.of("target", "clockwise.jar").toAbsolutePath();
  private static final Pattern LISTENING = Pattern.compile("listening on 127\\.0\\.0\\.1:(\\d+)");
  private static final Pattern ADMIN = Pattern.compile("admin API on 127\\.0\\.0\\.1:(\\d+)");

  private final HttpClient http = HttpClient.newHttpClient();
  private final Path file;
  private final Process process;
  private final int port;
  private final int admin;

  private final Log log;

  /** What it has logged since its start. */
  private record Log(AtomicInteger complaints, List<String> news) {}

  private Subject(Path file, Process process, int port, int admin, Log log) {
    this.file = file;
    this.process = process;
    this.port = port;
    this.admin = admin;
    this.log = log;
  }

  /** Starts one in front of a backend, with more of the configuration and JVM options. */
  static Subject start(int backend, String more, String... options) throws Exception {
    Path folder = Files.createTempDirectory("clockwise-endure");
    return start(folder, document(backend, more), options);
  }

  /** Starts one whose backends the configuration names itself. */
  static Subject start(String more, String... options) throws Exception {
    return start(0, more, options);
  }

  /** Starts one again, with what the one before has left in its folder. */
  static Subject again(Path folder, String more, String... options) throws Exception {
    return start(folder, document(0, more), options);
  }

  /** Starts one again and ends it as a power cut would, wherever it is by then. */
  static void stillborn(Path folder, long millis, String... options) throws Exception {
    Process process =
        launch(folder.resolve("clockwise.yaml"), options)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    process.waitFor(millis, TimeUnit.MILLISECONDS);
    process.destroyForcibly().waitFor();
  }

  private static ProcessBuilder launch(Path file, String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("@conf/jvm.options", "-Xmx256m"));
    command.addAll(List.of(options));
    command.addAll(List.of("-jar", JAR.toString(), "run", "--config", file.toString()));
    return new ProcessBuilder(command);
  }

  private static Subject start(Path folder, String document, String... options) throws Exception {
    Path file = folder.resolve("clockwise.yaml");
    Files.writeString(file, document);
    Process process = launch(file, options).start();
    CompletableFuture<Integer> port = new CompletableFuture<>();
    CompletableFuture<Integer> admin = new CompletableFuture<>();
    Log said = new Log(new AtomicInteger(), new CopyOnWriteArrayList<>());
    Thread log = new Thread(() -> follow(process, port, admin, said), "subject-log");
    log.setDaemon(true);
    log.start();
    int listening = port.get(30, TimeUnit.SECONDS);
    int administered = admin.get(30, TimeUnit.SECONDS);
    said.complaints().set(0); // of a start may be many, such as of a limit of the system
    return new Subject(file, process, listening, administered, said);
  }

  private static String document(int backend, String more) {
    String listener = more.contains("listeners:") ? "" : "listeners: [{ bind: \"127.0.0.1:0\" }]";
    return """
    %s
    admin: { bind: "127.0.0.1:0" }
    %s
    %s
    %s
    """
        .formatted(
            listener,
            more.contains("accessLog:") ? "" : "accessLog: off",
            more.contains("shutdown:") ? "" : "shutdown: { delay: 0s, grace: 1s }",
            more.replace("BACKEND", "127.0.0.1:" + backend));
  }

  /** Replaces the configuration and reads it. */
  void reload(int backend, String more) throws Exception {
    Path next = file.resolveSibling("next.yaml");
    Files.writeString(next, document(backend, more));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin + "/v1/reload"))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException("reload: " + answer.statusCode() + " " + answer.body());
    }
  }

  private static void follow(
      Process process,
      CompletableFuture<Integer> port,
      CompletableFuture<Integer> admin,
      Log said) {
    try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher listening = LISTENING.matcher(line);
        Matcher administered = ADMIN.matcher(line);
        if (listening.find()) {
          port.complete(Integer.valueOf(listening.group(1)));
        } else if (administered.find()) {
          admin.complete(Integer.valueOf(administered.group(1)));
        } else if (line.contains(" INFO ")) {
          said.news().add(line);
        } else {
          said.complaints().incrementAndGet();
          System.out.println("  proxy: " + line);
        }
      }
    } catch (IOException closed) {
      // the process has ended
    }
  }

  int port() {
    return port;
  }

  /** Returns one who calls its admin API. */
  Operator operator() {
    return new Operator(admin);
  }

  /** Returns how many lines since its start are no news but warnings, errors or their traces. */
  int complaints() {
    return log.complaints().get();
  }

  /** Returns the lines that tell news, since its start. */
  List<String> news() {
    return List.copyOf(log.news());
  }

  /** Ends it as a power cut would. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Returns where its configuration and its state are. */
  Path folder() {
    return file.toAbsolutePath().getParent();
  }

  /** Returns the resident memory in MB. */
  long residentMegabytes() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
      return lines
              .filter(line -> line.startsWith("VmRSS"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
              .findFirst()
              .orElse(0)
          / 1024;
    }
  }

  /** Returns what its event loops have had of the processors. */
  LoopTime loopTime() throws IOException {
    return LoopTime.of(process.pid());
  }

  /** Returns the processor time that it has had. */
  long processorMillis() {
    return process.info().totalCpuDuration().orElseThrow().toMillis();
  }

  /** Returns the open files. */
  long descriptors() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/" + process.pid() + "/fd"))) {
      return files.count();
    }
  }

  /** Returns what its event loops have allocated so far, in bytes, to three or four digits. */
  long loopBytes() throws Exception {
    long bytes = 0;
    Matcher matcher =
        Pattern.compile("\"vert\\.x-eventloop[^\n]* allocated=([0-9.]+)([BKMG])")
            .matcher(jcmd("Thread.print", "-e"));
    while (matcher.find()) {
      long unit = 1L << 10 * "BKMG".indexOf(matcher.group(2));
      bytes += (long) (Double.parseDouble(matcher.group(1)) * unit);
    }
    return bytes;
  }

  /** Returns the heap that is in use after a collection, in KB. */
  long heapKilobytes() throws Exception {
    jcmd("GC.run");
    jcmd("GC.run");
    long used = 0;
    Matcher matcher = Pattern.compile("total \\d+K, used (\\d+)K").matcher(jcmd("GC.heap_info"));
    while (matcher.find()) {
      used += Long.parseLong(matcher.group(1));
    }
    return used;
  }

  private String jcmd(String... words) throws Exception {
    Path tool = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    List<String> command = new ArrayList<>(List.of(tool.toString(), process.pid() + ""));
    command.addAll(List.of(words));
    Process run = new ProcessBuilder(command).start();
    String out = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    run.waitFor();
    return out;
  }

  /** Returns the sum of a metric over its labels. */
  double metric(String name) throws Exception {
    String page =
        http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin + "/metrics"))
                    .build(),
                HttpResponse.BodyHandlers.ofString())
            .body();
    return page.lines()
        .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** Waits until a metric has a value; returns whether it came. */
  boolean awaitMetric(String name, double value, long seconds) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (System.nanoTime() < end) {
      if (metric(name) == value) {
        return true;
      }
      Thread.sleep(50);
    }
    return false;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
