package belfry.jobs.job;

import belfry.messages.Acknowledgement;
import belfry.messages.AttachmentId;
import belfry.messages.CardDesign;
import belfry.messages.Content;
import belfry.messages.MessageText;
import belfry.messages.Reminders;
import belfry.people.audience.Audience;
import belfry.runs.FirstWave;
import belfry.runs.recipients.OnUnknown;
import belfry.storage.Json;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
    OnUnknown onUnknown,
    Optional<FirstWave> firstWave,
    Optional<Acknowledgement> acknowledge) {

  /** Of a message that asks nobody to acknowledge it. */
  public Draft(
      MessageText text,
      Optional<AttachmentId> attachment,
      Optional<CardDesign> card,
      Audience audience,
      OnUnknown onUnknown,
      Optional<FirstWave> firstWave) {
    this(text, attachment, card, audience, onUnknown, firstWave, Optional.empty());
  }

  /** The same for a new message; who is outside the organization by then may be somebody else. */
  Draft anew() {
    var to = new Audience(audience.entries(), audience.excluded());
    return new Draft(text, attachment, card, to, onUnknown, firstWave, acknowledge);
  }

  /** The same content for these, all at once. */
  Draft onlyFor(Audience others) {
    var asked =
        acknowledge.map(one -> others.reminded().isEmpty() ? one : one.with(Reminders.NONE));
    return new Draft(text, attachment, card, others, onUnknown, Optional.empty(), asked);
  }

  /** A reminder of it as it stands, in the best words that can be sent. */
  public Draft reminder(Reminders reminders) {
    return reminder(reminders, Audience.NOBODY, Set.of(text));
  }

  /**
   * A reminder of it for these, likewise.
   *
   * @param texts what they may have of it
   */
  public Draft reminder(Reminders reminders, Audience silent, Set<MessageText> texts) {
    var asked = acknowledge.map(one -> one.with(Reminders.NONE));
    var possible =
        reminders.words(texts, asked).stream()
            .map(words ->
                new Draft(
                    new MessageText(words),
                    attachment,
                    card,
                    silent,
                    onUnknown,
                    Optional.empty(),
                    asked))
            .toList();
    return possible.stream()
        .filter(one -> ContentFaults.of(one).isEmpty())
        .findFirst()
        .orElseGet(possible::getLast);
  }

  /** The same with another way to acknowledge it. */
  public Draft asking(Optional<Acknowledgement> how) {
    return new Draft(text, attachment, card, audience, onUnknown, firstWave, how);
  }

  /** The reminders that are set with it. */
  public Reminders reminders() {
    return acknowledge.map(Acknowledgement::reminders).orElse(Reminders.NONE);
  }

  /** The same with another text. */
  public Draft saying(String markdown) {
    return saying(new MessageText(markdown), card);
  }

  /** The same with another text and card. */
  public Draft saying(MessageText words, Optional<CardDesign> design) {
    return new Draft(words, attachment, design, audience, onUnknown, firstWave, acknowledge);
  }

  /** The content that every recipient gets. */
  public Content content() {
    return new Content(text.markdown(), attachment, Acknowledgement.card(text, card, acknowledge));
  }

  /** Everything in it, as text; the same for the same draft. */
  public String wish() {
    return List.of(
            content().digest(),
            onUnknown,
            Json.write(audience),
            firstWave.map(Json::write).orElse(""),
            acknowledge.map(Json::write).orElse(""))
        .toString();
  }
}
