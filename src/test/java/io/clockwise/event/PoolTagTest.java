package io.clockwise.event;

import static io.clockwise.control.intent.Intents.after;
import static io.clockwise.control.intent.Intents.file;
import static io.clockwise.control.intent.Intents.load;
import static io.clockwise.control.intent.Intents.start;
import static io.clockwise.control.intent.Intents.weight;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class PoolTagTest {
  private final IntentState state = start(file("a=h:1*1@READY", "b=h:2*1@READY"));

  @Test
  void aTagIsTheRevisionAndEightDigits() {
    assertThat(PoolTag.of(state, "carts")).matches("\"1-[0-9a-f]{8}\"");
  }

  @Test
  void theSameRevisionOfAnotherPoolHasAnotherTag() {
    IntentState other = start(file("a=h:1*2@READY", "b=h:2*1@READY"));
    assertThat(PoolTag.of(other, "carts")).isNotEqualTo(PoolTag.of(state, "carts"));
  }

  @Test
  void theOrderOfBackendsDoesNotCount() {
    IntentState turned = load(state, file("b=h:2*1@READY", "a=h:1*1@READY")).state();
    assertThat(PoolTag.of(turned, "carts")).isEqualTo(PoolTag.of(state, "carts"));
  }

  @Test
  void aTagMatchesUntilThePoolChanges() {
    String tag = PoolTag.of(state, "carts");
    assertThat(PoolTag.matches(state, "carts", tag)).isTrue();
    assertThat(PoolTag.matches(state, "carts", "\"x\", " + tag)).isTrue();
    assertThat(PoolTag.matches(state, "carts", "1")).isTrue();
    assertThat(PoolTag.matches(state, "carts", "\"1\"")).isTrue();
    assertThat(PoolTag.matches(state, "carts", "2")).isFalse();
    IntentState changed = after(state, weight("a", 2));
    assertThat(PoolTag.matches(changed, "carts", tag)).isFalse();
    assertThat(PoolTag.matches(changed, "carts", "1")).isFalse();
    assertThat(PoolTag.matches(changed, "carts", "2")).isTrue();
    assertThat(PoolTag.matches(changed, "carts", "9".repeat(19))).isFalse();
  }

  @Test
  void aPoolThatIsNotThereHasNoTag() {
    assertThatIllegalArgumentException().isThrownBy(() -> PoolTag.of(state, "nope"));
  }
}
