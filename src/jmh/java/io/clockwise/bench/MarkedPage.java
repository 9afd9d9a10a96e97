package io.clockwise.bench;

/**
 * A page of the documentation with a part that a program writes, between two marks.
 *
 * @param program what writes it, as it stands in the marks
 * @param heading of the section that is made when the page has no marks yet
 */
public record MarkedPage(String program, String heading) {
  /** Returns the mark before the part. */
  public String begin() {
    String name = program.substring(program.lastIndexOf('/') + 1);
    return "<!-- " + name + ": begin; written by " + program + " -->";
  }

  /** Returns the mark behind it. */
  public String end() {
    return "<!-- " + program.substring(program.lastIndexOf('/') + 1) + ": end -->";
  }

  /** Returns the page with this text between the marks; without marks a section of its own. */
  public String with(String page, String text) {
    int begin = page.indexOf(begin());
    int end = page.indexOf(end());
    if (begin < 0 && end < 0) {
      return page + "\n## " + heading + "\n\n" + begin() + "\n" + text + end() + "\n";
    }
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException("the marks of " + program + " are not a pair in the page");
    }
    return page.substring(0, begin + begin().length()) + "\n" + text + page.substring(end);
  }
}
