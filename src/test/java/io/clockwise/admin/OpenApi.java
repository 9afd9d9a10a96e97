package io.clockwise.admin;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/** The shipped description of the API, with its references followed. */
final class OpenApi {
  /** One method of one path. */
  record Operation(String method, String path, JsonObject item, JsonObject says) {
    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  private final JsonObject document = load();

  private static JsonObject load() {
    try (InputStream in = OpenApi.class.getResourceAsStream("/openapi.yaml")) {
      return (JsonObject) plain(new Yaml().load(in));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Object plain(Object value) {
    if (value instanceof Map<?, ?> map) {
      JsonObject object = new JsonObject();
      map.forEach((key, item) -> object.put(key.toString(), plain(item)));
      return object;
    }
    if (value instanceof List<?> list) {
      JsonArray array = new JsonArray();
      list.forEach(item -> array.add(plain(item)));
      return array;
    }
    return value;
  }

  JsonObject document() {
    return document;
  }

  List<Operation> operations() {
    List<Operation> all = new ArrayList<>();
    for (Map.Entry<String, Object> path : document.getJsonObject("paths")) {
      JsonObject item = (JsonObject) path.getValue();
      for (String method : item.fieldNames()) {
        if (!method.equals("parameters")) {
          all.add(
              new Operation(
                  method.toUpperCase(java.util.Locale.ROOT),
                  path.getKey(),
                  item,
                  item.getJsonObject(method)));
        }
      }
    }
    return all;
  }

  /** Returns the object itself, or what it refers to. */
  JsonObject resolved(JsonObject given) {
    String reference = given.getString("$ref");
    if (reference == null) {
      return given;
    }
    JsonObject at = document;
    for (String name : reference.substring(2).split("/")) {
      at = at.getJsonObject(name);
    }
    return at;
  }

  /** Returns the names of an operation's parameters of one place. */
  List<String> parameters(Operation operation, String in) {
    return Stream.of(operation.item(), operation.says())
        .flatMap(each -> each.getJsonArray("parameters", new JsonArray()).stream())
        .map(each -> resolved((JsonObject) each))
        .filter(each -> each.getString("in").equals(in))
        .map(each -> each.getString("name"))
        .toList();
  }

  /** Returns the fields that an operation's body may have. */
  List<String> fields(Operation operation) {
    JsonObject body = operation.says().getJsonObject("requestBody");
    if (body == null) {
      return List.of();
    }
    JsonObject schema =
        resolved(body)
            .getJsonObject("content")
            .getJsonObject("application/json")
            .getJsonObject("schema");
    return List.copyOf(resolved(schema).getJsonObject("properties").fieldNames());
  }

  /** Returns the schema of an answer; null: it is not described. */
  JsonObject schema(Operation operation, int status, String mediaType) {
    JsonObject responses = operation.says().getJsonObject("responses");
    String key = String.valueOf(status);
    JsonObject response =
        responses.containsKey(key)
            ? responses.getJsonObject(key)
            : responses.getJsonObject("default");
    JsonObject content = resolved(response).getJsonObject("content").getJsonObject(mediaType);
    return content == null ? null : content.getJsonObject("schema");
  }

  /** Returns what is wrong with a value by a schema, in which no unknown field is allowed. */
  List<String> faults(JsonObject schema, Object value) {
    JsonObject root =
        strict(schema)
            .put("$defs", strict(document.getJsonObject("components").getJsonObject("schemas")));
    OutputUnit unit =
        Validator.create(
                JsonSchema.of(root),
                new JsonSchemaOptions()
                    .setBaseUri("https://example.org/openapi")
                    .setDraft(Draft.DRAFT202012)
                    .setOutputFormat(OutputFormat.Basic))
            .validate(value);
    return unit.getValid()
        ? List.of()
        : unit.getErrors().stream()
            .map(error -> error.getInstanceLocation() + ": " + error.getError())
            .toList();
  }

  /** Returns what is wrong with a value by one of the named schemas. */
  List<String> faults(String schema, Object value) {
    return faults(new JsonObject().put("$ref", "#/components/schemas/" + schema), value);
  }

  private static JsonObject strict(JsonObject schema) {
    Map<String, Object> copy = new LinkedHashMap<>();
    for (Map.Entry<String, Object> each : schema) {
      copy.put(each.getKey(), strict(each.getKey(), each.getValue()));
    }
    boolean closed =
        schema.getValue("properties") instanceof JsonObject
            && !schema.containsKey("additionalProperties");
    if (closed) {
      copy.put("additionalProperties", false);
    }
    return new JsonObject(copy);
  }

  private static Object strict(String key, Object value) {
    if (key.equals("$ref") && value instanceof String reference) {
      return reference.replace("#/components/schemas/", "#/$defs/");
    }
    if (value instanceof JsonObject object) {
      return strict(object);
    }
    if (value instanceof JsonArray array) {
      JsonArray copy = new JsonArray();
      array.forEach(each -> copy.add(each == null ? null : strict("", each)));
      return copy;
    }
    return value;
  }
}
