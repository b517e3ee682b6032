package belfry.people;

import java.util.List;

/**
 * The size of an audience, counted.
 *
 * @param people how many different people
 * @param duplicates how many were chosen more than once and will get it once
 * @param excluded how many people were chosen and are left out
 * @param noAccount addresses nobody stands behind; they are skipped
 * @param unchecked addresses not looked up yet; they are, before sending
 * @param nobodyExcluded addresses to be left out that nobody stands behind, as after a typing error
 * @param uncheckedExcluded addresses to be left out that were not looked up yet
 * @param missing names of groups and spaces that are gone, or that the bot may not write to
 * @param stale names of groups whose members could not be read anew just now
 * @param incomplete names of groups of which the directory lists fewer members than it tells of
 */
public record Headcount(
    long people,
    int spaces,
    long duplicates,
    long excluded,
    List<String> noAccount,
    List<String> unchecked,
    List<String> nobodyExcluded,
    List<String> uncheckedExcluded,
    List<String> missing,
    List<String> stale,
    List<String> incomplete) {}
