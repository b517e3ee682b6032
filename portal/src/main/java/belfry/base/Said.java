package belfry.base;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A phrase as programs receive it, beside its English text.
 *
 * @param args texts, numbers, or other phrases
 */
public record Said(String code, Map<String, Object> args) {
  /** Empty for quoted words. */
  public static Optional<Said> of(Phrase phrase) {
    return phrase.isQuoted()
        ? Optional.empty()
        : Optional.of(new Said(phrase.code(), args(phrase)));
  }

  /** Empty if one of them is a quotation. */
  public static Optional<List<Said>> all(List<Phrase> phrases) {
    return phrases.stream().anyMatch(Phrase::isQuoted)
        ? Optional.empty()
        : Optional.of(phrases.stream().flatMap(phrase -> of(phrase).stream()).toList());
  }

  /** The arguments of the phrase. */
  public static Map<String, Object> args(Phrase phrase) {
    var args = new LinkedHashMap<String, Object>();
    phrase.arguments().forEach((name, value) -> args.put(name, arg(value)));
    return args;
  }

  private static Object arg(Object value) {
    return value instanceof Phrase inner
        ? of(inner).<Object>map(said -> said).orElseGet(inner::english)
        : value;
  }
}
