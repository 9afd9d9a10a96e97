package io.clockwise.health.check.probe;

import java.io.FileNotFoundException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What went wrong with a connection, for people. */
final class FaultText {
  private FaultText() {}

  /**
   * Returns the text.
   *
   * @param connected whether the connection was there
   * @param time how long it may take, as text
   */
  static String of(Throwable cause, boolean connected, String time) {
    boolean secure = false;
    String certificate = null;
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (at instanceof UnknownHostException) {
        return "its name is not known";
      }
      if (isAboutCertificate(at)) {
        certificate = message(at); // the innermost says most
      }
      secure |= at instanceof SSLException;
    }
    if (certificate != null) {
      return "certificate not trusted: " + certificate;
    }
    if (secure) {
      return "TLS failed: " + message(cause);
    }
    if (message(cause).contains("SETTINGS")) {
      return "it does not speak HTTP/2";
    }
    return connected ? answering(cause) : connecting(cause, time);
  }

  private static boolean isAboutCertificate(Throwable at) {
    return at instanceof CertificateException
        || at instanceof CertPathValidatorException
        || at instanceof CertPathBuilderException;
  }

  private static String answering(Throwable cause) {
    String text = message(cause).toLowerCase(Locale.ROOT);
    return text.contains("reset by peer") ? "connection reset" : "no answer: " + message(cause);
  }

  /* Each transport words it in its own way, with the address. */
  private static String connecting(Throwable cause, String time) {
    String text = message(cause).toLowerCase(Locale.ROOT);
    if (text.contains("refused")) {
      return "connection refused";
    }
    if (cause instanceof FileNotFoundException) {
      return "its socket is not there";
    }
    if (cause instanceof ConnectException && text.contains("timed out")) {
      return "no connection within " + time;
    }
    return "no connection: " + message(cause);
  }

  private static String message(Throwable cause) {
    @Nullable String text = cause.getMessage();
    return text == null || text.isBlank() ? cause.getClass().getSimpleName() : text;
  }
}
