package io.clockwise.placement;

import static io.clockwise.placement.LookupContract.key;
import static io.clockwise.placement.LookupContract.servers;
import static org.assertj.core.api.Assertions.assertThat;

import io.clockwise.model.placement.HaproxySettings.Consistent;
import io.clockwise.model.placement.HaproxySettings.Function;
import io.clockwise.model.placement.HaproxySettings.HashKey;
import io.clockwise.model.placement.HaproxySettings.Input;
import io.clockwise.model.placement.HaproxySettings.KeyHash;
import io.clockwise.placement.build.Placements;
import io.clockwise.placement.hash.HaproxyHashes;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which part of a key's text HAProxy hashes, and what it makes of an address. */
class HaproxyKeyHashTest {

  @ParameterizedTest
  @CsvSource({
    "hdr, ' a b ,c', 'a b'",
    "hdr, ', x', ''",
    "hdr, '\tv', v",
    "uri, /a/b?c=/d, /a/b",
    "uri whole, /a/b?c=/d, /a/b?c=/d",
    "uri depth 1, /a/b/c, /a",
    "uri depth 2, /a/b/c, /a/b",
    "uri depth 2, /a?b/c, /a",
    "uri whole depth 2, /a?b/c/d, /a?b/c",
    "uri depth 2, a/b/c/d, a/b/c",
    "uri len 3, /abc, /ab",
    "uri len 9, /abc, /abc",
    "uri len 4 depth 1, /a/bc, /a",
    "url_param id, /a?b=1&id=77&c, 77",
    "url_param id, /a?id=, ''",
    "url_param id, /a?xid=5&id=6, 6",
    "url_param id, /a?id&id=3, 3",
    "url_param id, /a, ''",
    "url_param id, /a?, ''",
    "url_param id, /a?i, ''",
    "url_param id, '/a?x=?id=4&id=5?6', 5?6",
    "source, '', ''",
    "source, not-an-address, not-an-address",
    "source, 1.2.3, 1.2.3",
    "source, 1.2.3.4.5, 1.2.3.4.5",
    "source, 1:2, 1:2",
    "source, :1::, :1::",
    "source, 12345::, 12345::",
    "source, 1::2::3, 1::2::3",
    "source, 1:2:3:4:5:6:7:8::, 1:2:3:4:5:6:7:8::"
  })
  void onlyAPartOfTheTextCounts(String rule, String text, String part) {
    Placement cut = placementOf(input(rule), false);
    Placement all = placementOf(Input.ALL, false);
    assertThat(key(cut, text).hash()).isEqualTo(key(all, part).hash());
  }

  private static Input input(String rule) {
    String[] words = rule.split(" ");
    List<String> list = List.of(words);
    return new Input(
        Input.Kind.valueOf(words[0].toUpperCase(Locale.ROOT)),
        list.contains("whole"),
        after(list, "depth"),
        after(list, "len"),
        words[0].equals("url_param") ? words[1] : "");
  }

  private static int after(List<String> words, String name) {
    return words.contains(name) ? Integer.parseInt(words.get(words.indexOf(name) + 1)) : 0;
  }

  private static Placement placementOf(Input input, boolean avalanche) {
    KeyHash hash = new KeyHash(Function.SDBM, avalanche, input);
    return Placements.build(new Consistent(hash, HashKey.ID), servers(3));
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 7f000001",
    "255.255.255.255, ffffffff",
    "::1, 00000001",
    "::, 00000000",
    "2001:db8::8:800:200c:417a, 000544c2",
    "1:2:3:4:5:6:7:8, 00000008",
    "::ffff:1.2.3.4, 0102fcfb",
    "fe80::1%eth0, fe800001"
  })
  void aSourceIsTheWordsOfItsAddress(String address, String hash) {
    Input source = new Input(Input.Kind.SOURCE, false, 0, 0, "");
    long words = Long.parseLong(hash, 16);
    assertThat(key(placementOf(source, false), address).hash()).isEqualTo(words);
    assertThat(key(placementOf(source, true), address).hash())
        .isEqualTo(HaproxyHashes.avalanche((int) words) & 0xffffffffL);
  }
}
