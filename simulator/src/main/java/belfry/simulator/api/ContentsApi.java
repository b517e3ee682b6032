package belfry.simulator.api;

import belfry.simulator.base.Operation;
import belfry.simulator.directory.Ids;
import belfry.simulator.messages.Content.FileEntry;
import belfry.simulator.messages.Message;
import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Problem;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** {@code /v1/contents}: the files behind the addresses that messages carry. */
final class ContentsApi {
  private static final String TYPE = "CONTENT";

  private final Rooms rooms;

  ContentsApi(Rooms rooms) {
    this.rooms = rooms;
  }

  void addTo(Routes routes) {
    routes.on(Operation.CONTENTS_GET, this::get);
    routes.on(Operation.CONTENTS_HEAD, this::get);
  }

  /** The name of the one file of a message, as its address carries it. */
  static String id(Message message) {
    return Ids.encoded(TYPE, Ids.name("MESSAGE", message.id()).orElseThrow() + "/0");
  }

  /** To HEAD the server sends no more than the head of this. */
  private Answer.Full get(Exchange exchange) {
    exchange.needs("spark:messages_read");
    var file = file(exchange);
    if (file.bytes() == null) {
      throw new Problem(404, "This file is a link, and links are not fetched here.");
    }
    var type = file.type().isEmpty() ? "application/octet-stream" : file.type();
    return Answer.of(200, type, file.bytes().bytes())
        .with("Content-Disposition", disposition(file.name()));
  }

  private FileEntry file(Exchange exchange) {
    var name = Ids.name(TYPE, exchange.call().part("id")).orElse("");
    if (!name.endsWith("/0")) {
      throw noContent();
    }
    var id = Ids.encoded("MESSAGE", name.substring(0, name.length() - 2));
    return rooms.message(id, exchange.principal()).words().content().files().stream()
        .findFirst()
        .orElseThrow(ContentsApi::noContent);
  }

  private static Problem noContent() {
    return new Problem(404, "Could not find a content with provided ID.");
  }

  /** The name as it is for old readers, and for the others as RFC 6266 writes it. */
  private static String disposition(String name) {
    var plain = name.replaceAll("[^ -~]", "_").replace("\\", "_").replace("\"", "_");
    var exact = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    return "attachment; filename=\"" + plain + "\"; filename*=UTF-8''" + exact;
  }
}
