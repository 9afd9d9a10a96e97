package io.clockwise.bench.peer.figure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KernelFilesTest {
  @Test
  void processorTimeIsTheFieldsOfUserAndSystemWhateverTheName() {
    String stat =
        "4242 (a b) c) S 1 4242 4242 0 -1 4194560 901 7 2 1 350 127 11 13 20 0 9 0 77 1 2";
    CpuTime time = CpuTime.ofStat(stat + "\n");

    assertThat(time).isEqualTo(new CpuTime(350, 127));
    assertThat(time.total()).isEqualTo(477);
    assertThat(time.plus(new CpuTime(1, 2)).since(new CpuTime(300, 100)))
        .isEqualTo(new CpuTime(51, 29));
  }

  @Test
  void memoryIsTheResidentSetAndItsPeak() {
    String status = "Name:\tx\nVmPeak:\t  900 kB\nVmHWM:\t   52100 kB\nVmRSS:\t   48204 kB\n";

    assertThat(Memory.ofStatus(status)).isEqualTo(new Memory(48_204, 52_100));
    assertThat(Memory.ofStatus(status).plus(new Memory(1, 2)))
        .isEqualTo(new Memory(48_205, 52_102));
    assertThat(Memory.ofStatus("Name:\tzombie\n")).isEqualTo(Memory.NONE);
  }
}
