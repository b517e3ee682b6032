package belfry.jobs.job;

import belfry.apps.AppName;
import belfry.platform.ids.PersonId;
import belfry.runs.ids.JobId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Which jobs of an app to list.
 *
 * @param states words of {@link JobState#word}; empty for all
 * @param series only occurrences of this recurring job
 * @param reference only those that a program calls so
 * @param from only those made then or later
 * @param until only those made before
 * @param words found in title, text, author and audience ({@link JobWords}); blank for all
 * @param after where the previous page ended
 */
public record JobQuery(
    AppName app,
    List<String> states,
    Optional<PersonId> author,
    Optional<JobId> series,
    Optional<String> reference,
    Optional<Instant> from,
    Optional<Instant> until,
    String words,
    Optional<After> after,
    int most) {
  /** Whatever they are called, and whenever they were made. */
  public JobQuery(
      AppName app,
      List<String> states,
      Optional<PersonId> author,
      Optional<JobId> series,
      String words,
      Optional<After> after,
      int most) {
    this(
        app,
        states,
        author,
        series,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        words,
        after,
        most);
  }

  /** A page of jobs, and where the next one begins. */
  public record Page(List<Job> jobs, Optional<After> next) {}

  /** A position in the sort order of lists. */
  public record After(int rank, long at, long id) {}
}
