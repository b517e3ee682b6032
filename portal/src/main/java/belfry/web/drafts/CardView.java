package belfry.web.drafts;

import belfry.messages.CardDesign;
import java.util.List;
import java.util.Optional;

/** What is put beneath a text, as {@link CardForm} reads it. */
public record CardView(
    List<CardDesign.Button> buttons, Optional<CardDesign.Picture> picture, Optional<String> own) {
  public static CardView of(CardDesign design) {
    return switch (design) {
      case CardDesign.Simple(var buttons, var picture) ->
          new CardView(buttons, picture, Optional.empty());
      case CardDesign.Own(var json) -> new CardView(List.of(), Optional.empty(), Optional.of(json));
    };
  }
}
