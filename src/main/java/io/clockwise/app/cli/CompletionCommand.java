package io.clockwise.app.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code completion}: a script with which a shell completes command lines. */
@Command(
    name = "completion",
    description = "Print a script with which a shell completes commands and options.",
    footer = {
      "",
      "Examples:",
      "  source <(clockwise completion bash)",
      "  clockwise completion zsh >~/.clockwise.zsh   # and in .zshrc: source it"
    })
final class CompletionCommand implements Callable<Integer> {
  /** Those whose scripts can be made. */
  enum Shell {
    BASH,
    ZSH
  }

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "bash|zsh", description = "The shell.")
  private Shell shell = Shell.BASH;

  @Override
  public Integer call() {
    if (shell == Shell.ZSH) { // zsh runs completions of bash when it is told to
      spec.commandLine().getOut().println("autoload -U +X compinit && compinit");
    }
    spec.commandLine().getOut().println(AutoComplete.bash("clockwise", spec.root().commandLine()));
    return 0;
  }
}
