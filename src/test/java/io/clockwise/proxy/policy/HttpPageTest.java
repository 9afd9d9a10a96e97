package io.clockwise.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.FailureKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The page on HTTP says what the code does. */
class HttpPageTest {
  @ParameterizedTest
  @EnumSource(FailureKind.class)
  void namesEachKindBesideItsStatusAndErrorType(FailureKind kind) throws IOException {
    String status = Integer.toString(FailureResponder.status(kind));
    String word = "`" + kind.name().toLowerCase(Locale.ROOT) + "`";
    List<String> rows =
        Files.readAllLines(Path.of("src/docs/http.md")).stream()
            .dropWhile(line -> !line.equals("## Statuses of our own"))
            .takeWhile(line -> !line.equals("## Streams"))
            .filter(line -> line.startsWith("| ") && line.contains(word))
            .toList();
    assertThat(rows).as(word).hasSize(1);
    String[] cells = rows.get(0).split("\\|", -1);
    assertThat(cells[1]).contains(status);
    if (kind != FailureKind.CLIENT_GONE) { // of whom no answer tells
      assertThat(cells[2]).contains("`" + FailureResponder.errorType(kind) + "`");
    }
  }
}
