package belfry.signin;

import belfry.base.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What came back from the platform through the browser.
 *
 * @param codes each {@code code=} of the query
 * @param states each {@code state=} of the query
 * @param error {@code error=} of the query: the person said no, or something is misconfigured
 * @param halves this browser's state cookies: id to value
 * @param presented the session tokens it already had
 * @param visitor how it came here
 * @param address where it came from
 * @param userAgent what it calls itself
 */
public record Callback(
    List<String> codes,
    List<String> states,
    Optional<String> error,
    Map<String, Secret> halves,
    List<Secret> presented,
    Visitor visitor,
    String address,
    String userAgent) {

  /** How a request came here, as {@code Sec-Fetch-*} tells it (W3C Fetch Metadata). */
  public enum Visitor {
    /** No such header: a program, not a browser. */
    PROGRAM,
    /** A browser going to a page. */
    NAVIGATION,
    /** A browser fetching a part of a page, or fetching ahead. */
    SUBRESOURCE
  }

  String browser() {
    return address + ' ' + userAgent;
  }
}
