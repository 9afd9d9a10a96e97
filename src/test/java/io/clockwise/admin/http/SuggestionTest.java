package io.clockwise.admin.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {
  private static final List<String> KNOWN = List.of("weight", "address", "id");

  @Test
  void suggestsTheNearestWord() {
    assertThat(Suggestion.sentence("wieght", KNOWN)).isEqualTo("; did you mean 'weight'?");
    assertThat(Suggestion.sentence("Adress", KNOWN)).isEqualTo("; did you mean 'address'?");
  }

  @Test
  void listsWhatIsKnownOtherwise() {
    assertThat(Suggestion.sentence("colour", KNOWN)).isEqualTo("; known: address, id, weight");
    assertThat(Suggestion.sentence("x".repeat(5000), KNOWN)).startsWith("; known: ");
    assertThat(Suggestion.sentence("x", List.of())).isEqualTo("; none is known here");
  }
}
