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

  /** The content for a recipient with these values; without values, the content for everybody. */
  public Content filled(Optional<PersonalValues> values) {
    return values.map(theirs -> filled(PersonalText.of(markdown), theirs)).orElse(this);
  }

  /** The same, if {@code text} has already been parsed from this content. */
  public Content filled(PersonalText text, PersonalValues values) {
    return new Content(text.filled(values), attachment);
  }

  /** Equal for equal contents. */
  public String digest() {
    return Hash.sha256(attachment.map(file -> markdown + '\n' + file).orElse(markdown));
  }
}
