package belfry.apps;

import belfry.platform.ids.PersonId;

/** The bot behind an app, as the platform last described it. */
public record Bot(PersonId personId, String displayName, String email, String avatar) {}
