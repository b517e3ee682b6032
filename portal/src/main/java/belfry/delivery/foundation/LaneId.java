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

  /** Reads {@link #value}. */
  public static LaneId parse(String value) {
    var sign = value.indexOf('#');
    return sign < 0
        ? first(new AppName(value))
        : new LaneId(
            new AppName(value.substring(0, sign)), Integer.parseInt(value.substring(sign + 1)));
  }

  /** The app's name, with the number behind a sign that no name has, except for the first. */
  @Override
  public String value() {
    return bot == 0 ? app.value() : app + "#" + bot;
  }

  /** For operators, who count from one. */
  @Override
  public String toString() {
    return bot == 0 ? app.value() : "%s, bot %d".formatted(app, bot + 1);
  }
}
