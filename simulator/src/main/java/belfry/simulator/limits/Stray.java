package belfry.simulator.limits;

/**
 * A refusal that no limit causes: which rest it asks for, how it says so, and whether as a page.
 */
public record Stray(Refusal.RetryAfter retryAfter, boolean html, long seconds) {}
