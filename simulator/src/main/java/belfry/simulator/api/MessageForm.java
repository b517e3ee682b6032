package belfry.simulator.api;

import belfry.simulator.messages.Blob;
import belfry.simulator.messages.Content;
import belfry.simulator.messages.Content.FileEntry;
import belfry.simulator.wire.Call;
import belfry.simulator.wire.Json;
import belfry.simulator.wire.Multipart;
import belfry.simulator.wire.Problem;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A message as it came in, checked by the rules of platform-api.md 4.1. */
record MessageForm(
    @Nullable String roomId,
    @Nullable String toPersonId,
    @Nullable String toPersonEmail,
    @Nullable String parentId,
    Content content) {
  static final int MOST_BYTES = 7_439;

  private static final String CARD = "application/vnd.microsoft.card.adaptive";

  static MessageForm of(Call call) {
    return call.isMultipart() ? multipart(call.parts()) : json(call);
  }

  private static MessageForm json(Call call) {
    if (call.isForm()) {
      return of(call.fields(), List.of(), null);
    }
    var body = call.json();
    var fields = new HashMap<String, String>();
    for (var name :
        List.of("roomId", "toPersonId", "toPersonEmail", "parentId", "text", "markdown")) {
      if (body.path(name).isTextual()) {
        fields.put(name, body.path(name).textValue());
      }
    }
    return of(fields, urls(body.path("files")), card(body.path("attachments")));
  }

  private static MessageForm multipart(List<Multipart.Part> parts) {
    var fields = new HashMap<String, String>();
    parts.stream().filter(it -> !it.isFile()).forEach(it -> fields.put(it.name(), it.value()));
    var files =
        parts.stream()
            .filter(Multipart.Part::isFile)
            .map(it -> new FileEntry(it.fileName(), it.contentType(), new Blob(it.bytes())))
            .toList();
    if (files.size() > 1) {
      throw tooManyFiles();
    }
    var attachments = fields.get("attachments");
    return of(fields, files, attachments == null ? null : card(Json.tree(attachments)));
  }

  private static MessageForm of(
      Map<String, String> fields, List<FileEntry> files, @Nullable String card) {
    var form =
        new MessageForm(
            filled(fields, "roomId"),
            filled(fields, "toPersonId"),
            filled(fields, "toPersonEmail"),
            filled(fields, "parentId"),
            new Content(filled(fields, "text"), filled(fields, "markdown"), files, card));
    form.checkDestination();
    check(form.content());
    return form;
  }

  private void checkDestination() {
    if (Stream.of(roomId, toPersonId, toPersonEmail).filter(it -> it != null).count() != 1) {
      throw new Problem(
          400,
          "Exactly one of the destination fields must not be empty"
              + " (roomId, toPersonEmail, toPersonId)");
    }
  }

  /** The rules for what is said, be it new or edited. */
  static void check(Content content) {
    if (content.words().isEmpty() && content.files().isEmpty() && content.card() == null) {
      throw new Problem(400, "Both text and file cannot be empty.");
    }
    if (isTooLong(content.text()) || isTooLong(content.markdown())) {
      throw new Problem(
          400,
          "Unable to post message to room: Message length limited to 7439 characters before"
              + " encryption and 10000 characters after encryption.");
    }
  }

  private static boolean isTooLong(@Nullable String words) {
    // No character takes more than three bytes per UTF-16 unit, so short ones need no counting.
    return words != null
        && words.length() > MOST_BYTES / 3
        && words.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES;
  }

  private static List<FileEntry> urls(JsonNode files) {
    if (files.size() > 1) {
      throw tooManyFiles();
    }
    return Stream.of(files.path(0))
        .filter(JsonNode::isTextual)
        .map(it -> remote(it.textValue()))
        .toList();
  }

  /** The simulator fetches nothing; it only refuses what nobody could fetch. */
  private static FileEntry remote(String url) {
    var unfetchable = new Problem(400, "Unable to retrieve content");
    try {
      var uri = URI.create(url);
      if (uri.getHost() == null || !List.of("http", "https").contains(uri.getScheme())) {
        throw unfetchable;
      }
      var path = uri.getPath();
      return new FileEntry(path.substring(path.lastIndexOf('/') + 1), "", null);
    } catch (IllegalArgumentException e) {
      throw unfetchable;
    }
  }

  private static @Nullable String card(JsonNode attachments) {
    if (attachments.isMissingNode() || attachments.isEmpty()) {
      return null;
    }
    if (attachments.size() > 1) {
      throw new Problem(400, "Only one attachment is allowed per message.");
    }
    var card = attachments.path(0);
    if (!card.path("contentType").asText().equals(CARD) || !card.path("content").isObject()) {
      throw new Problem(400, "Unsupported attachment: an adaptive card is expected.");
    }
    return card.toString();
  }

  private static Problem tooManyFiles() {
    return new Problem(400, "Only one file is allowed per message.");
  }

  private static @Nullable String filled(Map<String, String> fields, String name) {
    var value = fields.get(name);
    return value == null || value.isEmpty() ? null : value;
  }
}
