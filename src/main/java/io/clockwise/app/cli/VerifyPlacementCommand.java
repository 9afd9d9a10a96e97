package io.clockwise.app.cli;

import io.clockwise.app.instance.FileFault;
import io.clockwise.app.verify.VectorFault;
import io.clockwise.app.verify.VectorFile;
import io.clockwise.app.verify.Verification;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code verify-placement}: compares our picks with those in files. */
@Command(
    name = "verify-placement",
    description = {
      "Build the placement that each file describes, ask it for every key in the file, and print"
          + " FILE: MATCHED/TOTAL and the picks that differ.",
      "A file holds keys with the backends that another program chose for them; src/docs/placement.md"
          + " says how it is written."
    },
    footer = {
      "",
      "Exit code 0: every pick is the same. 1: some differ. 2: a file cannot be used.",
      "",
      "Examples:",
      "  clockwise verify-placement nginx.json",
      "  clockwise verify-placement --show 100 vectors/*.json"
    })
final class VerifyPlacementCommand implements Callable<Integer> {
  private static final int DIFFERS = 1;
  private static final int UNUSABLE = 2;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "Vector files, JSON.")
  private List<Path> files = List.of();

  @Option(
      names = "--show",
      paramLabel = "N",
      defaultValue = "5",
      description = "How many differences to print of each file. Default: ${DEFAULT-VALUE}.")
  private int show;

  @Override
  public Integer call() {
    if (show < 0) {
      throw new ParameterException(
          spec.commandLine(), "--show: given " + show + ", expected 0 or more");
    }
    int code = 0;
    for (Path file : files) {
      code = Math.max(code, verify(file));
    }
    return code;
  }

  private int verify(Path file) {
    try {
      Verification result = Verification.of(VectorFile.read(Files.readString(file)));
      print(file, result, spec.commandLine().getOut());
      return result.passed() ? 0 : DIFFERS;
    } catch (VectorFault e) {
      return unusable(file, e.problem());
    } catch (CharacterCodingException e) {
      return unusable(file, "not UTF-8; write it in UTF-8");
    } catch (IOException e) {
      return unusable(file, "cannot be read (" + FileFault.of(e) + "); name a vector file");
    }
  }

  private int unusable(Path file, String problem) {
    spec.commandLine().getErr().println("clockwise: " + file + ": " + problem);
    return UNUSABLE;
  }

  private void print(Path file, Verification result, PrintWriter out) {
    out.println(file + ": " + result.matched() + '/' + result.total());
    List<Verification.Mismatch> all = result.mismatches();
    for (Verification.Mismatch mismatch : all.subList(0, Math.min(show, all.size()))) {
      out.println(
          "  " + mismatch.what() + ": expected " + mismatch.expected() + ", got " + mismatch.got());
    }
    if (all.size() > show) {
      out.println("  and " + (all.size() - show) + " more; --show " + all.size() + " prints all");
    }
  }
}
