package io.clockwise.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class IpTextProperties {

  @Property(tries = 500)
  void textReadsBackAsTheAddress(@ForAll @Size(16) byte[] address, @ForAll int holes) {
    for (int i = 0; i < 16; i++) {
      if ((holes >>> i & 1) == 1) {
        address[i] = 0; // random bytes alone would hardly ever give a run of zeros
      }
    }
    String text = IpText.of(address);
    byte[] read = CidrBlock.parseAddress(text).orElseThrow();
    byte[] expected = IpText.isMapped(address) ? Arrays.copyOfRange(address, 12, 16) : address;
    assertThat(read).isEqualTo(expected);
    assertThat(text).doesNotContain(":::").doesNotMatch(".*::.*::.*");
  }

  @Property(tries = 500)
  void aBlockContainsWhatHasTheSamePrefix(
      @ForAll @Size(4) byte[] network,
      @ForAll @Size(4) byte[] address,
      @ForAll @IntRange(min = 0, max = 32) int prefix) {
    CidrBlock block = CidrBlock.parse(IpText.of(network) + "/" + prefix).orElseThrow();
    boolean same = Arrays.equals(CidrBlock.mask(network, prefix), CidrBlock.mask(address, prefix));
    assertThat(block.contains(address)).isEqualTo(same);
    assertThat(block.contains(CidrBlock.mask(network, prefix))).isTrue();
    assertThat(block.contains(network)).isTrue();
  }
}
