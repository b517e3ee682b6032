package belfry.messages;

import belfry.base.Hash;
import java.util.Optional;

/** The content of a message: its text and its file. */
public record Content(String markdown, Optional<AttachmentId> attachment) {

  /** Whether the two look the same in the platform's listings, which do not name files. */
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
