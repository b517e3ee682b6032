package belfry.web.drafts;

import belfry.messages.Attachment;

/** A file attached to a message; {@code size} in bytes. */
public record AttachmentView(String id, String name, String type, long size) {
  public static AttachmentView of(Attachment file) {
    return new AttachmentView(file.id().toString(), file.name(), file.type(), file.size());
  }
}
