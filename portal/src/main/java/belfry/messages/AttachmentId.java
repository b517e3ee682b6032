package belfry.messages;

import belfry.base.Id;
import java.util.Optional;

/** Identifies an attachment; 13 characters in the API. */
public record AttachmentId(long value) {
  static AttachmentId next() {
    return new AttachmentId(Id.next().value());
  }

  public static Optional<AttachmentId> parse(String text) {
    return Id.parse(text).map(id -> new AttachmentId(id.value()));
  }

  @Override
  public String toString() {
    return new Id(value).toString();
  }
}
