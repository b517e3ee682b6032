package belfry.jobs.search;

import belfry.apps.AppName;
import belfry.base.Excerpt;
import belfry.base.Folded;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobRows;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.JobWords;
import belfry.people.audience.Audience;
import belfry.storage.Database;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** Finds announcements of several apps by their words, newest first, and says why. */
public final class FoundJobs {
  private static final int LONGEST_EXCERPT = 180;

  private final Database database;

  public FoundJobs(Database database) {
    this.database = database;
  }

  /** Where an announcement has what was searched for, besides its title. */
  public enum Where {
    TEXT,
    AUDIENCE,
    AUTHOR
  }

  /** A place with what was searched for. */
  public record Match(Where where, Excerpt excerpt) {}

  /**
   * An announcement that was found.
   *
   * @param title with the words in it marked
   * @param match the place with most of the words that the title lacks; empty if it lacks none
   */
  public record Hit(Job job, Excerpt title, Optional<Match> match) {}

  /** Some of them, and whether there are more. */
  public record Page(List<Hit> found, boolean more) {}

  /** The words that are looked for, of what was typed. */
  public static List<String> words(String typed) {
    return JobWords.of(typed).asked();
  }

  /** Those that were written before this one. */
  public Page find(List<AppName> apps, String typed, long before, int most) {
    var search = JobWords.of(typed);
    if (search.asked().isEmpty()) {
      return new Page(List.of(), false);
    }
    return database.read(handle -> {
      var places =
          apps.stream()
              .flatMap(app -> {
                var query =
                    handle
                        .createQuery(search.byBeginnings() + " ORDER BY job DESC LIMIT :most")
                        .bind("app", app)
                        .bind("before", before)
                        .bind("most", most + 1);
                search.bindBeginnings(query);
                return query.mapTo(Long.class).list().stream();
              })
              .sorted(Comparator.reverseOrder())
              .toList();
      var found =
          jobs(handle, places.stream().limit(most).toList()).stream()
              .map(job -> found(job, search.asked()))
              .toList();
      return new Page(found, places.size() > most);
    });
  }

  /** In one query, because PostgreSQL answers each over the network. */
  private static List<Job> jobs(Handle handle, List<Long> ids) {
    return ids.isEmpty()
        ? List.of()
        : handle
            .createQuery(
                "SELECT " + JobStore.COLUMNS + " FROM job WHERE id IN (<ids>) ORDER BY id DESC")
            .bindList("ids", ids)
            .map(JobRows.READABLE)
            .stream()
            .flatMap(Optional::stream)
            .toList();
  }

  private static Hit found(Job job, List<String> asked) {
    var title = job.title();
    var inTitle = Excerpt.found(title, asked);
    var missing = asked.stream().filter(word -> !inTitle.contains(word)).toList();
    var match =
        matches(job, missing).max(Comparator.comparingInt(one -> marked(one.excerpt, missing)));
    return new Hit(job, Excerpt.whole(title, asked), match);
  }

  private static Stream<Match> matches(Job job, Collection<String> words) {
    return Stream.of(
            around(Where.AUTHOR, job.authorName(), words),
            job.audience().entries().stream()
                .map(Audience.Entry::name)
                .flatMap(name -> around(Where.AUDIENCE, name, words).stream())
                .findFirst(),
            around(Where.TEXT, job.text().readable(), words))
        .flatMap(Optional::stream);
  }

  private static Optional<Match> around(Where where, String text, Collection<String> words) {
    return Excerpt.around(text, words, LONGEST_EXCERPT).map(excerpt -> new Match(where, excerpt));
  }

  private static int marked(Excerpt excerpt, Collection<String> words) {
    var text =
        excerpt.parts().stream()
            .filter(Excerpt.Part::marked)
            .map(part -> Folded.of(part.text()))
            .toList();
    return (int) words.stream().filter(text::contains).count();
  }
}
