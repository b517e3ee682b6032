package belfry.platform;

/** A group of the organisation's directory, with its size as the platform tells it. */
public record PlatformGroup(String id, String displayName, int size) {}
