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
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
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
      Optional<ConfigProblem> size = measure(document.text()); // first: a tree takes much memory
      if (size.isPresent()) {
        reading.findings().problem(size.get());
        return Optional.empty();
      }
      return check(new Yaml(options()).compose(new StringReader(document.text())), reading);
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

  private static LoaderOptions options() {
    LoaderOptions options = new LoaderOptions();
    options.setNestingDepthLimit(DEEPEST);
    options.setMaxAliasesForCollections(MOST_ALIASES);
    options.setCodePointLimit(DocumentText.MOST_BYTES);
    options.setAllowRecursiveKeys(false);
    return options;
  }

  /** Returns why a document is too large or too deep to be held as a tree. */
  private static Optional<ConfigProblem> measure(String text) {
    int values = 0;
    int depth = 0;
    for (Event event : new Yaml(options()).parse(new StringReader(text))) {
      values += event instanceof NodeEvent ? 1 : 0;
      depth += event instanceof CollectionStartEvent ? 1 : 0;
      depth -= event instanceof CollectionEndEvent ? 1 : 0;
      int line = event.getStartMark() == null ? 0 : event.getStartMark().getLine() + 1;
      if (values > TreeCheck.MOST_NODES) {
        return Optional.of(TreeCheck.tooMany(line));
      }
      if (depth > DEEPEST) {
        String expected = "at most " + DEEPEST + " levels";
        return Optional.of(new ConfigProblem("", line, "a deeper nesting", expected, ""));
      }
    }
    return Optional.empty();
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
