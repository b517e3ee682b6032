package belfry.apps;

import belfry.platform.Profile;
import belfry.platform.ids.PersonId;

/**
 * One of an app's bots, as the platform last described it.
 *
 * @param number its number in the app, which it keeps; 0 for its first
 * @param gone whether the settings no longer have its token
 */
public record Bot(
    int number, PersonId personId, String displayName, String email, String avatar, boolean gone) {
  static Bot of(int number, Profile shown) {
    return new Bot(number, shown.id(), shown.displayName(), shown.email(), shown.avatar(), false);
  }
}
