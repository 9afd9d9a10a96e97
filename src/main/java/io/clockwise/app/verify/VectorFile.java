package io.clockwise.app.verify;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Keys with the backends that a program chose for them.
 *
 * @param algorithm the rule, by its name in such files
 * @param source where the picks come from; may be empty
 * @param subject what has to give the same picks
 */
public record VectorFile(String algorithm, String source, Subject subject, List<Pick> picks) {

  /** Copies the list. */
  public VectorFile {
    picks = List.copyOf(picks);
  }

  /**
   * A key and what was chosen for it.
   *
   * @param nodes the owner, or everyone in the order in which they were tried
   */
  public record Pick(String key, List<String> nodes) {
    /** Copies the list. */
    public Pick {
      nodes = List.copyOf(nodes);
    }
  }

  /** Reads the text of a file. */
  public static VectorFile read(String json) throws VectorFault {
    if (json.isBlank()) {
      throw new VectorFault("the document: empty, expected an object");
    }
    try {
      return of(Fields.of("the document", Json.decodeValue(json)).atTop());
    } catch (DecodeException e) {
      throw new VectorFault(notJson(e));
    }
  }

  /** Reads a document; its field {@code file} is for people and may be missing. */
  public static VectorFile read(JsonObject document) throws VectorFault {
    return of(new Fields("", document));
  }

  private static VectorFile of(Fields document) throws VectorFault {
    document.textIfAny("file");
    String algorithm = document.text("algorithm");
    String source = document.textIfAny("source").orElse("");
    Fields config = document.object("config");
    Subject subject = Subjects.read(algorithm, config);
    config.end();
    List<Pick> picks = picks(document.array("picks"), subject);
    document.end();
    return new VectorFile(algorithm, source, subject, picks);
  }

  private static List<Pick> picks(JsonArray array, Subject subject) throws VectorFault {
    if (array.isEmpty()) {
      throw new VectorFault("picks: none, expected at least one [key, node]");
    }
    List<Pick> picks = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      picks.add(pick("picks[" + i + ']', array.getValue(i), subject));
    }
    return picks;
  }

  private static Pick pick(String path, Object value, Subject subject) throws VectorFault {
    if (!(value instanceof JsonArray pair) || pair.size() != 2) {
      throw Fields.unexpected(path, value, "[key, node]");
    }
    String key = Fields.text(path + "[0]", pair.getValue(0));
    if (subject.numbers() && !isUnsigned(key)) {
      throw Fields.unexpected(path + "[0]", key, "an unsigned 64-bit number in decimal");
    }
    return new Pick(key, nodes(path + "[1]", pair.getValue(1), subject));
  }

  private static List<String> nodes(String path, Object value, Subject subject) throws VectorFault {
    if (subject.tries() == 1) {
      return List.of(Fields.text(path, value));
    }
    if (!(value instanceof JsonArray array) || array.size() > subject.tries()) {
      throw Fields.unexpected(path, value, "an array of at most " + subject.tries() + " nodes");
    }
    List<String> nodes = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      nodes.add(Fields.text(path + '[' + i + ']', array.getValue(i)));
    }
    return nodes;
  }

  private static boolean isUnsigned(String key) {
    try {
      return Long.toUnsignedString(Long.parseUnsignedLong(key)).equals(key);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static String notJson(DecodeException e) {
    if (e.getCause() instanceof JsonProcessingException cause && cause.getLocation() != null) {
      return "line "
          + cause.getLocation().getLineNr()
          + ", column "
          + cause.getLocation().getColumnNr()
          + ": not JSON: "
          + cause.getOriginalMessage().replaceAll("\\s+", " ");
    }
    return "not JSON: " + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
  }
}
