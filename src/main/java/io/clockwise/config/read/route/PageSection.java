package io.clockwise.config.read.route;

import io.clockwise.config.NamedFiles;
import io.clockwise.config.PageFile;
import io.clockwise.config.read.node.Fields;
import io.clockwise.config.read.node.Value;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The key {@code errorPages}, and files that are sent as they are. */
final class PageSection {
  private static final String FILE = "the path of a file, relative to this document";
  private static final Pattern STATUS = Pattern.compile("[45]([0-9]{2}|xx)");
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "htm", "text/html; charset=utf-8",
          "txt", "text/plain; charset=utf-8",
          "json", "application/json",
          "xml", "application/xml",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png",
          "ico", "image/x-icon");

  private PageSection() {}

  static Map<String, PageFile> pages(Value value) {
    Map<String, PageFile> pages = new LinkedHashMap<>();
    Fields fields =
        value.fields("a mapping such as { 502: errors/502.html, 5xx: errors/5xx.html }");
    fields
        .entries()
        .forEach(
            (status, page) -> {
              if (!STATUS.matcher(status).matches()) {
                String place = page.path();
                String expected = "a status, 400 to 599, or 4xx or 5xx";
                value.reading().problem(place, "the key " + status, expected, "");
              }
              file(page).ifPresent(file -> pages.put(status, file));
            });
    return pages;
  }

  /** Reads a file by its path in the document; empty after a problem. */
  static Optional<PageFile> file(Value value) {
    Optional<String> text = value.text(FILE);
    Optional<Path> path = text.flatMap(value.reading()::resolve);
    if (text.isPresent() && (text.get().isEmpty() || path.isEmpty())) {
      value.problem(FILE, "");
      return Optional.empty();
    }
    if (path.isEmpty()) {
      return Optional.empty();
    }
    NamedFiles.Content content = value.reading().file(path.get(), PageFile.MOST_BYTES);
    if (!content.fault().isEmpty()) {
      value.problem("a file that can be read", content.fault());
      return Optional.empty();
    }
    return Optional.of(new PageFile(path.get(), typeOf(text.get()), content.text()));
  }

  private static String typeOf(String name) {
    String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return TYPES.getOrDefault(ending, "application/octet-stream");
  }
}
