package belfry.jobs;

import belfry.base.Phrase;

/** One thing that keeps a job from going out: the field at fault, and what to do. */
public record Fault(String field, Phrase phrase) {}
