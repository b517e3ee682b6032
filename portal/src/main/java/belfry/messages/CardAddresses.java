package belfry.messages;

import belfry.base.Phrase;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * What must not stand in the texts of a card, whatever its form: addresses that open something else
 * than they seem to, and signs that make a text look like another.
 */
final class CardAddresses {
  private static final int LONGEST = 2_000;

  /** Besides the web, what a button may open. */
  private static final Set<String> OPENED = Set.of("mailto", "tel", "webexteams");

  private static final Set<String> OF_PICTURES = Set.of("iconUrl", "poster", "backgroundImage");
  private static final Pattern SCHEME = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]*):.*");
  private static final Pattern EMBEDDED = Pattern.compile("data:image/[a-z0-9.+-]+[;,].*");

  /** What a button sends back is shown to nobody and opens nothing. */
  private static final String DATA = "data";

  static final Phrase HIDDEN =
      Phrase.of(
          "card.hidden", "What stands before the @ hides where this address leads. Remove it.");
  static final Phrase NO_ADDRESS =
      Phrase.of(
          "card.noAddress",
          "Give an address that begins with https:// or http://, without blanks.");
  private static final Phrase NOT_OPENED =
      Phrase.of(
          "card.notOpened",
          "This is no address that a button may open. Give one that begins with https://, http://,"
              + " mailto: or tel:.");
  private static final Phrase NO_PICTURE =
      Phrase.of(
          "card.noPicture",
          "This is no address of a picture. Give one that begins with https:// or http://.");
  private static final Phrase TOO_LONG =
      Phrase.of(
          "card.textTooLong",
          "This has more than {{most}} characters. Shorten it.",
          "most",
          LONGEST);
  private static final Phrase TURNS =
      Phrase.of(
          "card.turns",
          "The invisible character {{character}} turns the direction of this text. Remove it.");

  private final BiConsumer<String, Phrase> say;

  private CardAddresses(BiConsumer<String, Phrase> say) {
    this.say = say;
  }

  /** Says what is wrong in a card, and where, as a JSON pointer. */
  static void check(JsonNode card, BiConsumer<String, Phrase> say) {
    new CardAddresses(say).read(card, "");
  }

  private void read(JsonNode node, String at) {
    if (node.isObject()) {
      node.properties()
          .forEach(field -> {
            var name = field.getKey();
            var value = field.getValue();
            var place = at + "/" + name.replace("~", "~0").replace("/", "~1");
            if (value.isTextual() && CardPlace.of(node, name) == CardPlace.ADDRESS) {
              fault(value.textValue(), isOfPicture(node, at, name))
                  .ifPresent(why -> say.accept(place, why));
            }
            if (!name.equals(DATA)) {
              read(value, place);
            }
          });
    } else if (node.isArray()) {
      for (var i = 0; i < node.size(); i++) {
        read(node.get(i), at + "/" + i);
      }
    } else if (node.isTextual()) {
      turning(node.textValue()).ifPresent(why -> say.accept(at, why));
    }
  }

  private static boolean isOfPicture(JsonNode object, String at, String name) {
    return OF_PICTURES.contains(name)
        || at.endsWith("/backgroundImage")
        || object.has("mimeType")
        || object.path("type").asText().equals("Image");
  }

  private static Optional<Phrase> fault(String address, boolean ofPicture) {
    if (ofPicture && EMBEDDED.matcher(address.toLowerCase(Locale.ROOT)).matches()) {
      return Optional.empty();
    }
    if (address.length() > LONGEST) {
      return Optional.of(TOO_LONG);
    }
    var wrong = ofPicture ? NO_PICTURE : NOT_OPENED;
    var text = PersonalText.of(address, PersonalText.Markup.ADDRESS);
    // What is wrong with its places is said elsewhere, and what their values make of it when sent.
    if (text.fault().isPresent() || address.startsWith("{{")) {
      return Optional.empty();
    }
    var sample = PersonalText.PLACEHOLDER.matcher(address).replaceAll("x");
    var scheme = SCHEME.matcher(sample);
    if (!ofPicture
        && scheme.matches()
        && OPENED.contains(scheme.group(1).toLowerCase(Locale.ROOT))) {
      return sample.chars().anyMatch(Character::isWhitespace)
          ? Optional.of(wrong)
          : Optional.empty();
    }
    return web(sample, wrong);
  }

  /** Why a browser would not go where this address of the web seems to lead. */
  static Optional<Phrase> web(String address, Phrase otherwise) {
    try {
      var uri = new URI(address);
      // Java knows no host in letters of other scripts.
      var where = uri.getRawAuthority();
      if (where == null || where.isEmpty() || !isOfTheWeb(uri)) {
        return Optional.of(otherwise);
      }
      return where.contains("@") ? Optional.of(HIDDEN) : Optional.empty();
    } catch (URISyntaxException _) {
      return Optional.of(otherwise);
    }
  }

  private static boolean isOfTheWeb(URI uri) {
    return "https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme());
  }

  /** Why a text would not look like what it says. */
  static Optional<Phrase> turning(String text) {
    return text.codePoints()
        .filter(ValuePlace::turns)
        .mapToObj(one -> TURNS.with("character", "U+%04X".formatted(one)))
        .findFirst();
  }
}
