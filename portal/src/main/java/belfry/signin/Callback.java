package belfry.signin;

import belfry.base.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the platform sent back through the browser.
 *
 * @param codes each {@code code=} of the query
 * @param states each {@code state=} of the query
 * @param error {@code error=} of the query: the person declined, or something is misconfigured
 * @param halves this browser's state cookies: id to value
 * @param presented the session tokens that the browser already had
 * @param visitor how the request was made
 * @param address where it came from
 * @param userAgent the browser's {@code User-Agent}
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

  /** How a request was made, according to {@code Sec-Fetch-*} (W3C Fetch Metadata). */
  public enum Visitor {
    /** No such header: a program, not a browser. */
    PROGRAM,
    /** A browser navigating to a page. */
    NAVIGATION,
    /** A browser loading a part of a page, or prefetching. */
    SUBRESOURCE
  }

  String browser() {
    return address + ' ' + userAgent;
  }
}
