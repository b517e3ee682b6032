package belfry.jobs.checking;

/**
 * How many a run would reach.
 *
 * @param recipients the number of people and spaces
 * @param noAccount the number of addresses without an account
 */
public record Reach(long recipients, long noAccount) {}
