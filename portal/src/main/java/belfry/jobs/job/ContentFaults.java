package belfry.jobs.job;

import belfry.base.Phrase;
import belfry.jobs.schedule.Fault;
import belfry.messages.Card;
import belfry.messages.PersonalText;
import java.util.ArrayList;
import java.util.List;

/** What prevents the content of a draft from being sent, whoever it is for. Pure. */
public final class ContentFaults {
  private ContentFaults() {}

  public static List<Fault> of(Draft draft) {
    var faults = new ArrayList<Fault>();
    draft
        .text()
        .fault()
        .or(() -> PersonalText.of(draft.text().markdown()).fault())
        .ifPresent(why -> faults.add(new Fault("markdown", why)));
    draft
        .card()
        .ifPresent(design -> {
          design.mistakes().forEach(one -> faults.add(new Fault(one.field(), one.phrase())));
          if (draft.attachment().isPresent()) {
            faults.add(
                new Fault(
                    "attachment",
                    Phrase.of(
                        "card.withFile",
                        "A message with buttons cannot have a file as well. Remove one of them, or let a button open the file.")));
          }
        });
    draft
        .acknowledge()
        .ifPresent(asked -> {
          asked
              .mistakes(draft.card())
              .forEach(one -> faults.add(new Fault(one.field(), one.phrase())));
          if (asked.hasButton() && draft.card().isEmpty() && draft.attachment().isPresent()) {
            faults.add(
                new Fault(
                    "acknowledge.button",
                    Phrase.of(
                        "acknowledge.withFile",
                        "A message with a button cannot have a file as well. Agree on a word instead, or remove the file.")));
          }
        });
    draft
        .content()
        .card()
        .ifPresent(card -> {
          var bytes = card.bytes();
          if (bytes > Card.MOST_BYTES) {
            faults.add(
                new Fault(
                    "card",
                    Phrase.of(
                        "card.tooLong",
                        "The text with its buttons makes a card of {{bytes, number}} bytes; {{most, number}} can be sent. Shorten it.",
                        "bytes",
                        bytes,
                        "most",
                        Card.MOST_BYTES)));
          }
        });
    return faults;
  }
}
