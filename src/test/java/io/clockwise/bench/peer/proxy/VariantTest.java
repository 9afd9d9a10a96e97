package io.clockwise.bench.peer.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VariantTest {
  @Test
  void everyPartHasItsPlace() {
    Variant variant =
        Variant.of(
            "relay-25=java=/jdk -Xmx64m home=other -Dx=y yaml=a: { b: c } -- --data-path relay",
            "");

    assertThat(variant.name()).isEqualTo("relay-25");
    assertThat(variant.java()).isEqualTo("/jdk");
    assertThat(variant.launcher()).isEqualTo(Path.of("other/scripts/clockwise").toAbsolutePath());
    assertThat(variant.options()).containsExactly("-Xmx64m", "-Dx=y");
    assertThat(variant.lines()).containsExactly("a: { b: c }");
    assertThat(variant.arguments()).containsExactly("--data-path", "relay");
  }

  @Test
  void partsMayBeLeftOut() {
    Variant arguments = Variant.of("x=-- --fast", "/jdk");
    assertThat(arguments.options()).isEmpty();
    assertThat(arguments.arguments()).containsExactly("--fast");
    assertThat(arguments.java()).isEqualTo("/jdk");

    Variant line = Variant.of("x=yaml=transport: nio", "");
    assertThat(line.lines()).containsExactly("transport: nio");
    assertThat(line.options()).isEmpty();
    assertThat(line.arguments()).isEmpty();

    Variant same = Variant.of("again=", "");
    assertThat(same).usingRecursiveComparison().ignoringFields("name").isEqualTo(Variant.plain(""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "=x", "A=x", "a b=x", "-Xmx64m=1"})
  void othersAreNone(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Variant.of(text, ""))
        .withMessageContaining("a variant is NAME=")
        .withMessageEndingWith("not: " + text);
  }
}
