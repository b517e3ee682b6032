package belfry.simulator.directory;

/** A bot as the directory shows it. */
public record BotAccount(int index, String id, String name, String email) {}
