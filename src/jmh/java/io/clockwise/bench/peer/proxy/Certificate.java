package io.clockwise.bench.peer.proxy;

import io.clockwise.testkit.TestAuthority;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A certificate that signs itself, on the curve secp256r1, as files.
 *
 * @param chain the certificate
 * @param key its private key
 * @param both the two in one file
 */
public record Certificate(Path chain, Path key, Path both) {
  /** Makes one. */
  public static Certificate make(Path folder) throws IOException {
    X509Bundle pair = TestAuthority.onCurve("localhost", "127.0.0.1");
    String chain = pair.getCertificatePathPEM();
    String key = pair.getPrivateKeyPEM();
    return new Certificate(
        Files.writeString(folder.resolve("site.pem"), chain),
        Files.writeString(folder.resolve("site.key"), key),
        Files.writeString(folder.resolve("site.both.pem"), chain + "\n" + key));
  }
}
