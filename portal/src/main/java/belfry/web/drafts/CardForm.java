package belfry.web.drafts;

import belfry.base.Bare;
import belfry.base.Phrase;
import belfry.base.Shortened;
import belfry.http.Problem;
import belfry.messages.Card;
import belfry.messages.CardDesign;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is put beneath a text, as callers send it; a refusal names the field. */
public record CardForm(
    @Nullable List<@Nullable ButtonForm> buttons,
    @Nullable PictureForm picture,
    @Nullable String own) {

  record ButtonForm(@Nullable String title, @Nullable String url) {}

  record PictureForm(@Nullable String url, @Nullable String alt) {}

  /** Absent: unchanged. Empty: nothing. */
  public static Optional<CardDesign> read(@Nullable CardForm form, Optional<CardDesign> otherwise) {
    return form == null ? otherwise : form.design();
  }

  private Optional<CardDesign> design() {
    if (own == null) {
      return simple();
    }
    if (buttons != null || picture != null) {
      throw Problem.invalid(
              "card",
              Phrase.of("card.either", "Send either a card of your own, or buttons and a picture."))
          .thrown();
    }
    if (new Card(own).bytes() > Card.MOST_BYTES) {
      throw Problem.invalid(
              "card.own",
              Phrase.of(
                  "card.own.tooLong",
                  "The card has more than {{most, number}} bytes. Shorten it.",
                  "most",
                  Card.MOST_BYTES))
          .thrown();
    }
    return Bare.isBlank(own) ? Optional.empty() : Optional.of(new CardDesign.Own(own));
  }

  private Optional<CardDesign> simple() {
    var errors = new ArrayList<Problem.FieldError>();
    var designed = new ArrayList<CardDesign.Button>();
    var sent = buttons == null ? List.<@Nullable ButtonForm>of() : buttons;
    if (sent.size() > CardDesign.MOST_BUTTONS) {
      throw Problem.invalid(
              "card.buttons",
              Phrase.of(
                  "card.tooManyButtons",
                  "Webex shows at most {{most}} buttons. Remove some.",
                  "most",
                  CardDesign.MOST_BUTTONS))
          .thrown();
    }
    for (var i = 0; i < sent.size(); i++) {
      var button = sent.get(i);
      var field = "card.buttons[%d]".formatted(i);
      if (button == null) {
        errors.add(
            Problem.FieldError.of(
                field, Phrase.of("card.noButton", "Send a title and a url, or leave it out.")));
      } else {
        designed.add(
            new CardDesign.Button(
                text(button.title, field + ".title", CardDesign.LONGEST_TITLE, errors),
                text(button.url, field + ".url", CardDesign.LONGEST_ADDRESS, errors)));
      }
    }
    var shown =
        Optional.ofNullable(picture)
            .map(one ->
                new CardDesign.Picture(
                    text(one.url, "card.picture.url", CardDesign.LONGEST_ADDRESS, errors),
                    text(one.alt, "card.picture.alt", CardDesign.LONGEST_ALT, errors)));
    if (!errors.isEmpty()) {
      throw Problem.invalid(errors).thrown();
    }
    return designed.isEmpty() && shown.isEmpty()
        ? Optional.empty()
        : Optional.of(new CardDesign.Simple(designed, shown));
  }

  private static String text(
      @Nullable String text, String field, int most, List<Problem.FieldError> errors) {
    var line = text == null ? "" : Bare.line(text);
    if (!Shortened.isShort(line, most)) {
      errors.add(
          Problem.FieldError.of(
              field,
              Phrase.of(
                  "card.textTooLong",
                  "This has more than {{most}} characters. Shorten it.",
                  "most",
                  most)));
    }
    return line;
  }
}
