package io.clockwise.config.read.node;

import io.clockwise.config.ConfigProblem;
import java.io.StringReader;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.reader.ReaderException;

/** From the bytes of a document to its outermost value. */
public final class DocumentTree {
  private static final int DEEPEST = 40;
  private static final int MOST_ALIASES = 1000;
  private static final String BROKEN = "broken YAML";
  private static final String EXPECTED = "valid YAML";

  private DocumentTree() {}

  /** Returns the outermost value; empty after a problem, which the reading then has. */
  public static Optional<Value> parse(byte[] bytes, Reading reading) {
    DocumentText document = DocumentText.of(bytes);
    if (document.problem() != null) {
      reading.findings().problem(document.problem());
      return Optional.empty();
    }
    try {
      return check(compose(document.text()), reading);
    } catch (ReaderException e) {
      int line = DocumentText.lineOfChar(document.text(), within(document.text(), e));
      String given = String.format("the character U+%04X", e.getCodePoint());
      reading.findings().problem(new ConfigProblem("", line, given, "printable text", ""));
    } catch (MarkedYAMLException e) {
      reading.findings().problem(problemOf(e));
    } catch (YAMLException e) {
      String hint = Shown.plain(String.valueOf(e.getMessage()));
      reading.findings().problem(new ConfigProblem("", 0, BROKEN, EXPECTED, hint));
    }
    return Optional.empty();
  }

  private static @Nullable Node compose(String text) {
    LoaderOptions options = new LoaderOptions();
    options.setNestingDepthLimit(DEEPEST);
    options.setMaxAliasesForCollections(MOST_ALIASES);
    options.setCodePointLimit(DocumentText.MOST_BYTES);
    options.setAllowRecursiveKeys(false);
    return new Yaml(options).compose(new StringReader(text));
  }

  private static Optional<Value> check(@Nullable Node root, Reading reading) {
    if (root == null || root.getTag().equals(Tag.NULL)) {
      String hint = "a document names at least one pool with its backends";
      reading.findings().problem(new ConfigProblem("", 1, "an empty document", "pools", hint));
      return Optional.empty();
    }
    Optional<ConfigProblem> problem = TreeCheck.of(root);
    if (problem.isPresent()) {
      reading.findings().problem(problem.get());
      return Optional.empty();
    }
    return Optional.of(new Value(reading, root, "", root.getStartMark().getLine() + 1));
  }

  private static ConfigProblem problemOf(MarkedYAMLException e) {
    Mark mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
    String what = Shown.plain(String.valueOf(e.getProblem()));
    String hint = what.contains("(TAB)") ? "indent with spaces, not with tabs" : what;
    if (mark == null) {
      return new ConfigProblem("", 0, BROKEN, EXPECTED, hint);
    }
    String given = BROKEN + " at column " + (mark.getColumn() + 1);
    return new ConfigProblem("", mark.getLine() + 1, given, EXPECTED, hint);
  }

  private static int within(String text, ReaderException e) {
    return Math.max(0, Math.min(text.length(), e.getPosition()));
  }
}
