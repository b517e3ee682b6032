package belfry.apps;

/** The bot behind an app, as the platform last described it. */
public record Bot(String personId, String displayName, String email, String avatar) {}
