package belfry.platform;

import java.time.Instant;
import java.util.Optional;

/**
 * A group room a bot is in.
 *
 * @param lastActivity when anything last happened in it, on the platform's clock; empty where the
 *     platform does not say, or nothing that could be read
 * @param announcementOnly only moderators may post
 */
public record Space(
    String id,
    String title,
    Optional<Instant> lastActivity,
    boolean announcementOnly,
    boolean readOnly) {}
