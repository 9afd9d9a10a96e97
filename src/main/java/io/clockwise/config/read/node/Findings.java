package io.clockwise.config.read.node;

import io.clockwise.config.ConfigProblem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What is found in one document: problems, and warnings beside them. */
public final class Findings {
  /** The most problems that are kept; the rest is counted. */
  static final int MOST = 1000;

  private final Set<ConfigProblem> problems = new LinkedHashSet<>();
  private final Set<ConfigProblem> warnings = new LinkedHashSet<>();
  private int count;
  private int beyond;

  /**
   * Notes something that makes the document unusable; the same again, from a default that several
   * places use, is kept once.
   */
  public void problem(ConfigProblem problem) {
    count++;
    if (problems.contains(problem)) {
      return;
    }
    if (problems.size() < MOST) {
      problems.add(problem);
    } else {
      beyond++;
    }
  }

  /** Notes something that is allowed but doubtful; the same again is kept once. */
  public void warning(ConfigProblem warning) {
    if (warnings.size() < MOST) {
      warnings.add(warning);
    }
  }

  /** Returns how many problems were noted so far, each as often as it was. */
  public int count() {
    return count;
  }

  /** Returns the problems by line, those of one line in the order they were found. */
  public List<ConfigProblem> problems() {
    List<ConfigProblem> sorted = sorted(problems);
    if (beyond > 0) {
      int last = sorted.get(sorted.size() - 1).line();
      String given = beyond + " more problems";
      sorted.add(new ConfigProblem("", last, given, "none", "correct those above first"));
    }
    return sorted;
  }

  /** Returns the warnings by line, those of one line in the order they were found. */
  public List<ConfigProblem> warnings() {
    return sorted(warnings);
  }

  private static List<ConfigProblem> sorted(Collection<ConfigProblem> found) {
    List<ConfigProblem> sorted = new ArrayList<>(found);
    sorted.sort(Comparator.comparingInt(ConfigProblem::line));
    return sorted;
  }
}
