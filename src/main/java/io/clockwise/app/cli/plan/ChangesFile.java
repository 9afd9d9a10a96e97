package io.clockwise.app.cli.plan;

import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.remote.ApiRefusal;
import io.clockwise.app.cli.settings.ClientFailure;
import io.clockwise.config.NamedFiles;
import io.clockwise.config.read.node.DocumentTree;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Reading;
import io.clockwise.config.read.node.Value;
import io.clockwise.model.Backend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Changes that stand in a file, YAML or JSON, with the lines on which they stand. */
public final class ChangesFile {
  private static final String STANDARD_INPUT = "-";
  private static final List<String> OPERATIONS =
      List.of("add", "set", "put", "remove", "drain", "ready", "maint", "revert");
  /* These may leave the pool out, and select by address in all of them. */
  private static final List<String> SELECTING = List.of("drain", "ready", "maint", "remove");
  private static final List<String> TEXTS =
      List.of(
          "pool",
          "id",
          "address",
          "state",
          "placementName",
          "zone",
          "deadline",
          "then",
          "hardStop");
  private static final String EXAMPLE = "changes: [{ op: drain, pool: carts, id: cart-a }]";

  private final String name;
  private final Reading reading;
  private final Map<String, Object> body;

  private ChangesFile(String name, Reading reading, Map<String, Object> body) {
    this.name = name;
    this.reading = reading;
    this.body = body;
  }

  /** Reads a file, or the standard input when its name is a hyphen; says every problem in it. */
  public static ChangesFile read(String file, RemoteOptions remote) {
    String name = file.equals(STANDARD_INPUT) ? "standard input" : file;
    Reading reading = new Reading(remote.around()::variable, Path.of("."), NamedFiles.NONE);
    byte[] bytes = bytes(file, name, remote);
    Map<String, Object> body =
        DocumentTree.parse(bytes, reading).map(ChangesFile::body).orElse(Map.of());
    if (reading.findings().count() > 0) {
      throw new ClientFailure(
          reading.findings().problems().stream()
              .map(
                  problem ->
                      problem.given().equals("an empty document")
                          ? name + ": it is empty, expected " + EXAMPLE
                          : name + ": " + problem)
              .collect(Collectors.joining(System.lineSeparator())));
    }
    return new ChangesFile(name, reading, body);
  }

  private static byte[] bytes(String file, String name, RemoteOptions remote) {
    try {
      return file.equals(STANDARD_INPUT)
          ? remote.around().input().readAllBytes()
          : Files.readAllBytes(Path.of(file));
    } catch (NoSuchFileException e) {
      throw new ClientFailure(name + ": no such file; name a file with changes, or - for input");
    } catch (IOException e) {
      String why = Files.isDirectory(Path.of(file)) ? "is a directory" : "cannot be read";
      throw new ClientFailure(name + ": " + why + "; name a file with changes, or - for input");
    }
  }

  private static Map<String, Object> body(Value root) {
    Map<String, Object> body = new LinkedHashMap<>();
    Fields fields = root.fields("a mapping such as " + EXAMPLE);
    Optional<Value> changes = fields.required("changes", "a list of changes", EXAMPLE);
    changes.ifPresent(
        list -> {
          List<Value> items = list.items("a list of changes");
          if (list.isList() && items.isEmpty()) {
            list.problem("at least one change", EXAMPLE);
          }
          body.put("changes", items.stream().map(ChangesFile::change).toList());
        });
    fields.get("reason").flatMap(v -> v.text("a text")).ifPresent(t -> body.put("reason", t));
    fields.done();
    return body;
  }

  private static Map<String, Object> change(Value item) {
    Map<String, Object> change = new LinkedHashMap<>();
    Fields fields = item.fields("a mapping such as { op: ready, pool: carts, id: cart-a }");
    fields
        .required("op", Value.oneOf(OPERATIONS), "")
        .flatMap(value -> value.choice(OPERATIONS))
        .ifPresent(op -> change.put("op", op));
    boolean selects = SELECTING.contains(String.valueOf(change.get("op")));
    for (String key : TEXTS) {
      Optional<Value> value =
          key.equals("pool") && !selects
              ? fields.required(key, "the name of a pool", "")
              : fields.get(key);
      value.flatMap(v -> v.text("a text")).ifPresent(text -> change.put(key, text));
    }
    fields.get("standby").ifPresent(v -> change.put("standby", v.flag(false)));
    fields.get("weight").ifPresent(v -> change.put("weight", v.integer(0, Backend.MAX_WEIGHT, 1)));
    fields.done();
    return change;
  }

  /** Returns the body of a call. */
  public Map<String, Object> body() {
    return body;
  }

  /** Returns how many changes there are. */
  public int size() {
    return body.get("changes") instanceof List<?> changes ? changes.size() : 0;
  }

  /** Returns a refusal with the line of the change that it is about, when it says which. */
  public ClientFailure located(ApiRefusal refusal) {
    String pointer = refusal.details().text("pointer");
    if (!pointer.startsWith("/changes/")) {
      return refusal;
    }
    String path = pointer.substring(1).replaceAll("/([0-9]+)", "[$1]").replace('/', '.');
    return new ClientFailure(
        name + ": line " + reading.line(path) + ": " + path + ": " + refusal.getMessage());
  }
}
