package belfry.jobs;

/** One thing that keeps a job from going out: the field at fault, and what to do, for people. */
public record Fault(String field, String message) {}
