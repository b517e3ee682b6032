package belfry.jobs;

import belfry.base.Phrase;
import belfry.people.Target;
import java.util.List;
import java.util.Optional;

/**
 * What a draft with placeholders says to some of its recipients.
 *
 * @param names what its text may ask for
 * @param readings the first of its recipients, in no particular order
 * @param trouble why nobody knows what it says to people just now; empty where it is known
 */
public record PersonalPreview(
    List<String> names, List<Reading> readings, Optional<Phrase> trouble) {
  /**
   * What one recipient reads.
   *
   * @param leftOut why they do not get it; empty where they do
   */
  public record Reading(Target recipient, String markdown, Optional<String> leftOut) {}
}
