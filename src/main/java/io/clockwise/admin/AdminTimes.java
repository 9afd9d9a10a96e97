package io.clockwise.admin;

import java.time.Duration;

/**
 * How patient the admin API is.
 *
 * @param body how long a request body may take
 * @param head how long a new connection may take to its first request
 * @param idle how long a connection may rest between two requests
 * @param wrongToken how late a wrong token is answered
 */
record AdminTimes(Duration body, Duration head, Duration idle, Duration wrongToken) {
  static final AdminTimes DEFAULT =
      new AdminTimes(
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(75),
          Duration.ofMillis(300));
}
