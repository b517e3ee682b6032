package belfry.platform;

/** A group of the organization's directory. */
public record PlatformGroup(String id, String displayName) {}
