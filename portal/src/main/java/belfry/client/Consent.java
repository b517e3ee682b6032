package belfry.client;

import java.util.OptionalLong;

/**
 * What whoever starts the command has agreed to beforehand.
 *
 * @param yes to send although something is not as it should be
 * @param atMost how many people and spaces it may go to
 */
public record Consent(boolean yes, OptionalLong atMost) {}
