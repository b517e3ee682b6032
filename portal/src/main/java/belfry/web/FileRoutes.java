package belfry.web;

import belfry.messages.Attachment;
import belfry.messages.AttachmentId;
import belfry.messages.Attachments;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** {@code jobs/attach} and {@code jobs/attachment}: files that go with messages. */
final class FileRoutes {
  private static final String TOO_LARGE =
      "The file may have %d MB at most. Attach a smaller one, or put it where all can read it and"
              .formatted(Attachment.MOST_BYTES / 1_000_000)
          + " write the link.";

  private final Attachments attachments;

  FileRoutes(Attachments attachments) {
    this.attachments = attachments;
  }

  /** The body is the file as it is, whatever its type; its name is in the address. */
  Reply attach(Caller caller, Request request) {
    var name =
        request
            .query("name")
            .orElseThrow(() ->
                Problem.invalid("name", "Say what the file is called: jobs/attach?name=…")
                    .thrown());
    var bytes = Bodies.bytes(request.body(), Attachment.MOST_BYTES, TOO_LARGE);
    var fault = Attachments.fault(name, bytes.length);
    if (fault.isPresent()) {
      throw Problem.invalid("file", fault.get()).thrown();
    }
    return Reply.created(
        Views.AttachmentView.of(
            attachments.add(
                caller.app().name(),
                caller.session().personId(),
                name,
                request.header("content-type").orElse(""),
                bytes)));
  }

  /** Always to be kept, never to be shown: nobody's file runs in our pages. */
  Reply attachment(Caller caller, Request request) {
    var file =
        AttachmentId.parse(request.path("id"))
            .flatMap(id -> attachments.read(caller.app().name(), id))
            .orElseThrow(() -> Problem.notFound("There is no such file.").thrown());
    var name = URLEncoder.encode(file.facts().name(), StandardCharsets.UTF_8).replace("+", "%20");
    return Reply.bytes("application/octet-stream", file.bytes())
        .with("Content-Disposition", "attachment; filename*=UTF-8''" + name);
  }
}
