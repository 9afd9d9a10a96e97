package io.clockwise.control.journal.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Trees of maps, lists, strings, whole numbers, flags and nulls as canonical JSON: fields in the
 * map's order, no blanks, ASCII only, so that half a pair of surrogates survives as well.
 */
final class JsonText {
  /* Names are ids and pools: there is no use in remembering them for the life of the process. */
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .build();

  private JsonText() {}

  /** Returns the text of an object. */
  static String write(Map<String, ?> fields) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(text)) {
      write(out, fields);
    } catch (IOException e) {
      throw new UncheckedIOException("a string writer does not fail", e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator out, @Nullable Object value) throws IOException {
    if (value == null) {
      out.writeNull();
    } else if (value instanceof Map<?, ?> fields) {
      out.writeStartObject();
      for (Map.Entry<?, ?> field : fields.entrySet()) {
        out.writeFieldName((String) field.getKey());
        write(out, field.getValue());
      }
      out.writeEndObject();
    } else if (value instanceof List<?> values) {
      out.writeStartArray();
      for (Object each : values) {
        write(out, each);
      }
      out.writeEndArray();
    } else if (value instanceof String text) {
      out.writeString(text);
    } else if (value instanceof Boolean flag) {
      out.writeBoolean(flag);
    } else {
      out.writeNumber(((Number) value).longValue());
    }
  }

  /** Reads an object and nothing else. */
  static Fields read(String text) throws Misread {
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw Misread.damaged("it is not a JSON object");
      }
      Map<String, Object> fields = readObject(parser);
      if (parser.nextToken() != null) {
        throw Misread.damaged("something follows the JSON object");
      }
      return new Fields("", fields);
    } catch (JsonProcessingException e) {
      throw Misread.damaged("it is not JSON: column " + e.getLocation().getColumnNr());
    } catch (IOException e) {
      throw new UncheckedIOException("a string does not fail", e);
    }
  }

  private static Map<String, Object> readObject(JsonParser parser) throws IOException, Misread {
    Map<String, Object> fields = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      fields.put(name, readValue(parser));
    }
    return fields;
  }

  private static @Nullable Object readValue(JsonParser parser) throws IOException, Misread {
    return switch (parser.currentToken()) {
      case START_OBJECT -> readObject(parser);
      case START_ARRAY -> {
        List<Object> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          values.add(readValue(parser));
        }
        yield values;
      }
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw Misread.damaged("a number is not whole");
    };
  }
}
