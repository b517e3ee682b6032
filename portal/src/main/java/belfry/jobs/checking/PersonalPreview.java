package belfry.jobs.checking;

import belfry.base.Phrase;
import belfry.messages.Content;
import belfry.people.audience.Target;
import java.util.List;
import java.util.Optional;

/**
 * A draft with placeholders, as some of its recipients will read it.
 *
 * @param names the placeholders that its text may use
 * @param readings the messages of the first recipients, in no particular order
 * @param trouble why the values are not available now; empty if they are
 */
public record PersonalPreview(
    List<String> names, List<Reading> readings, Optional<Phrase> trouble) {
  /**
   * One recipient's message.
   *
   * @param leftOut why this recipient does not get it; empty if they do
   */
  public record Reading(Target recipient, Content content, Optional<String> leftOut) {}
}
