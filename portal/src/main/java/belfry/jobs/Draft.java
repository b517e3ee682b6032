package belfry.jobs;

import belfry.messages.Acknowledgement;
import belfry.messages.AttachmentId;
import belfry.messages.CardDesign;
import belfry.messages.Content;
import belfry.messages.MessageText;
import belfry.people.Audience;
import belfry.runs.FirstWave;
import belfry.runs.Run;
import java.util.Optional;

/**
 * What a person writes: the text, a file, the buttons and picture below it, the audience, what to
 * do about spaces in doubt, and the first wave.
 *
 * @param firstWave empty if everybody is sent to at once
 * @param acknowledge how readers are asked to acknowledge it; empty if they are not
 */
public record Draft(
    MessageText text,
    Optional<AttachmentId> attachment,
    Optional<CardDesign> card,
    Audience audience,
    Run.OnUnknown onUnknown,
    Optional<FirstWave> firstWave,
    Optional<Acknowledgement> acknowledge) {

  /** Of a message that asks nobody to acknowledge it. */
  public Draft(
      MessageText text,
      Optional<AttachmentId> attachment,
      Optional<CardDesign> card,
      Audience audience,
      Run.OnUnknown onUnknown,
      Optional<FirstWave> firstWave) {
    this(text, attachment, card, audience, onUnknown, firstWave, Optional.empty());
  }

  /** The same content for these, all at once. */
  Draft onlyFor(Audience others) {
    return new Draft(text, attachment, card, others, onUnknown, Optional.empty(), acknowledge);
  }

  /** The content that every recipient gets. */
  public Content content() {
    return new Content(text.markdown(), attachment, Acknowledgement.card(text, card, acknowledge));
  }
}
