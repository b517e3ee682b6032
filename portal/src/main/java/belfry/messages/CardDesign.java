package belfry.messages;

import belfry.base.Bare;
import belfry.base.Phrase;
import belfry.storage.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an author puts beneath a text, of which a card is made, or a card that says it all. */
public sealed interface CardDesign {
  /** The most that Webex shows. */
  int MOST_BUTTONS = 5;

  int LONGEST_TITLE = 100;
  int LONGEST_ADDRESS = 2_000;
  int LONGEST_ALT = 500;

  /** The card for a message that says this. */
  Card card(MessageText text);

  /** Why it cannot be sent. */
  List<Mistake> mistakes();

  /** Something that prevents it from being sent, and in which field. */
  record Mistake(String field, Phrase phrase) {}

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
    public List<Mistake> mistakes() {
      var mistakes = new ArrayList<Mistake>();
      for (var i = 0; i < buttons.size(); i++) {
        var button = buttons.get(i);
        if (Bare.isBlank(button.title)) {
          mistakes.add(
              new Mistake(
                  "card.buttons[%d].title".formatted(i),
                  Phrase.of("card.noTitle", "Say what the button does.")));
        }
        braces("card.buttons[%d].title".formatted(i), button.title, mistakes);
        address("card.buttons[%d].url".formatted(i), button.url, mistakes);
      }
      picture.ifPresent(shown -> {
        address("card.picture.url", shown.url, mistakes);
        braces("card.picture.alt", shown.alt, mistakes);
        if (Bare.isBlank(shown.alt)) {
          mistakes.add(
              new Mistake(
                  "card.picture.alt",
                  Phrase.of(
                      "card.noAlt", "Say what is in the picture, for those who do not see it.")));
        }
      });
      return mistakes;
    }

    private static void braces(String field, String words, List<Mistake> mistakes) {
      PersonalText.of(words, PersonalText.Markup.NONE)
          .fault()
          .or(() -> CardAddresses.turning(words))
          .ifPresent(why -> mistakes.add(new Mistake(field, why)));
    }

    private static void address(String field, String url, List<Mistake> mistakes) {
      var text = PersonalText.of(url, PersonalText.Markup.ADDRESS);
      if (text.fault().isPresent()) {
        mistakes.add(new Mistake(field, text.fault().get()));
      } else if (!text.mayBeAddress()) {
        mistakes.add(
            new Mistake(
                field,
                CardAddresses.web(PersonalText.masked(url), CardAddresses.NO_ADDRESS)
                    .orElse(CardAddresses.NO_ADDRESS)));
      }
    }
  }

  /**
   * A card that the author wrote, or pasted.
   *
   * @param json as it was written; perhaps not even JSON yet
   */
  record Own(String json) implements CardDesign {
    /** The text of the message is for apps that show no cards. */
    @Override
    public Card card(MessageText text) {
      var tree = Card.tree(json);
      return new Card(tree.isMissingNode() ? json : tree.toString());
    }

    @Override
    public List<Mistake> mistakes() {
      var mistakes = CardSchema.mistakes(json);
      return (mistakes.isEmpty() ? PersonalCard.of(new Card(json)).faults() : mistakes)
          .stream().map(why -> new Mistake("card.own", why)).toList();
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
  record Kept(@Nullable List<Button> buttons, @Nullable Picture picture, @Nullable String own) {}

  /** As text for a database. */
  default String kept() {
    return Json.write(
        switch (this) {
          case Simple(var buttons, var picture) -> new Kept(buttons, picture.orElse(null), null);
          case Own(var json) -> new Kept(null, null, json);
        });
  }

  /** Reads what {@link #kept} wrote; empty if there is nothing. */
  static Optional<CardDesign> read(String kept) {
    if (kept.isEmpty()) {
      return Optional.empty();
    }
    var design = Json.read(kept, Kept.class);
    return Optional.of(
        design.own != null
            ? new Own(design.own)
            : new Simple(
                design.buttons == null ? List.of() : design.buttons,
                Optional.ofNullable(design.picture)));
  }
}
