package belfry.standin.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Named values as a query or a form carries them; of several with one name the first counts. */
public record Fields(Map<String, String> values) {
  public static final Fields NONE = new Fields(Map.of());

  public Fields {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  public static Fields parse(String encoded) {
    var values = new LinkedHashMap<String, String>();
    for (var pair : encoded.split("&", -1)) {
      var halves = pair.split("=", 2);
      if (!halves[0].isEmpty()) {
        values.putIfAbsent(decoded(halves[0]), halves.length == 1 ? "" : decoded(halves[1]));
      }
    }
    return new Fields(values);
  }

  private static String decoded(String encoded) {
    try {
      return URLDecoder.decode(encoded, UTF_8);
    } catch (IllegalArgumentException _) {
      // A lone per cent sign: a lenient server takes it as it stands.
      return encoded;
    }
  }

  /** The value, unless it is missing or empty. */
  public Optional<String> value(String name) {
    return Optional.ofNullable(values.get(name)).filter(value -> !value.isEmpty());
  }

  public Fields with(String name, String value) {
    var all = new LinkedHashMap<>(values);
    all.put(name, value);
    return new Fields(all);
  }

  public Fields without(String name) {
    var all = new LinkedHashMap<>(values);
    all.remove(name);
    return new Fields(all);
  }

  public String encoded() {
    return values.entrySet().stream()
        .map(one -> encoded(one.getKey()) + "=" + encoded(one.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String plain) {
    return URLEncoder.encode(plain, UTF_8);
  }
}
