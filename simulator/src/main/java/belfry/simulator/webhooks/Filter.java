package belfry.simulator.webhooks;

import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Ids;
import belfry.simulator.directory.Principal;
import belfry.simulator.messages.News;
import belfry.simulator.messages.Room;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The filter of a webhook, such as {@code roomId=…&personId=…}: every condition must hold. */
record Filter(Map<String, String> conditions) {
  private static final Set<String> KNOWN =
      Set.of("roomId", "roomType", "personId", "personEmail", "mentionedPeople");

  /** Empty when it asks for something that nobody knows. */
  static Optional<Filter> of(@Nullable String text) {
    var conditions = new HashMap<String, String>();
    for (var condition : text == null || text.isEmpty() ? new String[0] : text.split("&", -1)) {
      var cut = condition.indexOf('=');
      if (cut < 0 || !KNOWN.contains(condition.substring(0, cut))) {
        return Optional.empty();
      }
      conditions.put(condition.substring(0, cut), condition.substring(cut + 1));
    }
    return Optional.of(new Filter(conditions));
  }

  boolean holds(News news, Principal owner, Directory directory) {
    return conditions.entrySet().stream()
        .allMatch(it -> holds(it.getKey(), it.getValue(), news, owner, directory));
  }

  private static boolean holds(
      String name, String value, News news, Principal owner, Directory directory) {
    var room = news.message().room();
    return switch (name) {
      case "roomId" ->
          Ids.uuidOf("ROOM", value).equals(Ids.uuidOf("ROOM", room.id(directory.ids())));
      case "roomType" -> value.equals(room instanceof Room.Direct ? "direct" : "group");
      case "personId" -> directory.principal(value).equals(Optional.of(news.actor()));
      case "personEmail" -> directory.principalByEmail(value).equals(Optional.of(news.actor()));
      default -> value.equals("me") && news.message().words().mentions().include(owner, directory);
    };
  }
}
