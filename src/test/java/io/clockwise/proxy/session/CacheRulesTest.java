package io.clockwise.proxy.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CacheRulesTest {
  private static MultiMap fields(String... values) {
    MultiMap fields = MultiMap.caseInsensitiveMultiMap();
    for (String value : values) {
      fields.add("Cache-Control", value);
    }
    return fields;
  }

  @ParameterizedTest
  @ValueSource(strings = {"public", "max-age=5, PUBLIC", "s-maxage=60", "no-cache , s-maxage = 1"})
  void sharedCachesMayKeepThese(String value) {
    assertThat(CacheRules.isShared(fields(value))).isTrue();
    assertThat(CacheRules.isShared(fields("max-age=1", value))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "max-age=60", "private", "publicity", "x-public=public"})
  void butNotThese(String value) {
    assertThat(CacheRules.isShared(fields(value))).isFalse();
  }

  @Test
  void privateIsSaidOnce() {
    MultiMap fields = fields("max-age=60");
    CacheRules.makePrivate(fields);
    CacheRules.makePrivate(fields);
    assertThat(fields.getAll("cache-control")).isEqualTo(List.of("max-age=60", "private"));
    MultiMap none = fields();
    CacheRules.makePrivate(none);
    assertThat(none.getAll("cache-control")).containsExactly("private");
    MultiMap never = fields("No-Store");
    CacheRules.makePrivate(never);
    assertThat(never.getAll("cache-control")).containsExactly("No-Store");
  }
}
