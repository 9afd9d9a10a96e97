package io.clockwise.endure;

import io.clockwise.config.CertificateConfig;
import io.clockwise.testkit.TestAuthority;
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
 * The clients that others wrote: what npm's ws and grpc-js see through the proxy is what they see
 * without it, and a browser loads a page by HTTP/2.
 */
final class ClientsRun {
  private static final Path SCRIPTS = Path.of("src", "test", "clients");
  private static final Path MODULES = Path.of("target", "clients", "node_modules");
  private static final Pattern SAID = Pattern.compile("<p id=\"said\">([^<]*)</p>");
  private static final String CLEAR = "listeners: [{ bind: \"127.0.0.1:0\", protocols: [%s] }]\n";
  private static final String WEB = "pools: { web: { backends: [\"a=BACKEND\"] } }\n";
  private static final String RPC =
      "pools: { rpc: { connections: { protocol: h2 }, backends: [\"a=BACKEND\"] } }\n";

  private final List<String> shortfalls = new ArrayList<>();
  private final CertificateConfig pair;
  private final String secure;
  private final Path authority;

  private ClientsRun(Path folder) throws Exception {
    TestAuthority made = new TestAuthority(folder);
    pair = made.write("localhost");
    authority = made.authorityFile();
    secure =
        "listeners: [{ bind: \"127.0.0.1:0\", tls: { certificates: [{ cert: \"%s\", key: \"%s\" }] } }]%n"
            .formatted(pair.cert(), pair.key());
  }

  static List<String> go(int ignored) throws Exception {
    ClientsRun run = new ClientsRun(Files.createTempDirectory("clockwise-clients"));
    run.webSocket();
    run.grpc();
    run.browser();
    return run.shortfalls;
  }

  private void webSocket() throws Exception {
    try (Served server = Served.start("websocket.cjs")) {
      String direct = talk("websocket.cjs", "ws://127.0.0.1:" + server.port);
      try (Subject clear = Subject.start(server.port, CLEAR.formatted("h1") + WEB)) {
        compare("ws", direct, talk("websocket.cjs", "ws://127.0.0.1:" + clear.port()));
      }
      try (Subject tls = Subject.start(server.port, secure + WEB)) {
        compare("wss", direct, talk("websocket.cjs", "wss://127.0.0.1:" + tls.port()));
      }
    }
  }

  private void grpc() throws Exception {
    try (Served server = Served.start("grpc.cjs")) {
      String direct = talk("grpc.cjs", "127.0.0.1:" + server.port);
      try (Subject clear = Subject.start(server.port, CLEAR.formatted("h2c") + RPC)) {
        compare("grpc in clear", direct, talk("grpc.cjs", "127.0.0.1:" + clear.port()));
      }
      try (Subject tls = Subject.start(server.port, secure + RPC)) {
        String at = "localhost:" + tls.port();
        compare("grpc over TLS", direct, talk("grpc.cjs", at, authority.toString()));
      }
    }
  }

  private void browser() throws Exception {
    try (Served server = Served.start("page.cjs");
        Subject tls = Subject.start(server.port, secure + WEB)) {
      String dom;
      try {
        dom =
            output(
                List.of(
                    "chromium",
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--ignore-certificate-errors",
                    "--virtual-time-budget=10000",
                    "--dump-dom",
                    "https://localhost:" + tls.port() + "/"));
      } catch (IOException absent) {
        System.out.println("clients: chromium is not installed: left out");
        return;
      }
      Matcher said = SAID.matcher(dom);
      String text = said.find() ? said.group(1) : "no page: " + dom;
      System.out.println("clients: browser: " + text);
      if (!text.equals("page by h2, parts 12345678 by h2")) {
        shortfalls.add("browser: " + text);
      }
    }
  }

  private void compare(String name, String direct, String proxied) {
    boolean whole = !direct.isEmpty() && !direct.contains("failed");
    System.out.printf(
        "clients: %s: %d lines, %s%n",
        name, proxied.lines().count(), direct.equals(proxied) ? "equal" : "not equal");
    if (!whole || !direct.equals(proxied)) {
      shortfalls.add("%s%ndirect:%n%s%nproxied:%n%s".formatted(name, direct, proxied));
    }
  }

  private static String talk(String script, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("node", SCRIPTS.resolve(script).toString()));
    command.add("talk");
    command.addAll(List.of(arguments));
    return output(command);
  }

  private static ProcessBuilder node(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("NODE_PATH", MODULES.toAbsolutePath().toString());
    return builder;
  }

  private static String output(List<String> command) throws IOException, InterruptedException {
    Process process = node(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(2, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    return out;
  }

  /** A server of one of the scripts: a process that says its port. */
  private static final class Served implements AutoCloseable {
    private final Process process;
    private final int port;

    private Served(Process process, int port) {
      this.process = process;
      this.port = port;
    }

    static Served start(String script) throws IOException {
      Process process =
          node(List.of("node", SCRIPTS.resolve(script).toString(), "serve"))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String line = process.inputReader(StandardCharsets.UTF_8).readLine();
      if (line == null) {
        throw new IOException(script + " ended before it said its port");
      }
      return new Served(process, Integer.parseInt(line.substring("port ".length())));
    }

    @Override
    public void close() {
      process.destroy();
    }
  }
}
