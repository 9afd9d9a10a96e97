package io.clockwise.config.read.node;

import io.clockwise.config.ConfigProblem;
import io.clockwise.config.text.CleanText;
import io.clockwise.config.text.DurationText;
import io.clockwise.config.text.EnumText;
import io.clockwise.config.text.SizeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** One value of a document, which knows where it stands and reports what is wrong with it. */
public final class Value {
  private static final int LONGEST_TEXT = 4096;
  private static final Pattern WHOLE_NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,17})");
  private final Reading reading;
  private final Node node;
  private final String path;
  private final int line;
  private final @Nullable Value defaults;

  Value(Reading reading, Node node, String path, int line) {
    this(reading, node, path, line, null);
  }

  private Value(Reading reading, Node node, String path, int line, @Nullable Value defaults) {
    this.defaults = defaults;
    this.reading = reading;
    this.node = node;
    this.path = path;
    this.line = line;
    reading.stands(path, line);
  }

  /** Returns the reading that this value belongs to. */
  public Reading reading() {
    return reading;
  }

  /** Returns where in the document this stands, such as {@code pools.carts.backends[1]}. */
  public String path() {
    return path;
  }

  /**
   * Returns the same, with the keys that it leaves out, here and in mappings below, from another.
   */
  public Value over(Value others) {
    return new Value(reading, node, path, line, others);
  }

  /** Returns the same with only what stands here: its keys do not mix with those of defaults. */
  public Value alone() {
    return new Value(reading, node, path, line);
  }

  /** Tells whether this is a scalar, be it nothing. */
  public boolean isScalar() {
    return node instanceof ScalarNode;
  }

  /** Tells whether this is a list. */
  public boolean isList() {
    return node instanceof SequenceNode;
  }

  /** Tells whether this is the word, written out. */
  public boolean isWord(String word) {
    return node instanceof ScalarNode scalar && scalar.getValue().equals(word);
  }

  /** Tells whether nothing stands behind the key. */
  public boolean isNothing() {
    return node.getTag().equals(Tag.NULL);
  }

  /** Tells whether an empty text stands here. */
  public boolean isEmptyText() {
    return node instanceof ScalarNode scalar && !isNothing() && scalar.getValue().isEmpty();
  }

  /** Notes a problem with this value. */
  public void problem(String expected, String hint) {
    reading.findings().problem(new ConfigProblem(path, line, given(), expected, hint));
  }

  /** Returns what stands here, as messages show it. */
  public String given() {
    if (node instanceof ScalarNode scalar) {
      return isNothing() ? "nothing" : given(scalar.getValue());
    }
    return isList() ? "a list" : "a mapping";
  }

  private String given(String written) {
    if (written.length() > LONGEST_TEXT) {
      return Shown.quoted(written);
    }
    Substitution filled = Substitution.of(written, reading::variable);
    boolean differs = filled.fault().isEmpty() && !filled.text().equals(written);
    return Shown.quoted(written) + (differs ? ", that is " + Shown.quoted(filled.text()) : "");
  }

  /** Returns the text with its environment variables filled in; empty after a problem. */
  public Optional<String> text(String expected) {
    if (!(node instanceof ScalarNode scalar) || isNothing()) {
      problem(expected, isNothing() ? "give it a value or leave the key out" : "");
      return Optional.empty();
    }
    if (scalar.getValue().length() > LONGEST_TEXT) {
      problem("at most " + LONGEST_TEXT + " characters", "");
      return Optional.empty();
    }
    Substitution filled = Substitution.of(scalar.getValue(), reading::variable);
    if (!filled.fault().isEmpty()) {
      problem(filled.fault(), filled.hint());
      return Optional.empty();
    }
    if (!CleanText.isClean(filled.text()) || filled.text().length() > LONGEST_TEXT) {
      boolean clean = CleanText.isClean(filled.text());
      problem(expected, clean ? "it is too long" : "it holds a control character");
      return Optional.empty();
    }
    return Optional.of(filled.text());
  }

  /** Returns a whole number within bounds, or the fallback after a problem. */
  public int integer(int least, int most, int fallback) {
    String expected = "a whole number, " + least + " to " + most;
    Optional<String> text = text(expected);
    if (text.isEmpty()) {
      return fallback;
    }
    if (WHOLE_NUMBER.matcher(text.get()).matches()) {
      long number = Long.parseLong(text.get());
      if (number >= least && number <= most) {
        return (int) number;
      }
    }
    problem(expected, "");
    return fallback;
  }

  /** Returns a duration within bounds, or the fallback after a problem. */
  public Duration duration(Duration least, Duration most, Duration fallback) {
    String expected =
        "a duration, "
            + DurationText.of(least)
            + " to "
            + DurationText.of(most)
            + ", such as "
            + DurationText.of(fallback);
    Optional<String> text = text(expected);
    if (text.isEmpty()) {
      return fallback;
    }
    Optional<Duration> duration = DurationText.parse(text.get());
    if (duration.isPresent()
        && duration.get().compareTo(least) >= 0
        && duration.get().compareTo(most) <= 0) {
      return duration.get();
    }
    boolean bare = WHOLE_NUMBER.matcher(text.get()).matches();
    problem(expected, bare ? "add a unit: ms, s, m or h" : "");
    return fallback;
  }

  /** Returns a size in bytes within bounds, or the fallback after a problem. */
  public long longSize(long least, long most, long fallback) {
    String expected =
        "a size, "
            + SizeText.of(least)
            + " to "
            + SizeText.of(most)
            + ", such as "
            + SizeText.of(fallback);
    Optional<String> text = text(expected);
    if (text.isEmpty()) {
      return fallback;
    }
    OptionalLong bytes = SizeText.parse(text.get());
    if (bytes.isPresent() && bytes.getAsLong() >= least && bytes.getAsLong() <= most) {
      return bytes.getAsLong();
    }
    boolean bare = WHOLE_NUMBER.matcher(text.get()).matches();
    problem(expected, bare ? "add a unit: B, KiB or MiB" : "");
    return fallback;
  }

  /** Returns a size in bytes within bounds, or the fallback after a problem. */
  public int size(int least, int most, int fallback) {
    return (int) longSize(least, most, fallback);
  }

  /** Returns true or false, or the fallback after a problem. */
  public boolean flag(boolean fallback) {
    return choice(List.of("true", "false")).map(Boolean::parseBoolean).orElse(fallback);
  }

  /** Returns the constant whose word stands here, or the fallback after a problem. */
  public <E extends Enum<E>> E word(Class<E> type, E fallback) {
    return word(type, EnumText::of, fallback);
  }

  /**
   * Returns the constant whose word stands here, or the fallback after a problem.
   *
   * @param naming from a constant to its word
   */
  public <E extends Enum<E>> E word(Class<E> type, Function<? super E, String> naming, E fallback) {
    Map<String, E> constants = new LinkedHashMap<>();
    for (E constant : type.getEnumConstants()) {
      constants.put(naming.apply(constant), constant);
    }
    return choice(List.copyOf(constants.keySet())).map(constants::get).orElse(fallback);
  }

  /** Returns which of the words stands here; empty after a problem. */
  public Optional<String> choice(List<String> words) {
    String expected = oneOf(words);
    Optional<String> text = text(expected);
    if (text.isPresent() && !words.contains(text.get())) {
      problem(expected, Suggestion.hint(text.get(), words));
      return Optional.empty();
    }
    return text;
  }

  /** Returns the words as messages list them. */
  public static String oneOf(List<String> words) {
    return words.size() == 1 ? words.get(0) : "one of " + String.join(", ", words);
  }

  /** Returns the items of a list; none after a problem. */
  public List<Value> items(String expected) {
    if (!(node instanceof SequenceNode list)) {
      problem(expected, isScalar() && !isNothing() ? "write it as a list: [ ... ]" : "");
      return List.of();
    }
    List<Value> items = new ArrayList<>();
    for (Node item : list.getValue()) {
      String at = path + "[" + items.size() + "]";
      items.add(new Value(reading, item, at, item.getStartMark().getLine() + 1));
    }
    return items;
  }

  /** Returns the keys of a mapping; none after a problem. */
  public Fields fields(String expected) {
    if (node instanceof MappingNode mapping) {
      return new Fields(this, mapping, defaults);
    }
    problem(expected, "");
    return new Fields(this, null, null);
  }

  /** Returns the keys of a mapping that nobody wrote, each of them missing. */
  public Fields noFields() {
    return new Fields(this, null, null);
  }

  /** Returns the line on which this begins. */
  int line() {
    return line;
  }

  /** Tells whether this is a mapping. */
  boolean isMapping() {
    return node instanceof MappingNode;
  }

  /** Tells whether this switches a feature off: empty, or one of the given words. */
  boolean isOff(List<String> words) {
    return isOff(node, words);
  }

  private static boolean isOff(Node node, List<String> words) {
    if (node instanceof ScalarNode scalar) {
      boolean empty = scalar.getValue().isEmpty() && !scalar.getTag().equals(Tag.NULL);
      return empty || words.contains(scalar.getValue());
    }
    if (node instanceof SequenceNode list) {
      return list.getValue().isEmpty();
    }
    return node instanceof MappingNode mapping
        && mapping.getValue().stream().allMatch(entry -> isOff(entry.getValueNode(), List.of()));
  }
}
