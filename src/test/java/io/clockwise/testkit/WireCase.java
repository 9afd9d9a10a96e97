package io.clockwise.testkit;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * One case of a corpus of raw HTTP/1 requests.
 *
 * @param expect the outcome that the RFCs ask for
 * @param backend how the backend misbehaves, or null
 */
public record WireCase(
    String id,
    String title,
    JsonArray segments,
    boolean fin,
    JsonObject expect,
    JsonObject backend) {

  /** Reads the corpus from a resource. */
  public static List<WireCase> read(String resource) throws IOException {
    try (InputStream in = WireCase.class.getResourceAsStream(resource)) {
      String text = new String(new GZIPInputStream(in).readAllBytes(), StandardCharsets.UTF_8);
      List<WireCase> cases = new ArrayList<>();
      for (Object each : new JsonObject(text).getJsonArray("cases")) {
        JsonObject c = (JsonObject) each;
        cases.add(
            new WireCase(
                c.getString("id"),
                c.getString("title"),
                c.getJsonArray("segments"),
                c.getBoolean("fin", false),
                c.getJsonObject("expect"),
                c.getJsonObject("backend")));
      }
      return cases;
    }
  }

  /**
   * Writes the case to a client; a pause between two segments is kept.
   *
   * @param words what stands for the placeholders
   */
  public void play(RawClient client, Map<String, String> words) throws IOException {
    for (Object each : segments) {
      JsonObject segment = (JsonObject) each;
      if (segment.containsKey("pause_ms")) {
        client.awaitSilence(segment.getInteger("pause_ms"));
      } else {
        client.send(bytesOf(segment, words));
      }
    }
    if (fin) {
      client.finish();
    }
  }

  /**
   * Returns the bytes of all segments of the request.
   *
   * @param words what stands for the placeholders
   */
  public byte[] requestBytes(Map<String, String> words) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Object each : segments) {
      JsonObject segment = (JsonObject) each;
      if (!segment.containsKey("pause_ms")) {
        all.writeBytes(bytesOf(segment, words));
      }
    }
    return all.toByteArray();
  }

  /** Returns the bytes of the segments with which the backend answers. */
  public byte[] backendBytes() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Object each : backend.getJsonArray("segments")) {
      all.writeBytes(bytesOf((JsonObject) each, Map.of()));
    }
    return all.toByteArray();
  }

  private static byte[] bytesOf(JsonObject segment, Map<String, String> words) {
    if (segment.containsKey("repeat_b64")) {
      String part = decode(segment.getString("repeat_b64"));
      return part.repeat(segment.getInteger("times")).getBytes(StandardCharsets.ISO_8859_1);
    }
    String text = decode(segment.getString("b64"));
    for (Map.Entry<String, String> word : words.entrySet()) {
      text = text.replace(word.getKey(), word.getValue());
    }
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String decode(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.ISO_8859_1);
  }

  @Override
  public String toString() {
    return id + " " + title;
  }
}
