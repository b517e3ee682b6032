package belfry.http;

import java.util.Optional;

/**
 * Whether browsers are told to use HTTPS only from now on ({@code BELFRY_HSTS}; RFC 6797). Sent
 * over HTTPS only.
 */
public enum StrictTransport {
  OFF(""),
  HOST("max-age=31536000"),
  /** Also for all hosts below this one; only if all of them support HTTPS. */
  SUBDOMAINS("max-age=31536000; includeSubDomains");

  private final String value;

  StrictTransport(String value) {
    this.value = value;
  }

  /** The header's value; empty if it is not sent. */
  Optional<String> header() {
    return Optional.of(value).filter(text -> !text.isEmpty());
  }
}
