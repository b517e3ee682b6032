package belfry.delivery;

import belfry.apps.AppName;
import belfry.storage.Database;
import java.util.function.Consumer;

/**
 * Notifies the other nodes on the same database of changes that they would see a second later
 * anyway.
 */
final class PeerNotifications {
  private static final String CHANGED = "changed/";
  private static final String SEEN = "seen/";

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

  /** Sets the receivers of app names sent by other nodes. */
  void listen(Consumer<AppName> changed, Consumer<AppName> seen) {
    database.onWord(word -> {
      if (word.startsWith(CHANGED)) {
        changed.accept(new AppName(word.substring(CHANGED.length())));
      } else if (word.startsWith(SEEN)) {
        seen.accept(new AppName(word.substring(SEEN.length())));
      }
    });
  }
}
