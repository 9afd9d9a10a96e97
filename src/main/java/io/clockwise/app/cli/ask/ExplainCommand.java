package io.clockwise.app.cli.ask;

import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.TextTable;
import io.clockwise.app.cli.console.TimeoutOption;
import io.clockwise.app.cli.remote.ApiAnswer;
import io.clockwise.app.cli.remote.ApiPath;
import io.clockwise.app.cli.remote.JsonTree;
import io.clockwise.app.cli.settings.ClientFailure;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code explain}: which backend a request would get, and why. */
@Command(
    name = "explain",
    aliases = "why",
    description =
        "Tell which backend a request would get, and why, or one that was served has got. Nothing is"
            + " sent to a backend.",
    footer = {
      "",
      "Examples:",
      "  clockwise explain /cart -H 'Host: shop.example' -H 'X-User-Id: alice'",
      "  clockwise why POST /cart --client 192.0.2.7",
      "  clockwise why --request 5f0c9ad1b2e34c7788a1d09e6f3b2a41"
    })
public final class ExplainCommand implements Callable<Integer> {
  private static final String ROUTED = "routed";

  @Mixin private RemoteOptions remote;
  @Mixin private TimeoutOption timeout;

  @Parameters(
      arity = "0..2",
      paramLabel = "[METHOD] TARGET",
      description = "The request; METHOD is GET unless you say another.")
  private List<String> words = List.of();

  @Option(
      names = {"-H", "--header"},
      paramLabel = "'NAME: VALUE'",
      description = "A field of the request; may be repeated.")
  private List<String> headers = List.of();

  @Option(
      names = "--client",
      paramLabel = "ADDRESS",
      description = "The address that the request comes from.")
  private String client = "";

  @Option(
      names = {"-a", "--all"},
      description = "Also the candidates behind the one that is chosen.")
  private boolean all;

  @Option(
      names = "--request",
      paramLabel = "ID",
      description =
          "A request that was served, by its X-Request-ID, in place of one that might be; a sample is"
              + " kept.")
  private String request = "";

  @Override
  public Integer call() {
    ApiAnswer answer = request.isEmpty() ? asked() : served();
    if (remote.wantsJson()) {
      remote.print(answer);
    } else if (request.isEmpty()) {
      print(answer.json(), remote.out());
    } else {
      ServedView.print(answer.json(), remote.out());
    }
    return 0;
  }

  private ApiAnswer asked() {
    return remote.client(timeout.time()).ask(ApiPath.of("explain").with("all", all), body());
  }

  private ApiAnswer served() {
    if (!words.isEmpty() || !headers.isEmpty() || !client.isEmpty() || all) {
      throw ClientFailure.usage("--request: given with what describes a request, expected alone");
    }
    return remote.client(timeout.time()).get(ApiPath.of("requests", request));
  }

  private Map<String, Object> body() {
    if (words.isEmpty() || words.size() > 2) {
      throw ClientFailure.usage("given " + words + ", expected [METHOD] TARGET, or --request ID");
    }
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("method", words.size() == 2 ? words.get(0) : "GET");
    body.put("target", words.get(words.size() - 1));
    Map<String, String> fields = new LinkedHashMap<>();
    for (String header : headers) {
      int colon = header.indexOf(':');
      if (colon <= 0) {
        throw ClientFailure.usage("--header: given '" + header + "', expected 'NAME: VALUE'");
      }
      fields.merge(
          header.substring(0, colon).strip(),
          header.substring(colon + 1).strip(),
          (first, second) -> first + ", " + second);
    }
    body.put("headers", fields);
    if (!client.isEmpty()) {
      body.put("clientAddress", client);
    }
    return body;
  }

  private static void print(JsonTree answer, PrintWriter out) {
    String outcome = answer.text("outcome");
    ServedView.line(out, "outcome", outcome.equals(ROUTED) ? "" : outcome);
    ServedView.printPlace(answer, out);
    ServedView.line(out, "revision", answer.text("revision"));
    ServedView.line(out, "epoch", answer.text("epoch"));
    TextTable table = new TextTable("RANK", "POOL", "BACKEND", "SKIPPED");
    for (JsonTree candidate : answer.items("candidates")) {
      String pool = candidate.text("pool");
      table.add(
          candidate.text("rank"),
          pool.equals(answer.text("pool")) ? "" : pool, // that of a backup is of interest
          candidate.text("backend"),
          candidate.text("skipped"));
    }
    if (!table.isEmpty()) {
      table.print(out, "");
    }
  }
}
