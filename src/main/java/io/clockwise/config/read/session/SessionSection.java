package io.clockwise.config.read.session;

import io.clockwise.config.OnUnavailable;
import io.clockwise.config.SessionConfig;
import io.clockwise.config.read.node.Fields;

/**
 * The keys {@code affinity}, {@code onUnavailable}, {@code onOwnerChange}, {@code drain}, {@code
 * changeBudget}.
 */
public final class SessionSection {
  private SessionSection() {}

  /** Reads those of a pool. */
  public static SessionConfig read(Fields pool) {
    SessionConfig normal = SessionConfig.DEFAULT;
    return new SessionConfig(
        pool.get("affinity").map(AffinitySection::read).orElse(normal.affinity()),
        pool.word("onUnavailable", OnUnavailable.class, normal.onUnavailable()),
        pool.get("onOwnerChange").map(OwnerChangeSection::read).orElse(normal.onOwnerChange()),
        pool.get("drain").map(DrainSection::read).orElse(normal.drain()),
        pool.get("changeBudget").map(ChangeBudgetSection::read).orElse(normal.changeBudget()));
  }
}
