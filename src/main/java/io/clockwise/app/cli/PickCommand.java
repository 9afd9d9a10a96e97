package io.clockwise.app.cli;

import io.clockwise.app.instance.ConfigLoad;
import io.clockwise.app.instance.StartFailure;
import io.clockwise.config.BackendConfig;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.PoolConfig;
import io.clockwise.model.AdminState;
import io.clockwise.placement.MemberFilter;
import io.clockwise.placement.Placement;
import io.clockwise.placement.build.Placements;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pick}: says which backend each key would get, by the file alone. */
@Command(
    name = "pick",
    description = {
      "Read keys from standard input, one a line, and print KEY<TAB>BACKEND for each.",
      "A key is the bytes of its line. The states in the file count, the API's changes do not."
    },
    footer = {
      "",
      "Examples:",
      "  printf 'alice\\nbob\\n' | clockwise pick --config conf/clockwise.yaml --pool carts",
      "  clockwise pick --pool carts <keys.txt | cut -f2 | sort | uniq -c"
    })
final class PickCommand implements Callable<Integer> {
  @Mixin private ConfigOption config;

  @Option(
      names = "--pool",
      paramLabel = "NAME",
      description = "The pool; needed when the file has more than one.")
  private @Nullable String pool;

  @Override
  public Integer call() {
    try {
      ClockwiseConfig loaded = ConfigLoad.valid(ConfigLoad.document(config.file())).config();
      PoolConfig chosen = choose(loaded);
      Set<String> closed =
          chosen.backends().stream()
              .filter(b -> b.state() != AdminState.READY)
              .map(BackendConfig::id)
              .collect(Collectors.toSet());
      Placement placement = Placements.build(chosen.placement(), chosen.members(), closed, null);
      MemberFilter open = open(placement, closed);
      if (placement.pick(placement.key(new byte[0]), open) < 0) {
        throw new CommandFailure("no backend of the pool is ready and has a weight");
      }
      // System.in is read and System.out written as bytes: a key need not be text
      answer(System.in, new BufferedOutputStream(System.out), placement, open);
      return 0;
    } catch (StartFailure e) {
      throw new CommandFailure(e.problem());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private PoolConfig choose(ClockwiseConfig loaded) {
    String names = String.join(", ", loaded.pools().keySet());
    if (pool == null && loaded.pools().size() != 1) {
      throw new CommandFailure("the file has several pools; name one with --pool: " + names);
    }
    PoolConfig chosen =
        pool == null ? loaded.pools().values().iterator().next() : loaded.pools().get(pool);
    if (chosen == null) {
      throw new CommandFailure("no pool '" + pool + "' in " + config.file() + "; it has: " + names);
    }
    return chosen;
  }

  private static MemberFilter open(Placement placement, Set<String> closed) {
    return member -> !closed.contains(placement.members().get(member).id());
  }

  private static void answer(
      InputStream keys, OutputStream out, Placement placement, MemberFilter open)
      throws IOException {
    ByteArrayOutputStream key = new ByteArrayOutputStream();
    InputStream buffered = new java.io.BufferedInputStream(keys);
    for (int b = buffered.read(); b >= 0; b = buffered.read()) {
      if (b == '\n') {
        answer(key, out, placement, open);
      } else {
        key.write(b);
      }
    }
    if (key.size() > 0) { // a last line without its line end
      answer(key, out, placement, open);
    }
    out.flush();
  }

  private static void answer(
      ByteArrayOutputStream key, OutputStream out, Placement placement, MemberFilter open)
      throws IOException {
    byte[] bytes = key.toByteArray();
    key.reset();
    int member = placement.pick(placement.key(bytes), open);
    out.write(bytes);
    out.write('\t');
    out.write(placement.members().get(member).id().getBytes(StandardCharsets.UTF_8));
    out.write('\n');
  }
}
