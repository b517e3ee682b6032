package belfry.people.audience;

import belfry.people.groups.ReadingProgress;
import java.util.List;
import java.util.Optional;

/**
 * The size of an audience, counted.
 *
 * @param people how many distinct people
 * @param most how many people at most, if each address that was not looked up yet is somebody
 *     else's
 * @param duplicates how many of these people were chosen in several ways and get it only once
 * @param excluded how many people were chosen and are left out
 * @param excludedListed how many of these were chosen one by one or in a list, not only by a group
 * @param noAccount addresses that are not found in the organization; they are skipped
 * @param byAddress addresses that are not found either, and are written to as they are
 * @param unchecked addresses not looked up yet; this happens before sending
 * @param nobodyExcluded addresses to be left out that are not found in the organization and by
 *     which nobody who is chosen is left out, for example because of a typing error
 * @param uncheckedExcluded addresses to be left out that have not been looked up yet
 * @param missing names of groups, lists and saved audiences that no longer exist
 * @param stale names of groups whose members could not be refreshed
 * @param reading groups whose members are being read from the directory now
 * @param incomplete names of groups of which the directory lists fewer members than it reports
 * @param unreachable people who no longer exist, and spaces the bot may not post in
 * @param unconfirmed spaces of which it is unknown whether the bot may post there
 */
public record Headcount(
    long people,
    long most,
    int spaces,
    long duplicates,
    long excluded,
    long excludedListed,
    List<String> noAccount,
    List<String> byAddress,
    List<String> unchecked,
    List<String> nobodyExcluded,
    List<String> uncheckedExcluded,
    List<String> missing,
    List<String> stale,
    List<ReadingProgress> reading,
    List<String> incomplete,
    List<Unreachable> unreachable,
    List<Unreachable> unconfirmed) {
  /** A group of which nobody is counted yet, so that the number is not known. */
  public Optional<ReadingProgress> uncounted() {
    return reading.stream().filter(one -> !one.counted()).findFirst();
  }

  /** How many recipients at most. */
  public long heads() {
    return most + spaces;
  }

  /** So many, of whom nothing else is to be said. */
  static Headcount of(long people, int spaces, List<String> missing) {
    return new Headcount(
        people, people, spaces, 0, 0, 0, List.of(), List.of(), List.of(), List.of(), List.of(),
        missing, List.of(), List.of(), List.of(), List.of(), List.of());
  }
}
