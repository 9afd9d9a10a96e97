package io.clockwise.config.read.pem;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.util.Arrays;

/** Private keys of older forms in the common one, PKCS #8 (RFC 5958). */
final class Der {
  private static final byte[] VERSION_0 = {2, 1, 0};
  private static final byte[] RSA = {
    0x30, 0x0d, 6, 9, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 1, 1, 1, 5, 0
  };
  private static final byte[] EC = {6, 7, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 2, 1};
  private static final int SEQUENCE = 0x30;
  private static final int OCTETS = 4;
  private static final int CURVE = 0xa0; // the tagged parameters of RFC 5915

  private Der() {}

  /** Wraps a key of RFC 8017. */
  static byte[] pkcs8OfRsa(byte[] key) {
    return element(SEQUENCE, VERSION_0, RSA, element(OCTETS, key));
  }

  /** Wraps a key of RFC 5915, which names its curve. */
  static byte[] pkcs8OfEc(byte[] key) throws GeneralSecurityException {
    try {
      int at = skipHead(key, 0); // the sequence
      at = skip(key, at); // its version
      at = skip(key, at); // the secret
      if ((key[at] & 0xff) == CURVE) {
        byte[] curve = Arrays.copyOfRange(key, skipHead(key, at), skip(key, at));
        return element(SEQUENCE, VERSION_0, element(SEQUENCE, EC, curve), element(OCTETS, key));
      }
    } catch (IndexOutOfBoundsException e) {
      // cut short
    }
    throw new GeneralSecurityException("the key in it is damaged, or does not name its curve");
  }

  /** Returns the place behind the tag and length of an element. */
  private static int skipHead(byte[] in, int at) {
    int first = in[at + 1] & 0xff;
    return at + 2 + (first > 0x80 ? first - 0x80 : 0);
  }

  /** Returns the place behind an element. */
  private static int skip(byte[] in, int at) {
    int first = in[at + 1] & 0xff;
    int length = first;
    if (first > 0x80) {
      length = 0;
      for (int i = at + 2; i < skipHead(in, at); i++) {
        length = length << 8 | in[i] & 0xff;
      }
    }
    if (length < 0) {
      throw new IndexOutOfBoundsException(length);
    }
    return skipHead(in, at) + length;
  }

  private static byte[] element(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    int length = content.size();
    if (length < 0x80) {
      out.write(length);
    } else {
      out.write(0x82);
      out.write(length >> 8);
      out.write(length);
    }
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }
}
