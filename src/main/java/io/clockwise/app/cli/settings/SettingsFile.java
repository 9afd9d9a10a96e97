package io.clockwise.app.cli.settings;

import io.clockwise.config.NamedFiles;
import io.clockwise.config.read.node.DocumentTree;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Reading;
import io.clockwise.config.read.node.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The user's settings, out of a file that need not be there.
 *
 * @param endpoints that it names; empty: none
 * @param tokenFile null: none
 */
record SettingsFile(List<ApiEndpoint> endpoints, @Nullable Path tokenFile) {
  private static final SettingsFile NONE = new SettingsFile(List.of(), null);

  /** Reads a file, or says every problem in it. */
  static SettingsFile read(Path file, Surroundings around) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return NONE;
    } catch (IOException e) {
      throw new ClientFailure(file + ": cannot be read; check its owner and mode");
    }
    Path folder = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), Path.of("/"));
    Reading reading = new Reading(around::variable, folder, NamedFiles.NONE);
    SettingsFile settings =
        DocumentTree.parse(bytes, reading).map(root -> of(root, file)).orElse(NONE);
    if (reading.findings().count() > 0) {
      throw new ClientFailure(
          reading.findings().problems().stream()
              .map(problem -> file + ": " + problem)
              .collect(Collectors.joining(System.lineSeparator())));
    }
    return settings;
  }

  private static SettingsFile of(Value root, Path file) {
    Fields fields = root.fields("endpoint and tokenFile");
    List<ApiEndpoint> endpoints = new ArrayList<>();
    Optional<Value> named = fields.get("endpoint");
    if (named.isPresent()) {
      Value value = named.get();
      List<Value> items = value.isList() ? value.items("a list of URLs") : List.of(value);
      for (Value item : items) {
        String origin = file + ", line " + root.reading().line(item.path());
        item.text("a URL such as http://127.0.0.1:9902")
            .ifPresent(text -> endpoints.add(ApiEndpoint.parse(text, origin)));
      }
    }
    Optional<Path> token =
        fields
            .get("tokenFile")
            .flatMap(value -> value.text("the path of a file"))
            .flatMap(root.reading()::resolve);
    fields.done();
    return new SettingsFile(List.copyOf(endpoints), token.orElse(null));
  }
}
