package belfry.platform;

import java.time.Instant;

/**
 * A group room a bot is in.
 *
 * @param lastActivity when anything last happened in it, on the platform's clock
 * @param announcementOnly only moderators may post
 */
public record Space(
    String id, String title, Instant lastActivity, boolean announcementOnly, boolean readOnly) {}
