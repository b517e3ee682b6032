package belfry.messages;

import belfry.base.Phrase;
import belfry.storage.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an author puts beneath a text, of which a card is made. */
public sealed interface CardDesign {
  /** The most that Webex shows. */
  int MOST_BUTTONS = 5;

  int LONGEST_TITLE = 100;
  int LONGEST_ADDRESS = 2_000;
  int LONGEST_ALT = 500;

  /** The card for a message that says this. */
  Card card(MessageText text);

  /** Why it cannot be sent, by field. */
  Map<String, Phrase> faults();

  /** Buttons and a picture with the text of the message; not both may be missing. */
  record Simple(List<Button> buttons, Optional<Picture> picture) implements CardDesign {
    public Simple {
      buttons = List.copyOf(buttons);
    }

    @Override
    public Card card(MessageText text) {
      return SimpleCard.of(text, this);
    }

    @Override
    public Map<String, Phrase> faults() {
      var faults = new LinkedHashMap<String, Phrase>();
      for (var i = 0; i < buttons.size(); i++) {
        var button = buttons.get(i);
        if (button.title.isBlank()) {
          faults.put(
              "card.buttons[%d].title".formatted(i),
              Phrase.of("card.noTitle", "Say what the button does."));
        }
        address("card.buttons[%d].url".formatted(i), button.url, faults);
      }
      picture.ifPresent(shown -> {
        address("card.picture.url", shown.url, faults);
        if (shown.alt.isBlank()) {
          faults.put(
              "card.picture.alt",
              Phrase.of("card.noAlt", "Say what is in the picture, for those who do not see it."));
        }
      });
      return faults;
    }

    private static void address(String field, String url, Map<String, Phrase> faults) {
      if (!PersonalText.of(url, PersonalText.Markup.ADDRESS).mayBeAddress()) {
        faults.put(
            field,
            Phrase.of(
                "card.noAddress",
                "Give an address that begins with https:// or http://, without blanks."));
      }
    }
  }

  /** A button that opens an address. */
  record Button(String title, String url) {}

  /**
   * A picture that everybody's Webex app loads by itself.
   *
   * @param alt what is in it, for those who do not see it
   */
  record Picture(String url, String alt) {}

  /** The form in which it is kept. */
  record Kept(@Nullable List<Button> buttons, @Nullable Picture picture) {}

  /** As text for a database. */
  default String kept() {
    return Json.write(
        switch (this) {
          case Simple(var buttons, var picture) -> new Kept(buttons, picture.orElse(null));
        });
  }

  /** Reads what {@link #kept} wrote. */
  static CardDesign read(String kept) {
    var design = Json.read(kept, Kept.class);
    return new Simple(
        design.buttons == null ? List.of() : design.buttons, Optional.ofNullable(design.picture));
  }
}
