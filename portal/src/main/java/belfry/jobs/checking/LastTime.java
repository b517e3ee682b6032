package belfry.jobs.checking;

import belfry.apps.App;
import belfry.base.Time;
import belfry.jobs.job.Job;
import belfry.messages.Content;
import belfry.people.audience.Audience;
import belfry.people.audience.Target;
import belfry.runs.RunComparison;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import belfry.storage.Moments;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Compares a time of a repeating message with the time before it. */
public final class LastTime {
  private static final int FIRST = 3;
  private static final int PAGE = 5_000;

  private final Database database;
  private final RunComparison runs;
  private final WholeCheck check;
  private final NamePages<Target> names;

  public LastTime(Database database, WholeCheck check, Time time) {
    names = new NamePages<>(time);
    this.database = database;
    this.check = check;
    runs = new RunComparison(database);
  }

  /** A time that was sent to everybody. */
  public record Before(JobId job, RunId run, Instant at) {}

  /**
   * The difference.
   *
   * @param firstAdded the first of those who get it this time and did not last time
   * @param firstGone the first of those who got it last time and do not any more
   */
  public record Difference(
      Before before, long added, List<Target> firstAdded, long gone, List<Target> firstGone) {}

  /** Which part of the difference is listed. */
  public enum Part {
    ADDED,
    GONE
  }

  /** A page, and after which number the next one begins. */
  public record Page(List<Target> some, Optional<Long> next) {}

  /**
   * The last time before this job's own; empty if there is none. A time that was stopped says
   * nothing, because it reached only some.
   */
  public Optional<Before> before(Job job) {
    var own = job.state().runId().map(RunId::value).orElse(Long.MAX_VALUE);
    return series(job)
        .flatMap(series ->
            database.read(handle ->
                handle
                    .createQuery(
                        """
                        SELECT job.id AS job, run.id AS run,
                          COALESCE(run.started, run.created) AS at
                        FROM job JOIN run ON run.id = job.run
                        WHERE job.series = ? AND job.state = 'finished' AND run.id < ?
                        ORDER BY run.id DESC LIMIT 1
                        """)
                    .bind(0, series.value())
                    .bind(1, own)
                    .map((row, _) ->
                        new Before(
                            new JobId(row.getLong("job")),
                            new RunId(row.getLong("run")),
                            Moments.at(row, "at")))
                    .findOne()));
  }

  private static Optional<JobId> series(Job job) {
    return job.schedule().rule().isEmpty() ? job.series() : Optional.of(job.id());
  }

  /** The difference of a run from the time before. */
  public Difference of(RunId run, Before before) {
    return new Difference(
        before,
        runs.count(run, before.run),
        targets(runs.page(run, before.run, -1, FIRST)),
        runs.count(before.run, run),
        targets(runs.page(before.run, run, -1, FIRST)));
  }

  /** Those of one part of it, after this number. */
  public Page page(RunId run, Before before, Part part, long after, int most) {
    var found =
        switch (part) {
          case ADDED -> runs.page(run, before.run, after, most + 1);
          case GONE -> runs.page(before.run, run, after, most + 1);
        };
    return found.size() > most
        ? new Page(targets(found.subList(0, most)), Optional.of(found.get(most - 1).seq()))
        : new Page(targets(found), Optional.empty());
  }

  private static List<Target> targets(List<RunComparison.Numbered> some) {
    return some.stream().map(RunComparison.Numbered::target).toList();
  }

  /** The difference of what would be sent now, as far as that is stored. */
  public Difference of(App app, Content content, Audience audience, Before before) {
    var added = new Some(0, FIRST);
    var gone = new Some(0, FIRST);
    compare(app, content, audience, before, added, gone);
    return new Difference(before, added.count, added.found, gone.count, gone.found);
  }

  /** Those of one part of it, after the first {@code skip}. */
  public Page page(
      App app, Content content, Audience audience, Before before, Part part, long skip, int most) {
    var some =
        names.page(
            NamePages.Which.of(
                app, content, check.whom(app, audience), part + " since " + before.run),
            skip,
            most,
            (from, count) -> {
              var added = new Some(part == Part.ADDED ? from : Long.MAX_VALUE, count);
              var gone = new Some(part == Part.GONE ? from : Long.MAX_VALUE, count);
              compare(app, content, audience, before, added, gone);
              return part == Part.ADDED ? added.found : gone.found;
            });
    return new Page(some.names(), some.more() ? Optional.of(skip + most) : Optional.<Long>empty());
  }

  private static final class Some implements Consumer<Target> {
    private final long skip;
    private final int most;
    private final List<Target> found = new ArrayList<>();
    private long count;

    Some(long skip, int most) {
      this.skip = skip;
      this.most = most;
    }

    @Override
    public void accept(Target target) {
      if (count++ >= skip && found.size() < most) {
        found.add(target);
      }
    }
  }

  private void compare(
      App app,
      Content content,
      Audience audience,
      Before before,
      Consumer<Target> added,
      Consumer<Target> gone) {
    var past = runs.with(before.run);
    var page = new ArrayList<Target>();
    Runnable hand =
        () -> {
          past.added(page).forEach(added);
          page.clear();
        };
    check.walk(
        app,
        content,
        audience,
        new WholeCheck.Receiver() {
          @Override
          public void ready(Target target, int bytes, Map<String, String> defaulted) {
            add(target);
          }

          @Override
          public void leftOut(LeftOut one) {
            if (one.reason().kind() == LeftOut.Kind.NOT_YET_KNOWN) {
              add(one.target());
            }
          }

          private void add(Target target) {
            page.add(target);
            if (page.size() == PAGE) {
              hand.run();
            }
          }
        });
    hand.run();
    past.gone(one -> gone.accept(one.target()));
  }
}
