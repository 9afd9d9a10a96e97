package io.clockwise.config.read.node;

import io.clockwise.config.ConfigProblem;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.CollectionNode;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** What must hold of a node tree before anybody walks it. */
final class TreeCheck {
  /*
   * An alias makes two parents share one node, so a short text can stand for a huge or an endless
   * tree. Each node is weighed once, its weight being what a walk through all aliases would visit
   * (saturating); a node that is met while it is being weighed contains itself. Linear time.
   */
  /** The most values that a document may have. */
  static final int MOST_NODES = 500_000;

  private static final Set<Tag> PLAIN_TAGS =
      Set.of(
          Tag.STR,
          Tag.INT,
          Tag.FLOAT,
          Tag.BOOL,
          Tag.NULL,
          Tag.TIMESTAMP,
          Tag.MAP,
          Tag.SEQ,
          Tag.MERGE);
  private static final long OPEN = -1;

  private final IdentityHashMap<Node, Long> weights = new IdentityHashMap<>();
  private @Nullable ConfigProblem problem;

  private TreeCheck() {}

  /** Returns the first reason why the tree cannot be walked. */
  static Optional<ConfigProblem> of(Node root) {
    TreeCheck check = new TreeCheck();
    check.weigh(root);
    return Optional.ofNullable(check.problem);
  }

  /** Returns the problem of a document that has too many values. */
  static ConfigProblem tooMany(int line) {
    String expected = "at most " + MOST_NODES + " values, aliases written out";
    return new ConfigProblem("", line, "more values than that", expected, "");
  }

  private long weigh(Node node) {
    Long known = weights.get(node);
    if (known != null) {
      if (known == OPEN) {
        fault(node, "an alias to what contains it", "a document that ends", "");
        return 1;
      }
      return known;
    }
    if (!PLAIN_TAGS.contains(node.getTag())) {
      String given = "the tag " + Shown.quoted(node.getTag().getValue());
      fault(node, given, "no tag", "remove it; types are known from the key");
    }
    if (!(node instanceof CollectionNode<?>)) {
      return 1;
    }
    weights.put(node, OPEN);
    long weight = Math.min(MOST_NODES + 1L, 1 + weighChildren(node));
    weights.put(node, weight);
    if (weight > MOST_NODES) {
      problem = problem == null ? tooMany(node.getStartMark().getLine() + 1) : problem;
    }
    return weight;
  }

  private long weighChildren(Node node) {
    long weight = 0;
    if (node instanceof SequenceNode list) {
      for (Node item : list.getValue()) {
        weight += weigh(item);
      }
    } else if (node instanceof MappingNode mapping) {
      for (var entry : mapping.getValue()) {
        weight += weigh(entry.getKeyNode()) + weigh(entry.getValueNode());
      }
    }
    return weight;
  }

  private void fault(Node node, String given, String expected, String hint) {
    if (problem == null) {
      int line = node.getStartMark().getLine() + 1;
      problem = new ConfigProblem("", line, given, expected, hint);
    }
  }
}
