package belfry.jobs;

import belfry.apps.AppName;
import belfry.platform.PersonId;
import belfry.runs.JobId;
import java.util.List;
import java.util.Optional;

/**
 * Which jobs of an app to list.
 *
 * @param states words of {@link JobState#word}; empty for all
 * @param series only occurrences of this recurring job
 * @param words found in title, text, author and audience ({@link JobSearch}); blank for all
 * @param after where the previous page ended
 */
public record JobQuery(
    AppName app,
    List<String> states,
    Optional<PersonId> author,
    Optional<JobId> series,
    String words,
    Optional<After> after,
    int most) {
  /** A position in the sort order of lists. */
  public record After(int rank, long at, long id) {}
}
