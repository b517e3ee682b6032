package belfry.messages;

import belfry.base.Hash;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The content of a message: its text, its file, and its card, which says the same and more where
 * cards are shown.
 */
public record Content(String markdown, Optional<AttachmentId> attachment, Optional<Card> card) {

  /** Without a card. */
  public Content(String markdown, Optional<AttachmentId> attachment) {
    this(markdown, attachment, Optional.empty());
  }

  /** Whether the two look the same in the platform's listings, which do not name files. */
  public boolean looksLike(Content other) {
    return markdown.equals(other.markdown)
        && attachment.isPresent() == other.attachment.isPresent()
        && card.equals(other.card);
  }

  /** Whether it is more than the platform accepts. */
  public boolean isTooLong() {
    return markdown.getBytes(StandardCharsets.UTF_8).length > MessageText.MOST_BYTES
        || card.filter(one -> one.bytes() > Card.MOST_BYTES).isPresent();
  }

  /** The content for a recipient with these values; without values, the content for everybody. */
  public Content filled(Optional<PersonalValues> values) {
    return values.map(theirs -> PersonalContent.of(this).filled(theirs)).orElse(this);
  }

  /** Equal for equal contents. */
  public String digest() {
    var words = attachment.map(file -> markdown + '\n' + file).orElse(markdown);
    return Hash.sha256(card.map(one -> words + '\0' + one.json()).orElse(words));
  }
}
