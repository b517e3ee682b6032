package belfry.web.drafts;

import belfry.base.Phrase;
import belfry.base.Said;
import belfry.jobs.checking.PersonalPreview;
import belfry.messages.Card;
import belfry.web.frame.Views;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/** The messages that some recipients of a draft with placeholders will read, as JSON. */
public record PersonalView(
    List<String> names, List<Reading> readings, Optional<String> trouble, Optional<Said> said) {
  public static PersonalView of(PersonalPreview preview) {
    return new PersonalView(
        preview.names(),
        preview.readings().stream().map(Reading::of).toList(),
        preview.trouble().map(Phrase::english),
        preview.trouble().flatMap(Said::of));
  }

  /** One recipient's message, or why they do not get it. */
  record Reading(
      String kind,
      String id,
      String displayName,
      Optional<String> email,
      String markdown,
      Optional<JsonNode> card,
      Optional<String> leftOut,
      Optional<Said> said) {
    static Reading of(PersonalPreview.Reading reading) {
      var recipient = reading.recipient();
      return new Reading(
          Views.word(recipient.kind()),
          recipient.id(),
          recipient.name(),
          Views.present(recipient.email()),
          reading.content().markdown(),
          reading.content().card().flatMap(Card::shown),
          reading.leftOut(),
          reading.leftOut().flatMap(Views::reason));
    }
  }
}
