package belfry.jobs.templates;

import belfry.base.Bare;
import belfry.messages.CardDesign;
import belfry.messages.MessageText;
import belfry.storage.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The fields of a template, such as <code>[[Day]]</code>, which its user fills in once for
 * everybody; placeholders remain for each recipient. Pure.
 */
public record TemplateFields(MessageText text, Optional<CardDesign> card) {
  /** In characters, of a name. */
  private static final int LONGEST = 60;

  private static final Pattern FIELD =
      Pattern.compile("(?<!\\\\)\\[\\[([^\\[\\]\\v]{1,%d})\\]\\]".formatted(LONGEST));

  /** The names, as they stand in the text, in their order. */
  public Set<String> names() {
    var names = new LinkedHashSet<String>();
    var collect =
        (UnaryOperator<String>)
            words -> {
              FIELD
                  .matcher(words)
                  .results()
                  .map(found -> Bare.of(found.group(1)))
                  .forEach(names::add);
              return words;
            };
    var _ = with(collect, collect, collect);
    names.remove("");
    return names;
  }

  /** The same with these values; what has none stays as it is. */
  public TemplateFields filled(Map<String, String> values) {
    return with(
        words -> filled(words, values, value -> value),
        url -> filled(url, values, TemplateFields::encoded),
        json -> filled(json, values, TemplateFields::inJson));
  }

  private static String filled(
      String words, Map<String, String> values, UnaryOperator<String> form) {
    return FIELD
        .matcher(words)
        .replaceAll(found -> {
          var value = values.get(Bare.of(found.group(1)));
          return Matcher.quoteReplacement(value == null ? found.group() : form.apply(value));
        });
  }

  /** A value that is all of an address stays one. */
  private static String encoded(String value) {
    return value.matches("https?://\\S+")
        ? value
        : URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** So that whatever the value is, it stays inside of the text in which its field stands. */
  private static String inJson(String value) {
    var quoted = Json.write(value);
    return quoted.substring(1, quoted.length() - 1);
  }

  private TemplateFields with(
      UnaryOperator<String> words, UnaryOperator<String> address, UnaryOperator<String> json) {
    var said = new MessageText(words.apply(text.markdown()));
    return new TemplateFields(said, card.map(design -> with(design, words, address, json)));
  }

  private static CardDesign with(
      CardDesign design,
      UnaryOperator<String> words,
      UnaryOperator<String> address,
      UnaryOperator<String> json) {
    return switch (design) {
      case CardDesign.Simple(var buttons, var picture) ->
          new CardDesign.Simple(
              buttons.stream()
                  .map(one ->
                      new CardDesign.Button(words.apply(one.title()), address.apply(one.url())))
                  .toList(),
              picture.map(
                  one -> new CardDesign.Picture(address.apply(one.url()), words.apply(one.alt()))));
      case CardDesign.Own(var own) -> new CardDesign.Own(json.apply(own));
    };
  }

  /** Names without a value among these. */
  public List<String> missing(Map<String, String> values) {
    return names().stream().filter(name -> Bare.isBlank(values.getOrDefault(name, ""))).toList();
  }
}
