package io.clockwise.app.cli.remote;

import io.clockwise.app.cli.settings.ApiEndpoint;
import io.clockwise.app.cli.settings.ClientFailure;
import java.io.IOException;

/**
 * What an endpoint answered.
 *
 * @param endpoint which one
 * @param status code
 * @param text of the body
 */
public record ApiAnswer(ApiEndpoint endpoint, int status, String text) {

  /** Returns the body as JSON. */
  public JsonTree json() {
    try {
      return JsonTree.parse(text);
    } catch (IOException e) {
      throw new ClientFailure(
          endpoint + " answered " + status + " without JSON; is that the admin API?");
    }
  }

  /** Tells whether it did what was asked. */
  boolean isGood() {
    return status >= 200 && status < 300;
  }

  /** Returns the last part of the problem's type; empty when the body is no problem. */
  String problem() {
    if (isGood()) {
      return "";
    }
    try {
      String type = JsonTree.parse(text).text("type");
      return type.substring(type.lastIndexOf(':') + 1);
    } catch (IOException e) {
      return "";
    }
  }
}
