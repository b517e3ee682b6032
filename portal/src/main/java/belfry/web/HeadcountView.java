package belfry.web;

import belfry.people.Headcount;
import java.util.List;

/** The size of an audience, as JSON. */
record HeadcountView(
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
    List<String> incomplete) {
  static HeadcountView of(Headcount count) {
    return new HeadcountView(
        count.people(),
        count.spaces(),
        count.duplicates(),
        count.excluded(),
        count.noAccount(),
        count.unchecked(),
        count.nobodyExcluded(),
        count.uncheckedExcluded(),
        count.missing(),
        count.stale(),
        count.incomplete());
  }
}
