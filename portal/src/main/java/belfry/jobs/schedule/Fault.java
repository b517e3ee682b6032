package belfry.jobs.schedule;

import belfry.base.Phrase;

/** A reason why a job cannot be sent: the invalid field, and what to do. */
public record Fault(String field, Phrase phrase) {}
