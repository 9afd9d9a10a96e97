package io.clockwise.config.read.node;

import io.clockwise.config.ConfigProblem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * The keys of a mapping. Each key that is asked for is a known one; {@link #done} reports the
 * others.
 */
public final class Fields {
  private static final int LONGEST_NAME = 128;

  private final Value owner;
  private final boolean broken;
  private final Map<String, Value> entries = new LinkedHashMap<>();
  private final Map<String, Integer> keyLines = new HashMap<>();
  private final List<String> known = new ArrayList<>();
  private final List<String> later = new ArrayList<>();
  private final Set<String> inherited = new HashSet<>();

  Fields(Value owner, @Nullable MappingNode mapping, @Nullable Value defaults) {
    this.owner = owner;
    this.broken = mapping == null;
    if (mapping != null) {
      for (NodeTuple entry : mapping.getValue()) {
        add(entry.getKeyNode(), entry.getValueNode());
      }
    }
    if (defaults != null && defaults.isMapping()) {
      defaults.fields("").entries().forEach(this::inherit);
    }
  }

  private void inherit(String key, Value value) {
    Value own = entries.get(key);
    if (own == null) {
      entries.put(key, value);
      inherited.add(key);
    } else if (own.isMapping() && value.isMapping()) {
      entries.put(key, own.over(value));
    }
  }

  private void add(Node keyNode, Node valueNode) {
    int line = keyNode.getStartMark().getLine() + 1;
    if (!(keyNode instanceof ScalarNode scalar)) {
      report(owner.path(), line, "a key that is not text", "text", "");
      return;
    }
    String key = scalar.getValue();
    String path = pathOf(key);
    if (key.equals("<<") && scalar.isPlain()) {
      report(path, line, "a merge key", "the keys themselves", "a whole value may be an alias");
    } else if (entries.containsKey(key)) {
      String hint = "it stands on line " + keyLines.get(key) + " already";
      report(path, line, "the key " + Shown.quoted(key) + " again", "each key once", hint);
    } else {
      entries.put(key, new Value(owner.reading(), valueNode, path, line));
      keyLines.put(key, line);
    }
  }

  private String pathOf(String key) {
    String shown = Shown.plain(key, LONGEST_NAME);
    return owner.path().isEmpty() ? shown : owner.path() + "." + shown;
  }

  private void report(String path, int line, String given, String expected, String hint) {
    owner.reading().findings().problem(new ConfigProblem(path, line, given, expected, hint));
  }

  /** Tells whether this is no mapping at all, which is reported already. */
  public boolean isBroken() {
    return broken;
  }

  /** Returns all entries in the order of the document, for mappings whose keys are names. */
  public Map<String, Value> entries() {
    return Collections.unmodifiableMap(entries);
  }

  /** Tells whether the mapping itself has the key. */
  public boolean has(String key) {
    return entries.containsKey(key) && !inherited.contains(key);
  }

  /** Returns the value of a known key. */
  public Optional<Value> get(String key) {
    known.add(key);
    return Optional.ofNullable(entries.get(key));
  }

  /** Returns the value of a known key; when it is missing, that is a problem. */
  public Optional<Value> required(String key, String expected, String hint) {
    Optional<Value> value = get(key);
    if (value.isEmpty() && !broken) {
      owner.reading().problem(pathOf(key), "", expected, hint);
    }
    return value;
  }

  /** Returns a whole number, or the fallback when it is missing or wrong. */
  public int integer(String key, int least, int most, int fallback) {
    return get(key).map(value -> value.integer(least, most, fallback)).orElse(fallback);
  }

  /** Returns a size in bytes, or the fallback when it is missing or wrong. */
  public int size(String key, int least, int most, int fallback) {
    return get(key).map(value -> value.size(least, most, fallback)).orElse(fallback);
  }

  /** Returns a duration, or the fallback when it is missing or wrong. */
  public Duration duration(String key, Duration least, Duration most, Duration fallback) {
    return get(key).map(value -> value.duration(least, most, fallback)).orElse(fallback);
  }

  /** Returns a constant, or the fallback when it is missing or wrong. */
  public <E extends Enum<E>> E word(String key, Class<E> type, E fallback) {
    return get(key).map(value -> value.word(type, fallback)).orElse(fallback);
  }

  /**
   * Returns a constant, or the fallback when it is missing or wrong.
   *
   * @param naming from a constant to its word
   */
  public <E extends Enum<E>> E word(
      String key, Class<E> type, Function<? super E, String> naming, E fallback) {
    return get(key).map(value -> value.word(type, naming, fallback)).orElse(fallback);
  }

  /** Returns true or false, or the fallback when it is missing or wrong. */
  public boolean flag(String key, boolean fallback) {
    return get(key).map(value -> value.flag(fallback)).orElse(fallback);
  }

  /**
   * Names a key that a later version will understand. It may be there only when it says what is
   * done anyway.
   *
   * @param off the words that say so, besides an empty value
   */
  public void notYet(String key, String... off) {
    List<String> words = List.of(off);
    later.add(key);
    Optional.ofNullable(entries.get(key))
        .filter(value -> !value.isOff(words))
        .ifPresent(
            value ->
                value.problem(
                    words.isEmpty() ? "no such key" : Value.oneOf(words),
                    Shown.plain(key)
                        + (words.isEmpty() ? " is" : ": anything else is")
                        + " not supported yet"));
  }

  /** Reports every key that nobody asked for. */
  public void done() {
    List<String> all = new ArrayList<>(known);
    all.addAll(later);
    entries.forEach(
        (key, value) -> {
          if (!all.contains(key)) {
            String given = "the unknown key " + Shown.quoted(key);
            String hint = Suggestion.hint(key, all);
            report(
                value.path(),
                keyLines.getOrDefault(key, value.line()),
                given,
                Value.oneOf(known),
                hint);
          }
        });
  }
}
