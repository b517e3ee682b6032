package belfry.apps;

import belfry.platform.ids.PersonId;

/**
 * One of an app's bots, as the platform last described it.
 *
 * @param number its number in the app, which it keeps; 0 for its first
 */
public record Bot(int number, PersonId personId, String displayName, String email, String avatar) {}
