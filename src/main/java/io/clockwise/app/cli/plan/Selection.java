package io.clockwise.app.cli.plan;

import io.clockwise.app.cli.console.Question;
import io.clockwise.app.cli.console.RemoteOptions;
import io.clockwise.app.cli.console.TextTable;
import io.clockwise.app.cli.remote.ApiClient;
import io.clockwise.app.cli.remote.ApiPath;
import io.clockwise.app.cli.remote.JsonTree;
import io.clockwise.app.cli.settings.ClientFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which backends somebody means: texts in which {@code *} stands for anything and {@code ?} for one
 * character, as in the admin API.
 *
 * @param pool names
 * @param id of backends
 * @param address of backends
 */
public record Selection(String pool, String id, String address) {
  private static final String ANY = "*";

  /** Returns the backends of pools by their ids. */
  public static Selection of(String pool, String id) {
    return new Selection(pool, id, ANY);
  }

  /** Returns all backends at an address; a host without a port stands for all its ports. */
  public static Selection at(String address) {
    boolean hostAlone =
        address.matches("[^:*]+") || address.matches("\\[[^]*]*]"); // a name or IPv4; IPv6
    return new Selection(ANY, ANY, hostAlone ? address + ":" + ANY : address);
  }

  /** Tells whether it names one backend. */
  public boolean isExact() {
    return !isPattern(pool) && !isPattern(id) && address.equals(ANY);
  }

  /** Returns the backends that are meant, as they are now; at least one. */
  public List<Target> find(ApiClient api) {
    JsonTree pools = api.get(ApiPath.of("pools")).json();
    List<Target> found = new ArrayList<>();
    for (JsonTree each : pools.items("pools")) {
      String name = each.text("name");
      for (JsonTree backend : each.items("backends")) {
        Target target = Target.of(name, backend);
        if (fits(pool, name) && fits(id, target.id()) && fits(address, target.address())) {
          found.add(target);
        }
      }
    }
    if (found.isEmpty()) {
      throw new ClientFailure("no backend is " + this + "; 'clockwise backends' lists them");
    }
    return found;
  }

  private static boolean fits(String pattern, String text) {
    StringBuilder regex = new StringBuilder();
    pattern
        .codePoints()
        .forEach(
            c ->
                regex.append(
                    switch (c) {
                      case '*' -> ".*";
                      case '?' -> ".";
                      default -> Pattern.quote(Character.toString(c));
                    }));
    return Pattern.matches(regex.toString(), text);
  }

  private static boolean isPattern(String text) {
    return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
  }

  /**
   * Returns the backends that are meant, listed and agreed to when they are several.
   *
   * @param what is going to happen to them, such as {@code drain}
   * @return empty: somebody said no
   */
  public List<Target> choose(RemoteOptions remote, ApiClient api, Question question, String what) {
    List<Target> found = find(api);
    if (found.size() == 1) {
      return found;
    }
    TextTable table = new TextTable("POOL", "ID", "ADDRESS", "STATE");
    found.forEach(t -> table.add(t.pool(), t.id(), t.address(), t.state()));
    table.print(remote.err(), "");
    remote.err().flush();
    return question.agreed(remote, what + " these " + found.size() + " backends?")
        ? found
        : List.of();
  }

  @Override
  public String toString() {
    return address.equals(ANY) ? "'" + id + "' in pool '" + pool + "'" : "at '" + address + "'";
  }
}
