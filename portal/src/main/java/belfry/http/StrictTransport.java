package belfry.http;

import java.util.Optional;

/**
 * Whether browsers are told to come by https only from now on ({@code BELFRY_HSTS}; RFC 6797). Said
 * over https only.
 */
public enum StrictTransport {
  OFF(""),
  HOST("max-age=31536000"),
  /** Also to all hosts below this one: only where all of them have https. */
  SUBDOMAINS("max-age=31536000; includeSubDomains");

  private final String value;

  StrictTransport(String value) {
    this.value = value;
  }

  /** The header's value; empty where nothing is said. */
  Optional<String> header() {
    return Optional.of(value).filter(text -> !text.isEmpty());
  }
}
