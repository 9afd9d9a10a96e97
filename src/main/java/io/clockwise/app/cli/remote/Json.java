package io.clockwise.app.cli.remote;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON text from and to maps, lists, texts, numbers and flags; members keep their order. */
public final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /**
   * Reads one value.
   *
   * @throws IOException when the text is not JSON
   */
  static @Nullable Object parse(String text) throws IOException {
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      return read(parser);
    }
  }

  private static @Nullable Object read(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw new IOException("the text ends too early");
    }
    return switch (token) {
      case START_OBJECT -> readMembers(parser);
      case START_ARRAY -> readItems(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }

  private static Map<String, @Nullable Object> readMembers(JsonParser parser) throws IOException {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      members.put(name, read(parser));
    }
    return members;
  }

  private static List<@Nullable Object> readItems(JsonParser parser) throws IOException {
    List<@Nullable Object> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(read(parser));
    }
    return items;
  }

  /** Writes a value on one line. */
  public static String write(@Nullable Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      write(generator, value);
    } catch (IOException e) {
      throw new IllegalStateException("memory takes whatever is written", e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator generator, @Nullable Object value) throws IOException {
    if (value instanceof Map<?, ?> members) {
      generator.writeStartObject();
      for (Map.Entry<?, ?> member : members.entrySet()) {
        generator.writeFieldName(String.valueOf(member.getKey()));
        write(generator, member.getValue());
      }
      generator.writeEndObject();
    } else if (value instanceof List<?> items) {
      generator.writeStartArray();
      for (Object item : items) {
        write(generator, item);
      }
      generator.writeEndArray();
    } else if (value instanceof JsonTree tree) {
      write(generator, tree.value());
    } else if (value instanceof Number number) {
      generator.writeNumber(number.toString());
    } else if (value instanceof Boolean flag) {
      generator.writeBoolean(flag);
    } else if (value == null) {
      generator.writeNull();
    } else {
      generator.writeString(value.toString());
    }
  }
}
