package belfry.jobs;

import belfry.messages.AttachmentId;
import belfry.messages.Content;
import belfry.messages.MessageText;
import belfry.people.Audience;
import belfry.runs.Run;
import java.util.Optional;

/**
 * What a person writes: the text, a file with it, for whom, and what to do about spaces nobody can
 * look into.
 */
public record Draft(
    MessageText text,
    Optional<AttachmentId> attachment,
    Audience audience,
    Run.OnUnknown onUnknown) {

  /** What everybody gets. */
  Content content() {
    return new Content(text.markdown(), attachment);
  }
}
