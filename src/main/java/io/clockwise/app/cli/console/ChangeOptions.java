package io.clockwise.app.cli.console;

import io.clockwise.app.cli.remote.ApiPath;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options of every command that changes something. */
public final class ChangeOptions {
  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Why, for the history and the audit log.")
  private String reason = "";

  @Option(names = "--dry-run", description = "Change nothing; tell which keys would move.")
  private boolean dryRun;

  @Option(
      names = "--force",
      description = "Also when the last open backend closes, or live work is disturbed.")
  private boolean force;

  @Option(
      names = "--volatile",
      description = "Also when it cannot be kept on disk: a restart may lose it (role admin).")
  private boolean mayBeLost;

  /** Tells whether nothing is to be changed. */
  public boolean isDryRun() {
    return dryRun;
  }

  /** Returns a path with the parameters of these options. */
  public ApiPath on(ApiPath path) {
    ApiPath asked = path.with("force", force).with("dryRun", dryRun);
    return mayBeLost ? asked.with("durable", "false") : asked;
  }

  /** Adds the reason to a body, if there is one. */
  public Map<String, Object> explain(Map<String, Object> body) {
    if (!reason.isEmpty()) {
      body.put("reason", reason);
    }
    return body;
  }
}
