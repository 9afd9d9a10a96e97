package io.clockwise.route.affinity;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.Mac;

/**
 * Message authentication codes of cookies (HMAC-SHA-256, RFC 2104, cut to 128 bits), of one thread;
 * what it tells is valid until the next one.
 */
final class CookieMacs {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int MOST_KEYS = 64;

  private final Map<CookieKey, Mac> macs = new HashMap<>();
  private final byte[] code = new byte[32];
  private final byte[] words = new byte[4 * Long.BYTES];

  private Mac mac(CookieKey key) {
    Mac known = macs.get(key);
    if (known == null) {
      if (macs.size() == MOST_KEYS) {
        macs.clear(); // most of them are of tables that are gone
      }
      known = key.mac();
      macs.put(key, known);
    }
    return known;
  }

  /** Computes the code of a cookie. */
  CookieMacs sign(
      CookieKey key, CookieAffinity affinity, long tag, long issued, long seen, long keyHash) {
    LONGS.set(words, 0, tag);
    LONGS.set(words, 8, issued);
    LONGS.set(words, 16, seen);
    LONGS.set(words, 24, affinity.bindsKey() ? keyHash : 0L);
    Mac mac = mac(key);
    mac.update(affinity.context());
    mac.update(words);
    finish(mac);
    return this;
  }

  /** Returns what stands for a backend in cookies. */
  long tag(CookieKey key, CookieAffinity affinity, String backend) {
    Mac mac = mac(key);
    mac.update((byte) 't'); // no context of a cookie begins so
    mac.update(affinity.context());
    mac.update(backend.getBytes(StandardCharsets.UTF_8));
    finish(mac);
    return high();
  }

  private void finish(Mac mac) {
    try {
      mac.doFinal(code, 0);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("32 bytes are enough", e);
    }
  }

  /** Returns the first 64 bits of the code. */
  long high() {
    return (long) LONGS.get(code, 0);
  }

  /** Returns the next 64 bits of the code. */
  long low() {
    return (long) LONGS.get(code, 8);
  }
}
