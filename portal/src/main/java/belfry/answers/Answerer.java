package belfry.answers;

import belfry.platform.ids.PersonId;

/**
 * Who answered.
 *
 * @param id in the form in which the announcement was sent to them, or as the platform named them
 * @param name empty if unknown
 * @param email empty if unknown
 */
public record Answerer(PersonId id, String name, String email) {}
