package belfry.messages;

import belfry.base.Hash;
import java.util.Optional;

/** What one message says: its text, and the file that goes with it. */
public record Content(String markdown, Optional<AttachmentId> attachment) {

  /** Whether nobody could tell the two apart in what the platform lists, which names no files. */
  public boolean looksLike(Content other) {
    return markdown.equals(other.markdown)
        && attachment.isPresent() == other.attachment.isPresent();
  }

  /** What it says to one person; to all the same where they have no values of their own. */
  public Content filled(Optional<PersonalValues> values) {
    return values.map(theirs -> filled(PersonalText.of(markdown), theirs)).orElse(this);
  }

  /** The same where {@code text} was read from it before. */
  public Content filled(PersonalText text, PersonalValues values) {
    return new Content(text.filled(values), attachment);
  }

  /** Equal for equal contents. */
  public String digest() {
    return Hash.sha256(attachment.map(file -> markdown + '\n' + file).orElse(markdown));
  }
}
