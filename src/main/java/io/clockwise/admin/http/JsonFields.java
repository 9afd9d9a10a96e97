package io.clockwise.admin.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The fields of a request body: one JSON object, read strictly (RFC 8259 and nothing else; a field
 * twice, an unknown field, a nested value where none belongs are refused).
 */
public final class JsonFields {
  /** No body. */
  public static final JsonFields NONE = new JsonFields(Map.of());

  /** The field whose value is a list of objects. */
  public static final String CHANGES = "changes";

  /** The field whose value is an object of texts. */
  public static final String HEADERS = "headers";

  private static final int MOST_OBJECTS = 10_000;

  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /** From what the parser says to what is said of it; the first that fits. */
  private static final Map<String, String> FAULTS = new LinkedHashMap<>();

  static {
    FAULTS.put("Duplicate field", "the field that ends there is given twice");
    FAULTS.put("double-quote to start", "a field name in double quotes is expected there");
    FAULTS.put("a colon", "a colon is expected there, after the field's name");
    FAULTS.put("comma to separate", "a comma, or the end of what is open, is expected there");
    FAULTS.put("close marker", "it closes there what is not open");
    FAULTS.put("Illegal unquoted", "a control character in a text must be escaped, such as \\n");
    FAULTS.put("escape", "a backslash may be followed by one of \" \\ / b f n r t u");
    FAULTS.put("umeric value", "a number is malformed");
    FAULTS.put("Unrecognized token", "a word that is no value; texts need double quotes");
  }

  private final Map<String, Object> values;

  private JsonFields(Map<String, Object> values) {
    this.values = values;
  }

  /**
   * Reads a body of UTF-8.
   *
   * @param known the fields that it may have
   * @throws Refusal when it is anything else than a flat object of known fields
   */
  public static JsonFields parse(byte[] utf8, Collection<String> known) {
    if (utf8.length == 0) {
      return NONE;
    }
    try (JsonParser parser = FACTORY.createParser(decode(utf8))) {
      return new JsonFields(readObject(parser, known));
    } catch (JsonProcessingException e) {
      throw Refusal.of(ProblemType.INVALID, "the body is not JSON: " + place(e) + what(e));
    } catch (IOException e) {
      throw Refusal.of(ProblemType.INVALID, "the body is not JSON: it is not UTF-8");
    }
  }

  private static String decode(byte[] utf8) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
  }

  private static String place(JsonProcessingException e) {
    JsonLocation at = e.getLocation();
    return at == null ? "" : "line " + at.getLineNr() + ", column " + at.getColumnNr() + ": ";
  }

  /* The parser's own words name its classes and settings, and repeat the body. */
  private static String what(JsonProcessingException e) {
    String said = String.valueOf(e.getOriginalMessage());
    if (e instanceof StreamConstraintsException) {
      return "it has a text or a number that is too long, or is nested too deeply";
    }
    if (e instanceof JsonEOFException) {
      return "it ends too early; a brace, a bracket or a quotation mark is missing";
    }
    return FAULTS.entrySet().stream()
        .filter(fault -> said.contains(fault.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("what stands there cannot stand there");
  }

  private static Map<String, Object> readObject(JsonParser parser, Collection<String> known)
      throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw Refusal.of(ProblemType.INVALID, "the body must be one JSON object, such as {}");
    }
    Map<String, Object> values = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      if (!known.contains(name)) {
        throw unknown(name, known);
      }
      values.put(name, readValue(parser, name));
    }
    if (parser.nextToken() != null) {
      throw Refusal.of(ProblemType.INVALID, "something follows the JSON object of the body");
    }
    return values;
  }

  private static Refusal unknown(String name, Collection<String> known) {
    return Refusal.ofField(
        ProblemType.INVALID,
        name,
        "unknown field '" + name + "'" + Suggestion.sentence(name, known));
  }

  private static Object readValue(JsonParser parser, String name) throws IOException {
    JsonToken token = parser.nextToken();
    if (token == JsonToken.START_ARRAY && name.equals(CHANGES)) {
      return readObjects(parser, name);
    }
    if (token == JsonToken.START_OBJECT && name.equals(HEADERS)) {
      return readAny(parser);
    }
    return readScalar(token, parser, name);
  }

  private static List<JsonFields> readObjects(JsonParser parser, String name) throws IOException {
    List<JsonFields> objects = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (parser.currentToken() != JsonToken.START_OBJECT || objects.size() == MOST_OBJECTS) {
        throw Refusal.ofField(
            ProblemType.INVALID,
            name,
            "'" + name + "' must be a list of objects, " + MOST_OBJECTS + " at most");
      }
      objects.add(readAny(parser));
    }
    return objects;
  }

  private static JsonFields readAny(JsonParser parser) throws IOException {
    Map<String, Object> values = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      values.put(name, readScalar(parser.nextToken(), parser, name));
    }
    return new JsonFields(values);
  }

  private static Object readScalar(JsonToken token, JsonParser parser, String name)
      throws IOException {
    return switch (token) {
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getBigIntegerValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default ->
          throw Refusal.ofField(
              ProblemType.INVALID, name, "'" + name + "' must be a string or a number");
    };
  }

  /** Returns the objects of a list; empty when the field is not there. */
  @SuppressWarnings("unchecked") // what readValue makes of a list
  public List<JsonFields> objects(String name) {
    Object value = values.get(name);
    if (value == null) {
      return List.of();
    }
    if (value instanceof List<?> list) {
      return (List<JsonFields>) list;
    }
    throw Refusal.ofField(ProblemType.INVALID, name, "'" + name + "' must be a list of objects");
  }

  /** Returns an object of texts; empty when the field is not there. */
  public Map<String, String> texts(String name) {
    Object value = values.get(name);
    if (value == null) {
      return Map.of();
    }
    if (!(value instanceof JsonFields fields)) {
      throw Refusal.ofField(ProblemType.INVALID, name, "'" + name + "' must be an object of texts");
    }
    Map<String, String> texts = new LinkedHashMap<>();
    fields.values.keySet().forEach(key -> texts.put(key, fields.text(key).orElse("")));
    return texts;
  }

  /** Returns the names of all fields. */
  public Set<String> names() {
    return Collections.unmodifiableSet(values.keySet());
  }

  /** Tells whether there is no field at all. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** Returns a text; empty when the field is not there. */
  public Optional<String> text(String name) {
    Object value = values.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof String text) {
      return Optional.of(text);
    }
    throw Refusal.ofField(ProblemType.INVALID, name, "'" + name + "' must be a string");
  }

  /** Returns true or false; empty when the field is not there. */
  public Optional<Boolean> flag(String name) {
    Object value = values.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof Boolean flag) {
      return Optional.of(flag);
    }
    throw Refusal.ofField(ProblemType.INVALID, name, "'" + name + "' must be true or false");
  }

  /**
   * Returns an integer; empty when the field is not there.
   *
   * @param max the largest allowed; 0 is the smallest
   */
  public OptionalInt integer(String name, int max) {
    Object value = values.get(name);
    if (value == null) {
      return OptionalInt.empty();
    }
    if (value instanceof java.math.BigInteger number
        && number.signum() >= 0
        && number.bitLength() < Integer.SIZE
        && number.intValue() <= max) {
      return OptionalInt.of(number.intValue());
    }
    throw Refusal.ofField(
        ProblemType.INVALID, name, "'" + name + "' must be an integer, 0 to " + max);
  }
}
