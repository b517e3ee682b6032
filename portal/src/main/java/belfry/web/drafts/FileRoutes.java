package belfry.web.drafts;

import belfry.base.Phrase;
import belfry.base.Spool;
import belfry.http.Bodies;
import belfry.http.Places;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.messages.Attachment;
import belfry.messages.AttachmentId;
import belfry.messages.Attachments;
import belfry.storage.StorageException;
import belfry.web.frame.Caller;
import belfry.web.frame.Downloads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;

/** {@code jobs/attach} and {@code jobs/attachment}: files attached to messages. */
public final class FileRoutes {
  private static final Phrase TOO_LARGE =
      Phrase.of(
          "file.tooLarge",
          "The file may have at most {{most}} MB. Attach a smaller one, or put it where everybody can read it and include the link.",
          "most",
          Attachment.MOST_BYTES / 1_000_000);

  private static final Duration AWAITED = Duration.ofSeconds(2);

  private final Places uploads = new Places("uploads", 2, 16);
  private final Places downloads = new Places("downloads", 4, 16);
  private final Attachments attachments;

  public FileRoutes(Attachments attachments) {
    this.attachments = attachments;
  }

  /** The body is the file itself, of any type; its name is in the address. */
  public Reply attach(Caller caller, Request request) {
    var name =
        request
            .query("name")
            .orElseThrow(() ->
                Problem.invalid(
                        "name",
                        Phrase.of("file.nameMissing", "Give the file's name: jobs/attach?name=…"))
                    .thrown());
    var type = request.header("content-type").orElse("").toLowerCase(Locale.ROOT);
    if (type.startsWith("multipart/form-data")) {
      throw Problem.noForm().thrown();
    }
    try (var _ = uploads.take(caller.personId().value(), AWAITED)) {
      try (var spool = Spool.open()) {
        return Reply.created(AttachmentView.of(kept(caller, request, name, type, spool)));
      }
    } catch (Attachments.QuotaExceeded full) {
      throw Problem.tooLarge(full.why()).thrown();
    } catch (IOException | UncheckedIOException e) {
      throw new StorageException("A file that was brought could not be kept: " + e, e);
    }
  }

  /**
   * Collected on disk first, because an upload may take minutes and no transaction may wait for the
   * sender.
   */
  private Attachment kept(Caller caller, Request request, String name, String type, Spool spool)
      throws IOException {
    var size = Bodies.copy(request, spool.out(), Attachment.MOST_BYTES, TOO_LARGE);
    var fault = Attachments.fault(name, size);
    if (fault.isPresent()) {
      throw Problem.invalid("file", fault.get()).thrown();
    }
    return attachments.add(caller.app().name(), caller.personId(), name, type, spool.in());
  }

  /** Always a download, never shown in the browser, so that no file runs in our pages. */
  public Reply attachment(Caller caller, Request request) {
    var file =
        AttachmentId.parse(request.path("id"))
            .flatMap(id -> attachments.find(caller.app().name(), id))
            .orElseThrow(() ->
                Problem.notFound(Phrase.of("file.unknown", "There is no such file.")).thrown());
    var place = downloads.take(caller.personId().value(), AWAITED);
    return Reply.stream("application/octet-stream", place, out -> attachments.write(file, out))
        .with("Content-Disposition", Downloads.named(file.name()));
  }
}
