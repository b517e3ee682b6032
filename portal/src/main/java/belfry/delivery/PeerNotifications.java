package belfry.delivery;

import belfry.apps.AppName;
import belfry.delivery.foundation.LaneId;
import belfry.storage.Database;

/**
 * Notifies the other nodes on the same database of changes that they would see a second later
 * anyway, and of what they cannot see.
 */
final class PeerNotifications {
  private static final String CHANGED = "changed/";
  private static final String SEEN = "seen/";
  private static final String CONDITION = "condition/";

  private final Database database;

  PeerNotifications(Database database) {
    this.database = database;
  }

  /** Jobs of this app changed, or its lane changed hands. */
  void changed(AppName app) {
    database.tellOthers(CHANGED + app);
  }

  /** Something visible to people happened in this app. */
  void seen(AppName app) {
    database.tellOthers(SEEN + app);
  }

  /** How it is with a bot that is sent through here. */
  void condition(LaneId lane, String json) {
    database.tellOthers(CONDITION + lane.value() + " " + json);
  }

  /** Receives what other nodes say. */
  interface Listener {
    void changed(AppName app);

    void seen(AppName app);

    void condition(LaneId lane, String json);
  }

  void listen(Listener listener) {
    database.onWord(word -> {
      if (word.startsWith(CHANGED)) {
        listener.changed(new AppName(word.substring(CHANGED.length())));
      } else if (word.startsWith(SEEN)) {
        listener.seen(new AppName(word.substring(SEEN.length())));
      } else if (word.startsWith(CONDITION) && word.contains(" ")) {
        var ends = word.indexOf(' ');
        listener.condition(
            LaneId.parse(word.substring(CONDITION.length(), ends)), word.substring(ends + 1));
      }
    });
  }
}
