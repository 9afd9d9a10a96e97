package io.clockwise.event;

import io.clockwise.config.ConfigProblem;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What the single writer offers to those who want a change; callable from any thread. */
public interface ControlPort {
  /** Proposes a change; completes when every event loop uses the new table, or after 2 s. */
  CompletionStage<ChangeOutcome> propose(ChangeProposal proposal);

  /**
   * Reads the configuration source again, now.
   *
   * @param actor who asks, for the history
   */
  CompletionStage<ReloadOutcome> reload(String actor);

  /** Returns the records that are still known, oldest first. */
  CompletionStage<List<ChangeRecord>> history();

  /**
   * Tells what a document would do in place of the one in use; nothing changes.
   *
   * @param document UTF-8 YAML, unchecked; relative paths in it start where those of the one in use
   *     do
   */
  CompletionStage<Checked> check(byte[] document);

  /**
   * Tells a listener of what comes from now on, on a thread of the writer.
   *
   * @return ends that
   */
  Runnable listen(Listener listener);

  /** Who is told of accepted changes and of reloads. */
  interface Listener {
    /** Takes a record that was accepted; it may be in use a moment later only. */
    void accepted(ChangeRecord record);

    /** Takes what became of reading the configuration again, for whom. */
    void reloaded(ReloadOutcome outcome, String actor);
  }

  /**
   * What a document would do.
   *
   * @param problems why it cannot be used; none: it can
   * @param warnings what is doubtful in it
   * @param revision of the intent that it was compared with
   * @param changed whether it differs from the one in use
   * @param effect what would follow
   */
  record Checked(
      List<ConfigProblem> problems,
      List<ConfigProblem> warnings,
      long revision,
      boolean changed,
      Effect effect) {
    /** Copies the lists. */
    public Checked {
      problems = List.copyOf(problems);
      warnings = List.copyOf(warnings);
    }

    /** Returns that of a document that cannot be used. */
    public static Checked invalid(List<ConfigProblem> problems, long revision) {
      return new Checked(problems, List.of(), revision, false, Effect.NONE);
    }
  }

  /**
   * What would follow from a document.
   *
   * @param pools that it touches, sorted
   * @param superseded changes of the API that it would overrule
   * @param needsRestart keys whose new value would wait for a restart
   */
  record Effect(List<String> pools, List<String> superseded, List<String> needsRestart) {
    /** Nothing. */
    public static final Effect NONE = new Effect(List.of(), List.of(), List.of());

    /** Copies the lists. */
    public Effect {
      pools = List.copyOf(pools);
      superseded = List.copyOf(superseded);
      needsRestart = List.copyOf(needsRestart);
    }
  }

  /** Returns the newest accepted intent that every event loop uses, or had 2 s to. */
  IntentState state();
}
