package belfry.people;

import java.util.List;

/**
 * The size of an audience, counted.
 *
 * @param people how many distinct people
 * @param duplicates how many were chosen more than once and will get it only once
 * @param excluded how many people were chosen and are left out
 * @param noAccount addresses without an account; they are skipped
 * @param unchecked addresses not looked up yet; this happens before sending
 * @param nobodyExcluded addresses to be left out that have no account, for example because of a
 *     typing error
 * @param uncheckedExcluded addresses to be left out that have not been looked up yet
 * @param missing names of groups and spaces that no longer exist, or that the bot may not write to
 * @param stale names of groups whose members could not be refreshed
 * @param incomplete names of groups of which the directory lists fewer members than it reports
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
