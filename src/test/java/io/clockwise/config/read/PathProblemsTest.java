package io.clockwise.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Paths and levels that sit at the edge of what is taken. */
class PathProblemsTest {
  private static final String POOLS = "\npools: { web: { backends: [\"a=10.0.0.1:80\"] } }";

  @Test
  void refusesAnEmptyLogFile() {
    assertThat(Documents.problem("accessLog: { file: \"\" }" + POOLS))
        .isEqualTo(
            "line 1: accessLog.file: given \"\","
                + " expected the path of a file, or \"-\" for standard output");
  }

  @Test
  void takesFortyLevelsAndNoMore() {
    String forty = "[".repeat(39) + "]".repeat(39);

    assertThat(Documents.problem("instance: " + forty + POOLS)).contains("expected a name");
    assertThat(Documents.problem("instance: [" + forty + "]" + POOLS))
        .endsWith("given a deeper nesting, expected at most 40 levels");
  }

  @Test
  void tellsLoopbackFromOtherAddresses() {
    for (String host : new String[] {"localhost", "127.8.9.1", "[::1]"}) {
      assertThat(Documents.valid("admin: { bind: \"" + host + ":9902\" }" + POOLS)).isNotNull();
    }
    for (String host : new String[] {"0.0.0.0", "[::]", "10.0.0.1", "edge.example"}) {
      assertThat(Documents.problem("admin: { bind: \"" + host + ":9902\" }" + POOLS))
          .contains("without admin.tokens");
    }
  }

  @Test
  void keepsTheAdminPortFromWildcardListeners() {
    assertThat(Documents.problem("listeners: [{ bind: \"0.0.0.0:9902\" }]" + POOLS))
        .contains("another port than admin.bind");
    assertThat(Documents.valid("listeners: [{ bind: \"10.0.0.1:9902\" }]" + POOLS)).isNotNull();
  }
}
