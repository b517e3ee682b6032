package belfry.messages;

import belfry.base.Phrase;
import belfry.storage.Json;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How readers of a message can say that they have read it: by a button, by writing a word back, or
 * by either. Pure.
 *
 * @param button what the button says; empty without one
 * @param word what is written back; empty if nothing is agreed
 * @param reminders of those who do not say it
 */
public record Acknowledgement(String button, String word, Reminders reminders) {
  /** In characters. */
  public static final int LONGEST = 60;

  /** What the button sends, so that it is told from all other buttons. */
  private static final String KEY = "belfry";

  private static final String PRESSED = "acknowledge";

  /** Also reads what was stored before reminders could be set. */
  @JsonCreator
  public Acknowledgement(
      @JsonProperty("button") String button,
      @JsonProperty("word") String word,
      @JsonProperty("reminders") @Nullable Reminders reminders) {
    this.button = button;
    this.word = word;
    this.reminders = reminders == null ? Reminders.NONE : reminders;
  }

  /** Without reminders. */
  public Acknowledgement(String button, String word) {
    this(button, word, Reminders.NONE);
  }

  /** The same with these reminders. */
  public Acknowledgement with(Reminders others) {
    return new Acknowledgement(button, word, others);
  }

  public boolean hasButton() {
    return !button.isEmpty();
  }

  /** Nobody could acknowledge anything. */
  public boolean isEmpty() {
    return button.isEmpty() && word.isEmpty();
  }

  /** The card with the button as its last. */
  Card on(Card card) {
    if (!hasButton() || !(card.tree() instanceof ObjectNode tree)) {
      return card;
    }
    var actions = tree.get("actions") instanceof ArrayNode some ? some : tree.putArray("actions");
    actions
        .addObject()
        .put("type", "Action.Submit")
        .put("title", button)
        .putObject("data")
        .put(KEY, PRESSED);
    return new Card(tree.toString());
  }

  /** The card of a message with this button, which may have no other reason to be a card. */
  public static Optional<Card> card(
      MessageText text, Optional<CardDesign> design, Optional<Acknowledgement> asked) {
    var button = asked.filter(Acknowledgement::hasButton);
    return design
        .or(() -> button.map(_ -> new CardDesign.Simple(List.of(), Optional.empty())))
        .map(one -> one.card(text))
        .map(card -> button.map(one -> one.on(card)).orElse(card));
  }

  /** Whether these inputs of a press come from the button. */
  public static boolean isPress(String inputs) {
    return Card.tree(inputs).path(KEY).asText().equals(PRESSED);
  }

  /** Whether somebody who wrote this wrote the agreed word, and nothing else. */
  public boolean isWord(String written) {
    var letters = letters(word);
    return !letters.isEmpty() && letters.equals(letters(written));
  }

  /** Without what people leave out or add: case, blanks at the ends, and punctuation. */
  private static String letters(String words) {
    return Normalizer.normalize(words, Normalizer.Form.NFKC)
        .toLowerCase(Locale.ROOT)
        .replaceAll("[\\p{P}\\p{S}\\p{C}]+", " ")
        .strip()
        .replaceAll("[\\s\\p{Z}]+", " ");
  }

  /** Why this cannot be asked for in a message with these buttons. */
  public List<CardDesign.Mistake> mistakes(Optional<CardDesign> design) {
    var mistakes = new ArrayList<CardDesign.Mistake>();
    PersonalText.of(button, PersonalText.Markup.NONE)
        .fault()
        .ifPresent(why -> mistakes.add(new CardDesign.Mistake("acknowledge.button", why)));
    if (hasButton()
        && design.orElse(null) instanceof CardDesign.Simple(var buttons, _)
        && buttons.size() >= CardDesign.MOST_BUTTONS) {
      mistakes.add(
          new CardDesign.Mistake(
              "acknowledge.button",
              Phrase.of(
                  "acknowledge.tooManyButtons",
                  "Webex shows at most {{most}} buttons, and this is one more. Remove one, or agree on a word instead.",
                  "most",
                  CardDesign.MOST_BUTTONS)));
    }
    if (!word.isEmpty() && letters(word).isEmpty()) {
      mistakes.add(
          new CardDesign.Mistake(
              "acknowledge.word",
              Phrase.of(
                  "acknowledge.noLetters",
                  "Agree on a word with letters or digits: signs alone are not compared.")));
    }
    return mistakes;
  }

  /** As text for a database. */
  public String kept() {
    return Json.write(this);
  }

  /** Reads what {@link #kept} wrote; empty if nothing was asked for. */
  public static Optional<Acknowledgement> read(@Nullable String kept) {
    return kept == null || kept.isEmpty()
        ? Optional.empty()
        : Optional.of(Json.read(kept, Acknowledgement.class));
  }
}
