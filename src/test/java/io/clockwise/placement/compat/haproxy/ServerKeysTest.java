package io.clockwise.placement.compat.haproxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.placement.Member;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerKeysTest {

  /* A line that names an id uses up a number too; ids on later lines are left out before. */
  @ParameterizedTest
  @CsvSource({
    "a b c, 1 2 3",
    "7 8 9, 7 8 9",
    "a 2 c, 1 2 3",
    "a 1 c, 2 1 4",
    "5 b c, 5 2 3",
    "a b 1 d, 2 3 1 5",
    "3 b c d, 3 2 4 5",
    "a 10.0.0.1:80 c, 1 2 3",
    "0 00 -1, 1 2 3",
    "2147483647 2147483648 c, 2147483647 2 3",
    "007 b, 7 2",
    "12345678901 b, 1 2"
  })
  void anIdIsTheNameOrTheNextFreeNumber(String names, String ids) {
    List<String> list = List.of(names.split(" "));
    List<Member> members =
        IntStream.range(0, list.size()).mapToObj(i -> new Member("m" + i, 1, list.get(i))).toList();
    int[] expected = Arrays.stream(ids.split(" ")).mapToInt(Integer::parseInt).toArray();
    assertThat(ServerKeys.ids(members)).isEqualTo(expected);
  }
}
