package io.clockwise.endure;

import io.clockwise.config.CertificateConfig;
import io.clockwise.testkit.TestAuthority;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The conformance suites of others: h2spec over TLS and in clear, testssl where it is installed.
 */
final class ConformanceRun {
  private static final int FEWEST_PASSED = 143;
  private static final Path H2SPEC = Path.of("target", "h2spec", "h2spec");
  private static final Pattern PASSED =
      Pattern.compile("(\\d+) tests, (\\d+) passed.*(\\d+) failed");
  private static final Pattern FINDING =
      Pattern.compile("\"id\" *: \"([^\"]+)\"[^}]*\"severity\" *: \"(MEDIUM|HIGH|CRITICAL|WARN)\"");

  /** Of testssl: about the certificate, which is made for the run, and the backend's own fields. */
  private static final Pattern NOT_OURS =
      Pattern.compile("cert_.*|security_headers|HSTS.*|DNS_CAA.*|engine_problem|scan.*|overall.*");

  private ConformanceRun() {}

  static List<String> go(int ignored) throws Exception {
    List<String> shortfalls = new ArrayList<>();
    Path folder = Files.createTempDirectory("clockwise-conformance");
    CertificateConfig pair = new TestAuthority(folder).write("localhost");
    String listeners =
        """
        listeners:
          - { bind: "127.0.0.1:0", tls: { certificates: [{ cert: "%s", key: "%s" }] } }
        pools: { web: { backends: ["a=BACKEND"] } }
        """;
    Vertx vertx = Vertx.vertx();
    try (EndureBackend backend = new EndureBackend(vertx)) {
      try (Subject tls =
          Subject.start(backend.port(), listeners.formatted(pair.cert(), pair.key()))) {
        h2spec("over TLS", shortfalls, Integer.toString(tls.port()), "-t", "-k");
        testssl(folder, tls.port(), shortfalls);
      }
      String clear =
          "listeners: [{ bind: \"127.0.0.1:0\", protocols: [h2c] }]\n"
              + "pools: { web: { backends: [\"a=BACKEND\"] } }";
      try (Subject h2c = Subject.start(backend.port(), clear)) {
        h2spec("in clear", shortfalls, Integer.toString(h2c.port()));
      }
    } finally {
      vertx.close();
    }
    return shortfalls;
  }

  private static void h2spec(String how, List<String> shortfalls, String port, String... more)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(H2SPEC.toString(), "-h", "127.0.0.1"));
    command.addAll(List.of("-p", port, "-o", "3"));
    command.addAll(List.of(more));
    String out = output(command);
    Matcher matcher = PASSED.matcher(out);
    boolean found = matcher.find();
    System.out.println(
        "conformance: h2spec " + how + ": " + (found ? matcher.group() : "no result"));
    if (!found || Integer.parseInt(matcher.group(2)) < FEWEST_PASSED) {
      shortfalls.add("h2spec " + how + "\n" + out);
    }
  }

  private static void testssl(Path folder, int port, List<String> shortfalls)
      throws IOException, InterruptedException {
    Path json = folder.resolve("testssl.json");
    List<String> command =
        List.of(
            "testssl",
            "--quiet",
            "--color",
            "0",
            "--warnings",
            "off",
            "--jsonfile",
            json.toString(),
            "127.0.0.1:" + port);
    try {
      output(command);
    } catch (IOException absent) {
      System.out.println("conformance: testssl is not installed (package testssl.sh): left out");
      return;
    }
    List<String> findings = new ArrayList<>();
    Matcher matcher = FINDING.matcher(Files.readString(json));
    while (matcher.find()) {
      if (!NOT_OURS.matcher(matcher.group(1)).matches()) {
        findings.add(matcher.group(2) + " " + matcher.group(1));
      }
    }
    System.out.println("conformance: testssl: " + findings.size() + " above low " + findings);
    if (!findings.isEmpty()) {
      shortfalls.add("testssl: " + findings);
    }
  }

  private static String output(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor(10, TimeUnit.MINUTES);
    return out;
  }
}
