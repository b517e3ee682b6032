package belfry.standin.messages;

import belfry.standin.answers.Json;
import belfry.standin.answers.Problem;
import belfry.standin.wire.Fields;
import belfry.standin.wire.Part;
import belfry.standin.wire.Request;
import belfry.standin.world.Content.FileSeen;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** A body of {@code /messages} in any of its three encodings, not judged yet. */
record Draft(Fields fields, List<FileSeen> files, List<JsonNode> cards) {

  static Draft of(Request request) {
    return switch (request.mediaType()) {
      case "application/json" -> ofJson(Json.read(request.body()));
      case "application/x-www-form-urlencoded" -> ofForm(request.form());
      case "multipart/form-data" -> ofParts(request.parts());
      default -> throw Problem.of(415, "The media type of the request is not supported.");
    };
  }

  private static Draft ofJson(ObjectNode body) {
    var fields = new LinkedHashMap<String, String>();
    body.properties()
        .forEach(member -> {
          if (member.getValue().isValueNode() && !member.getValue().isNull()) {
            fields.put(member.getKey(), member.getValue().asText());
          }
        });
    var files = new ArrayList<FileSeen>();
    body.path("files").forEach(address -> files.add(linked(address.asText())));
    var cards = new ArrayList<JsonNode>();
    body.path("attachments").forEach(cards::add);
    return new Draft(new Fields(fields), files, cards);
  }

  private static Draft ofForm(Fields form) {
    var files = form.value("files").map(Draft::linked).stream().toList();
    return new Draft(form.without("files"), files, List.of());
  }

  private static Draft ofParts(List<Part> parts) {
    var fields = new LinkedHashMap<String, String>();
    var files = new ArrayList<FileSeen>();
    for (var part : parts) {
      if (part.fileName().isPresent()) {
        files.add(new FileSeen(part.fileName().get(), part.length()));
      } else if (part.name().equals("files")) {
        files.add(linked(part.text()));
      } else {
        fields.putIfAbsent(part.name(), part.text());
      }
    }
    return new Draft(new Fields(fields), files, List.of());
  }

  /** A file that the platform is to fetch; it takes the address for the content. */
  private static FileSeen linked(String address) {
    if (!address.matches("https?://[^/]+/.*")) {
      throw Problem.of(400, "Unable to retrieve content");
    }
    return new FileSeen(address.substring(address.lastIndexOf('/') + 1), address.length());
  }

  Optional<String> value(String name) {
    return fields.value(name);
  }
}
