package io.clockwise.testkit;

import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** How a test connects by TLS; it takes each certificate of a server. */
public final class TlsClient {
  private static final int PATIENCE_MILLIS = 10_000;

  private final SSLContext context;
  private final SSLParameters parameters;

  private TlsClient(KeyManager[] keys) {
    try {
      context = SSLContext.getInstance("TLS");
      context.init(keys, new TrustManager[] {new TrustAll()}, null);
      parameters = context.getDefaultSSLParameters();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Makes a client without a certificate. */
  public static TlsClient plain() {
    return new TlsClient(null);
  }

  /** Makes a client that shows a certificate. */
  public static TlsClient showing(X509Bundle certificate) {
    try {
      return new TlsClient(certificate.toKeyManagerFactory().getKeyManagers());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Asks for a server name. */
  public TlsClient named(String name) {
    parameters.setServerNames(List.of(new SNIHostName(name)));
    return this;
  }

  /** Speaks only these versions. */
  public TlsClient versions(String... versions) {
    parameters.setProtocols(versions);
    return this;
  }

  /** Speaks only these cipher suites. */
  public TlsClient suites(String... suites) {
    parameters.setCipherSuites(suites);
    return this;
  }

  /** Offers these protocols by ALPN. */
  public TlsClient offering(String... protocols) {
    parameters.setApplicationProtocols(protocols);
    return this;
  }

  /** Connects to a port on loopback and shakes hands. */
  public SSLSocket connect(int port) throws IOException {
    return connect(port, new byte[0]);
  }

  /** Connects to a port on loopback, sends bytes as they are, and shakes hands then. */
  public SSLSocket connect(int port, byte[] before) throws IOException {
    Socket plain = new Socket();
    plain.connect(new InetSocketAddress("127.0.0.1", port), PATIENCE_MILLIS);
    plain.setSoTimeout(PATIENCE_MILLIS);
    plain.setTcpNoDelay(true);
    plain.getOutputStream().write(before);
    return over(plain);
  }

  /** Shakes hands on a socket that is connected. */
  public SSLSocket over(Socket plain) throws IOException {
    try {
      SSLSocket socket =
          (SSLSocket)
              context.getSocketFactory().createSocket(plain, "127.0.0.1", plain.getPort(), true);
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return socket;
    } catch (IOException refused) {
      plain.close();
      throw refused;
    }
  }

  /** Connects, and returns the names in the certificate that the server shows. */
  public String shown(int port) throws IOException {
    try (SSLSocket socket = connect(port)) {
      X509Certificate certificate = (X509Certificate) socket.getSession().getPeerCertificates()[0];
      return certificate.getSubjectX500Principal().getName() + " " + certificate.getSerialNumber();
    }
  }

  /** Connects for requests. */
  public RawClient open(int port) throws IOException {
    return RawClient.over(connect(port));
  }

  private static final class TrustAll implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
