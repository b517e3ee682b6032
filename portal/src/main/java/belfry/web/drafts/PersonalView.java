package belfry.web.drafts;

import belfry.base.EnumWord;
import belfry.base.Phrase;
import belfry.base.Said;
import belfry.jobs.checking.PersonalPreview;
import belfry.messages.Card;
import belfry.people.audience.Target;
import belfry.web.frame.Views;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** The messages that some recipients of a draft with placeholders will read, as JSON. */
public record PersonalView(
    List<String> names, List<Reading> readings, Optional<String> trouble, Optional<Said> said) {
  /** With its recipients as {@code shown} makes them. */
  public static PersonalView of(PersonalPreview preview, UnaryOperator<List<Target>> shown) {
    var readings = preview.readings();
    var recipients =
        shown.apply(readings.stream().map(PersonalPreview.Reading::recipient).toList());
    return new PersonalView(
        preview.names(),
        IntStream.range(0, readings.size())
            .mapToObj(at -> Reading.of(recipients.get(at), readings.get(at)))
            .toList(),
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
    static Reading of(Target recipient, PersonalPreview.Reading reading) {
      return new Reading(
          EnumWord.of(recipient.kind()),
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
