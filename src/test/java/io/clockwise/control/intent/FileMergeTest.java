package io.clockwise.control.intent;

import static io.clockwise.control.intent.Intents.backend;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.config.BackendConfig;
import io.clockwise.event.OverlayEntry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileMergeTest {
  private static final String NONE = "-";

  /* base: the document when the API changed it; wanted: what the API made of it; file: the
  document now; left: what is in effect; superseded: what is reported. */
  @ParameterizedTest
  @CsvSource({
    // the file does not change: the API wins
    "a=h:1*1@READY, a=h:1*5@READY, a=h:1*1@READY, a=h:1*5@READY, ''",
    "a=h:1*1@READY, a=h:2*1@READY, a=h:1*1@READY, a=h:2*1@READY, ''",
    "a=h:1*1@READY, a=h:1*1@DRAIN, a=h:1*1@READY, a=h:1*1@DRAIN, ''",
    "a=h:1*1@READY, -, a=h:1*1@READY, -, ''",
    // the file changes the field: the file wins
    "a=h:1*1@READY, a=h:1*5@READY, a=h:1*3@READY, a=h:1*3@READY, p.weight",
    "a=h:1*1@READY, a=h:2*1@READY, a=h:3*1@READY, a=h:3*1@READY, p.address",
    "a=h:1*1@READY, a=h:1*1@DRAIN, a=h:1*1@MAINT, a=h:1*1@MAINT, p.state",
    "a=h:1*1@MAINT, a=h:1*1@DRAIN, a=h:1*1@READY, a=h:1*1@READY, p.state",
    "a=h:1*1@READY, a=h:2*5@DRAIN, a=h:3*3@MAINT, a=h:3*3@MAINT, p.address p.weight p.state",
    // to what the API wanted: nobody is overruled
    "a=h:1*1@READY, a=h:1*5@READY, a=h:1*5@READY, a=h:1*5@READY, ''",
    // another field: each for itself
    "a=h:1*1@READY, a=h:1*5@READY, a=h:9*1@READY, a=h:9*5@READY, ''",
    "a=h:1*1@READY, a=h:1*1@DRAIN, a=h:9*7@READY, a=h:9*7@DRAIN, ''",
    "a=h:1*1@READY, a=h:1*1@MAINT, a=h:1*2@READY, a=h:1*2@MAINT, ''",
    "a=h:1*1@READY, a=h:1*5@DRAIN, a=h:1*3@READY, a=h:1*3@DRAIN, p.weight",
    "a=h:1*1@READY@x, a=h:1*1@READY@y, a=h:9*1@READY@x, a=h:9*1@READY@y, ''",
    "a=h:1*1@READY@x, a=h:1*5@READY@x, a=h:1*1@READY@z, a=h:1*5@READY@z, ''",
    "a=h:1*1@READY@x, a=h:1*1@READY@y, a=h:1*1@READY@z, a=h:1*1@READY@z, p.zone",
    // being there is a field too
    "a=h:1*1@READY, a=h:1*5@READY, -, -, p",
    "a=h:1*1@READY, -, a=h:1*2@READY, a=h:1*2@READY, p",
    "a=h:1*1@READY, -, -, -, ''",
    // added by the API
    "-, a=h:1*5@READY, -, a=h:1*5@READY, ''",
    "-, a=h:1*5@READY, a=h:1*5@READY, a=h:1*5@READY, ''",
    "-, a=h:1*5@READY, a=h:2*3@READY, a=h:2*3@READY, p.address p.weight",
    "-, a=h:1*5@DRAIN, a=h:1*3@READY, a=h:1*3@DRAIN, p.weight",
    "-, a=h:1*1@DRAIN, a=h:1*1@MAINT, a=h:1*1@MAINT, p.state",
    "-, a=h:1*1@READY, a=h:1*1@MAINT, a=h:1*1@MAINT, p.state",
  })
  void eachFieldIsMergedAlone(
      String base, String wanted, String file, String left, String superseded) {
    FileMerge.Merged merged =
        FileMerge.merge("p", new OverlayEntry(read(base), read(wanted)), read(file));
    assertThat(merged.wanted()).isEqualTo(read(left));
    assertThat(String.join(" ", merged.superseded())).isEqualTo(superseded);
  }

  private static BackendConfig read(String text) {
    return text.equals(NONE) ? null : backend(text);
  }
}
