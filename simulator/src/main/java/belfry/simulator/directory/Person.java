package belfry.simulator.directory;

/** Somebody of the company as the directory shows them. */
public record Person(
    int index,
    String id,
    String displayName,
    String firstName,
    String lastName,
    String email,
    String title,
    String department) {}
