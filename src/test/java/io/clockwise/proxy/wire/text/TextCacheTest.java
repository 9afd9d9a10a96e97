package io.clockwise.proxy.wire.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.testkit.Allocation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextCacheTest {
  private final TextCache cache = new TextCache();

  private String of(String text) {
    byte[] bytes = ("<" + text + ">").getBytes(StandardCharsets.ISO_8859_1);
    return cache.of(bytes, 1, bytes.length - 1);
  }

  @Test
  void theSameBytesAreTheSameText() {
    String first = of("www.example.test");
    assertThat(first).isEqualTo("www.example.test");
    assertThat(of("www.example.test")).isSameAs(first);
    assertThat(of("\u00ff\u0080")).isEqualTo("\u00ff\u0080");
    assertThat(of("")).isEmpty();
  }

  @Test
  void eachTextIsRightHoweverManyThereAre() {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      texts.add("/item/" + i + "/x".repeat(i % 30));
    }
    for (int round = 0; round < 2; round++) {
      for (String text : texts) {
        assertThat(of(text)).isEqualTo(text);
      }
    }
  }

  @Test
  void itsPlacesAreUsedEvenly() {
    List<String> first = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      first.add(of("customer-" + i));
    }
    int kept = 0;
    for (int i = 0; i < 500; i++) {
      kept += of("customer-" + i) == first.get(i) ? 1 : 0; // evenly: 500 of 1,024 lose a third
    }
    assertThat(kept).isGreaterThan(200);
  }

  @Test
  void aLongTextIsNotKept() {
    String text = "a".repeat(257);
    assertThat(of(text)).isEqualTo(text).isNotSameAs(of(text));
    String shorter = "a".repeat(256);
    assertThat(of(shorter)).isSameAs(of(shorter));
  }

  @Test
  void nothingIsAllocatedForAKnownText() {
    byte[] bytes = "GET /shop/items/4711 HTTP/1.1".getBytes(StandardCharsets.ISO_8859_1);
    Allocation.assertNone(i -> cache.of(bytes, 4, 20).length());
  }
}
