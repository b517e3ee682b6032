package belfry.delivery.foundation;

import belfry.apps.AppName;
import belfry.base.TypedId;

/**
 * The lane of one of an app's bots.
 *
 * @param bot the bot's number in its app; 0 for its first
 */
public record LaneId(AppName app, int bot) implements TypedId {
  /** The lane of an app's first bot. */
  public static LaneId first(AppName app) {
    return new LaneId(app, 0);
  }

  /** The app's name, with the number behind a sign that no name has, except for the first. */
  @Override
  public String value() {
    return bot == 0 ? app.value() : app + "#" + bot;
  }

  @Override
  public String toString() {
    return value();
  }
}
