package belfry.platform;

import belfry.platform.ids.SpaceId;
import java.time.Instant;
import java.util.Optional;

/**
 * A group room a bot is in.
 *
 * @param lastActivity the time of its last activity on the platform's clock; empty if the platform
 *     does not say, or if it could not be read
 * @param announcementOnly only moderators may post
 */
public record Space(
    SpaceId id,
    String title,
    Optional<Instant> lastActivity,
    boolean announcementOnly,
    boolean readOnly) {}
