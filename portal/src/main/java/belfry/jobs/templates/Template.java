package belfry.jobs.templates;

import belfry.messages.CardDesign;
import belfry.messages.MessageText;
import belfry.platform.ids.PersonId;
import java.time.Instant;
import java.util.Optional;

/**
 * A message to begin others with, in one of its versions.
 *
 * @param version counts from 1; each change of the content or the name is the next
 * @param by who wrote this version
 */
public record Template(
    TemplateId id,
    String name,
    int version,
    MessageText text,
    Optional<CardDesign> card,
    PersonId by,
    String byName,
    Instant written) {

  /** What is to be filled in. */
  public TemplateFields fields() {
    return new TemplateFields(text, card);
  }
}
