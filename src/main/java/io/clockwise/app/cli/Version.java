package io.clockwise.app.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of this build and of what it runs on. */
public final class Version implements IVersionProvider {

  /** Returns the version of Clockwise alone. */
  public static String number() {
    Properties build = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("/clockwise-build.properties")) {
      if (in != null) {
        build.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return build.getProperty("version", "unknown");
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "clockwise " + number(),
      "java "
          + System.getProperty("java.version")
          + " ("
          + System.getProperty("java.vendor")
          + ") on "
          + System.getProperty("os.name")
          + " "
          + System.getProperty("os.arch")
    };
  }
}
