package belfry.platform;

/** A group of the organization's directory, with its size as reported by the platform. */
public record PlatformGroup(String id, String displayName, int size) {}
