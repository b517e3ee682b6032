package belfry.simulator.directory;

/**
 * A bot as the directory shows it.
 *
 * @param label its name, with a number if others before it have the same
 */
public record BotAccount(int index, String id, String name, String email, String label) {}
