package belfry.http;

import belfry.base.Bare;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request as handlers see it.
 *
 * @param path decoded path parameters by name
 * @param query decoded query values by name
 * @param headers by lower-case name
 * @param address where it came from, according to trusted proxies
 * @param secure whether it came over HTTPS, according to trusted proxies
 * @param body read at most once
 */
public record Request(
    String method,
    Map<String, String> path,
    Map<String, List<String>> query,
    Map<String, List<String>> headers,
    String address,
    boolean secure,
    Bodies.Incoming body) {

  /** A path parameter of the route's pattern. */
  public String path(String name) {
    var value = path.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the route has no parameter " + name);
    }
    return value;
  }

  /** The first value, as eyes see it; empty if the query has none of this name. */
  public Optional<String> query(String name) {
    return query.getOrDefault(name, List.of()).stream().findFirst().map(Bare::of);
  }

  public Optional<String> header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()).stream().findFirst();
  }

  public List<String> headers(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
  }

  /**
   * The key that makes it recognizable when it is sent again.
   *
   * @throws Problem.Thrown 400 if it is none
   */
  public Optional<String> idempotencyKey() {
    return header(IdempotencyKey.NAME).map(IdempotencyKey::read);
  }

  public boolean accepts(String mediaType) {
    return headers("accept").stream().anyMatch(value -> value.contains(mediaType));
  }

  public Request with(Map<String, String> pathParameters) {
    return new Request(method, pathParameters, query, headers, address, secure, body);
  }
}
