package io.clockwise.proxy.policy.upgrade;

import io.clockwise.proxy.policy.FieldRules;
import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The opening handshake of WebSocket over HTTP/1.1 (RFC 6455 section 4), as a proxy sees it. */
public final class WebSocketHandshake {
  private static final String PROTOCOL = "websocket";
  private static final String KEY_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final int KEY_BYTES = 16;

  private WebSocketHandshake() {}

  /**
   * Tells whether a request asks for nothing else than WebSocket. One that names other protocols as
   * well does not: a backend could choose one that is not understood here.
   *
   * @param connection the values of {@code Connection}
   * @param upgrade the values of {@code Upgrade}
   */
  public static boolean isAsked(
      String method, boolean http11, List<String> connection, List<String> upgrade) {
    return upgrade.size() == 1
        && http11
        && method.equals("GET")
        && upgrade.get(0).strip().equalsIgnoreCase(PROTOCOL)
        && FieldRules.listsToken(connection, "upgrade");
  }

  /** Returns the key of a request that asks for WebSocket; null: it has none that is valid. */
  public static @Nullable String key(MultiMap fields) {
    List<String> keys = fields.getAll("sec-websocket-key");
    if (keys.size() != 1) {
      return null;
    }
    String key = keys.get(0).strip();
    try {
      return Base64.getDecoder().decode(key).length == KEY_BYTES ? key : null;
    } catch (IllegalArgumentException notBase64) {
      return null;
    }
  }

  /** Returns the key made of 16 bytes. */
  public static String key(byte[] nonce) {
    return Base64.getEncoder().encodeToString(nonce);
  }

  /** Tells whether an answer with status 101 is the one to a request with this key. */
  public static boolean isAccepted(MultiMap answer, String key) {
    List<String> upgrade = answer.getAll("upgrade");
    List<String> accept = answer.getAll("sec-websocket-accept");
    return upgrade.size() == 1
        && upgrade.get(0).strip().equalsIgnoreCase(PROTOCOL)
        && FieldRules.listsToken(answer, "connection", "upgrade")
        && accept.size() == 1
        && accept.get(0).strip().equals(accept(key));
  }

  /** Returns what accepts a key (RFC 6455 section 4.2.2). */
  public static String accept(String key) {
    try {
      byte[] text = (key + KEY_SUFFIX).getBytes(StandardCharsets.US_ASCII);
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-1").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each Java platform has it
    }
  }
}
