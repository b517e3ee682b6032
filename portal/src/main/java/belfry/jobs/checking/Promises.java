package belfry.jobs.checking;

import belfry.apps.App;
import belfry.base.Phrase;
import belfry.jobs.job.Job;
import belfry.jobs.job.Occurrence;
import belfry.jobs.job.PromiseRows;
import belfry.messages.PersonalContent;
import belfry.people.directory.Troubles;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.runs.Remarks;
import belfry.runs.Run;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.RecipientRows;
import belfry.storage.Json;
import belfry.storage.Moments;
import belfry.storage.UnreadableRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * Keeps what was promised of jobs' recipients, and finds out in what a run differs from it. A time
 * of a series is measured by the last one instead, unless something was agreed to since.
 */
public final class Promises {
  private Promises() {}

  /** Keeps what somebody agreed to just now, instead of what was agreed to before. */
  public static void write(Handle handle, JobId job, Promise promise) {
    PromiseRows.delete(handle, job);
    handle.execute(
        """
        INSERT INTO job_promise (job, content, heads, reached, salt, left_out, others,
          incomplete, excepted, addressed, said, whom, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        job.value(),
        promise.content(),
        promise.heads(),
        promise.reached(),
        promise.salt(),
        String.join("", promise.leftOut()),
        promise.others(),
        Json.write(promise.incomplete()),
        String.join("", promise.excepted()),
        String.join("", promise.addressed()),
        joined(promise.said()),
        promise.whom(),
        promise.at());
  }

  /** None if it cannot be read: then a run is measured by all who were meant. */
  private static Optional<Promise> find(Handle handle, JobId job) {
    return handle
        .createQuery(
            """
            SELECT p.job AS id, job.app, content, heads, reached, salt, left_out, others, incomplete,
              excepted, addressed, said, whom, at
            FROM job_promise p JOIN job ON job.id = p.job WHERE p.job = ?
            """)
        .bind(0, job.value())
        .map(UnreadableRows.each("job_promise", Promises::read))
        .findOne()
        .flatMap(promise -> promise);
  }

  private static Promise read(ResultSet row) throws SQLException {
    return new Promise(
        row.getString("content"),
        row.getLong("heads"),
        row.getLong("reached"),
        row.getString("salt"),
        digests(row.getString("left_out")),
        row.getLong("others"),
        List.of(Json.read(row.getString("incomplete"), String[].class)),
        digests(row.getString("excepted")),
        digests(row.getString("addressed")),
        pairs(row.getString("said")),
        row.getString("whom"),
        Moments.at(row, "at"));
  }

  static Set<String> digests(String joined) {
    return parts(joined, Promise.DIGEST_LENGTH).collect(Collectors.toSet());
  }

  static Map<String, String> pairs(String joined) {
    return parts(joined, 2 * Promise.DIGEST_LENGTH)
        .collect(
            Collectors.toMap(
                pair -> pair.substring(0, Promise.DIGEST_LENGTH),
                pair -> pair.substring(Promise.DIGEST_LENGTH),
                (one, _) -> one));
  }

  static String joined(Map<String, String> pairs) {
    return pairs.entrySet().stream()
        .map(pair -> pair.getKey() + pair.getValue())
        .collect(Collectors.joining());
  }

  private static Stream<String> parts(String joined, int length) {
    return IntStream.range(0, joined.length() / length)
        .map(i -> i * length)
        .mapToObj(from -> joined.substring(from, from + length));
  }

  /**
   * What a run is measured by.
   *
   * @param promise empty if what was agreed to is not known, or if it is older than the last time
   *     by which the run is measured
   */
  private record Measure(Optional<Promise> promise, Optional<LastRun> last) {}

  /** The last time of a series for the same audience: how many it went to, and when. */
  private record LastRun(RunId run, long reached, Instant at) {}

  private static Measure measure(Handle handle, Run run, Job job) {
    var series = series(job);
    var promise = of(handle, job);
    var last =
        series
            .flatMap(one -> lastTime(handle, one, run.id()))
            .filter(time -> promise.filter(one -> one.at().isAfter(time.at)).isEmpty());
    return new Measure(promise, last);
  }

  /** What was agreed to of this job, or of the series that it belongs to, if it is still known. */
  public static Optional<Promise> of(Handle handle, Job job) {
    return find(handle, job.id())
        .or(() -> series(job).flatMap(one -> find(handle, one)))
        .filter(one -> one.isOf(job));
  }

  /** Whether what was agreed to of exactly this is still known. */
  public static boolean isKept(Handle handle, Job job) {
    return find(handle, job.id()).filter(one -> one.isOf(job)).isPresent();
  }

  /**
   * The series it belongs to. A job that was sent in addition to the schedule was counted when it
   * was confirmed.
   */
  private static Optional<JobId> series(Job job) {
    return job.schedule().rule().isEmpty()
        ? job.series().filter(_ -> job.occurrence().flatMap(Occurrence::planned).isPresent())
        : Optional.of(job.id());
  }

  /**
   * The last occurrence of a series before this run; empty if there was none, or if it was for
   * another audience. An occurrence that was stopped says nothing, because it reached only some.
   */
  private static Optional<LastRun> lastTime(Handle handle, JobId series, RunId run) {
    return handle
        .createQuery(
            """
            SELECT past.id, past.total - past.skipped AS reached, past.created,
              CASE WHEN past.audience = this.audience THEN 1 ELSE 0 END AS same
            FROM job JOIN run past ON past.id = job.run JOIN run this ON this.id = ?
            WHERE job.series = ? AND job.state = 'finished' AND past.id < this.id
            ORDER BY past.id DESC LIMIT 1
            """)
        .bind(0, run.value())
        .bind(1, series.value())
        .map((row, _) ->
            row.getInt("same") == 1
                ? Optional.of(
                    new LastRun(
                        new RunId(row.getLong("id")),
                        row.getLong("reached"),
                        Moments.at(row, "created")))
                : Optional.<LastRun>empty())
        .findOne()
        .flatMap(last -> last);
  }

  /**
   * What nobody said of this run's recipients, as sentences.
   *
   * @param doubts why its audience may be incomplete
   */
  public static List<Phrase> unsaid(
      Handle handle, App app, Run run, Job job, Reach reach, List<Phrase> doubts) {
    var measure = measure(handle, run, job);
    var remarks = new ArrayList<Phrase>();
    doubts.stream().filter(doubt -> !isSaid(doubt, measure)).forEach(remarks::add);
    leftOut(handle, run, measure)
        .forEach((reason, count) -> remarks.add(Remarks.leftOut(reason, count)));
    others(handle, measure, reach).ifPresent(remarks::add);
    leftOutAnew(handle, measure, reach).ifPresent(remarks::add);
    if (reach.changed()) {
      remarks.add(Troubles.NOW_CHOSEN);
    }
    // What repeats says each time what its lists say by then.
    Optional.of(reach.reworded())
        .filter(some -> !some.isEmpty() && series(job).isEmpty())
        .map(Troubles::nowSaid)
        .ifPresent(remarks::add);
    remarks.addAll(fewer(app, job, measure, reach));
    return remarks;
  }

  /** Whoever got the last time of a series was let have it, whoever was meant at first. */
  private static Optional<Phrase> others(Handle handle, Measure measure, Reach reach) {
    var others = new LinkedHashMap<>(reach.others());
    measure.last.ifPresent(last -> others.values().removeIf(person -> isIn(handle, last, person)));
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(Troubles.nowOthers(List.copyOf(others.keySet())));
  }

  /** Whoever did not get the last time of a series misses nothing. */
  private static Optional<Phrase> leftOutAnew(Handle handle, Measure measure, Reach reach) {
    var leftOut = new LinkedHashMap<>(reach.leftOut());
    measure.last.ifPresent(
        last -> leftOut.values().removeIf(person -> !isIn(handle, last, person)));
    return leftOut.isEmpty()
        ? Optional.empty()
        : Optional.of(Troubles.nowLeftOut(List.copyOf(leftOut.keySet())));
  }

  private static boolean isIn(Handle handle, LastRun last, PersonId person) {
    return !RecipientRows.present(handle, last.run(), PlatformId.forms(person.value())).isEmpty();
  }

  private static boolean isSaid(Phrase doubt, Measure measure) {
    return Troubles.listedInPart(doubt)
        .filter(group ->
            measure.promise.filter(promise -> promise.incomplete().contains(group)).isPresent())
        .isPresent();
  }

  /** How many do not get it though nobody said so, by reason. */
  private static Map<String, Long> leftOut(Handle handle, Run run, Measure measure) {
    var byReason = new LinkedHashMap<String, Long>();
    if (!PersonalContent.of(run.content()).isPersonal()) {
      return byReason;
    }
    RecipientRows.forEachWithoutValues(
        handle,
        run.id(),
        measure.last.map(LastRun::run),
        (targets, reason) -> {
          if (measure
              .promise
              .filter(promise -> targets.stream().anyMatch(promise::leavesOut))
              .isEmpty()) {
            byReason.merge(reason, 1L, Long::sum);
          }
        });
    // Of those who are too many to be kept, only their number can be compared.
    var unknown = byReason.values().stream().mapToLong(count -> count).sum();
    return unknown <= measure.promise.map(Promise::others).orElse(0L) ? Map.of() : byReason;
  }

  private static List<Phrase> fewer(App app, Job job, Measure measure, Reach reach) {
    var promised = measure.promise.map(Promise::reached).filter(count -> count != 0);
    var number =
        measure.last.map(LastRun::reached).or(() -> promised).orElse(job.people() + job.spaces());
    var confirmed = number == Promise.NOT_KNOWN ? 0 : number;
    var reached = reach.recipients();
    if (!isTooFew(app, job, confirmed, reached)) {
      return List.of();
    }
    return Remarks.fewer(reached, confirmed, measure.last.isPresent(), reach.noAccount());
  }

  /** An empty audience always causes a question, however much shrinking is permitted. */
  public static boolean isTooFew(App app, Job job, long confirmed, long reached) {
    // That fewer are to be reminded, or nobody, is what reminders are for.
    return job.audience().reminded().isEmpty()
        && (reached == 0 || (confirmed - reached) * 100 > confirmed * app.largestDrop());
  }
}
