package belfry.jobs;

import belfry.access.Access;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.jobs.checking.Promise;
import belfry.jobs.checking.Promises;
import belfry.jobs.checking.Reach;
import belfry.jobs.job.Command;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobNews;
import belfry.jobs.job.JobState;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.TimedMoves;
import belfry.jobs.job.Verdict;
import belfry.jobs.notices.Notices;
import belfry.runs.Remarks;
import belfry.runs.Run;
import belfry.runs.RunWaves;
import belfry.runs.Runs;
import belfry.storage.Database;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** Asks a person whether a run may go on if its audience or its first wave leaves a doubt. */
public final class RunQuestions {
  private final Database database;
  private final Runs runs;
  private final TimedMoves moves;
  private final Notices notices;
  private final Time time;

  /**
   * @param pages the address of each app's page, for authors who are told that a job waits; empty
   *     if it is not known
   */
  public RunQuestions(
      Database database, Access access, Function<AppName, Optional<String>> pages, Time time) {
    this.database = database;
    runs = new Runs(database);
    notices = new Notices(database, access, pages);
    this.time = time;
    moves = new TimedMoves(access);
  }

  /** What was said of this run's recipients when somebody agreed to it, if that is known. */
  public Optional<Promise> promise(Run run) {
    return run.kind() == Run.Kind.JOB
        ? database.read(handle ->
            JobStore.find(handle, run.app(), run.job()).flatMap(job -> promise(handle, job)))
        : Optional.empty();
  }

  /** What is scheduled goes to those who are named by its time, whoever these were. */
  private static Optional<Promise> promise(Handle handle, Job job) {
    var isNow = job.schedule().local().isEmpty();
    return Promises.of(handle, job).map(said -> isNow ? said : said.comparing(""));
  }

  /**
   * Asks a person whether a run may continue if its audience may not be the intended one, before
   * anything is sent. Nobody is asked about tests or about runs being stopped.
   *
   * @param reach how many it would reach
   * @param doubts why the audience may be incomplete, as sentences
   * @return the question; empty if there is none
   */
  public Optional<String> doubt(Handle handle, App app, Run run, Reach reach, List<Phrase> doubts) {
    var found = JobStore.lock(handle, run.app(), run.job());
    if (run.kind() != Run.Kind.JOB || found.isEmpty()) {
      return Optional.empty();
    }
    var job = found.get();
    var remarks = Promises.unsaid(handle, app, run, job, reach, doubts);
    if (remarks.isEmpty()) {
      return Optional.empty();
    }
    switch (JobState.decide(job.state(), new Command.Pause())) {
      case Verdict.Moved _ -> moves.move(handle, job, new Command.Pause(), time.now());
      // Whoever paused it before has not seen the question, so their revision must not answer it.
      case Verdict.Unchanged() -> JobStore.save(handle, job, time.now());
      case Verdict.Granted _, Verdict.Refused _ -> {
        return Optional.empty();
      }
    }
    var question = ask(handle, run, job, withAsked(handle, run, remarks));
    return Optional.of(question);
  }

  /** Also what was asked before its audience was written down. */
  private static List<Phrase> withAsked(Handle handle, Run run, List<Phrase> remarks) {
    return Runs.find(handle, run.id())
        .filter(Remarks::isOfNobody)
        .map(_ -> Stream.concat(Stream.of(Remarks.MAY_NOT_SEND), remarks.stream()).toList())
        .orElse(remarks);
  }

  /** Pauses a run if its first wave is over or failed too often, according to its current rows. */
  public void pauseAfterWave(Handle handle, Run run) {
    var job = JobStore.lock(handle, run.app(), run.job());
    var progress = runs.progress(handle, run.id());
    var why = run.firstWave().flatMap(first -> first.pauses(progress));
    if (why.isEmpty() || job.isEmpty()) {
      return;
    }
    var now = time.now();
    var first = run.firstWave().orElseThrow();
    var wave = first.paused(progress.wave().orElseThrow(), why.get(), now);
    if (moves.move(handle, job.get(), new Command.Pause(), now)) {
      ask(handle, run, job.get(), List.of(Remarks.wave(wave, first, progress.tally())));
      RunWaves.write(handle, run.id(), Optional.of(wave));
    }
  }

  /** Returns the question as it is stored. */
  private String ask(Handle handle, Run run, Job job, List<Phrase> remarks) {
    var now = time.now();
    var question = String.join(" ", Remarks.english(remarks));
    JobNews.ask(handle, run, question, now);
    notices.asked(handle, job, remarks, now);
    moves.record(handle, job, "asked", question);
    return question;
  }
}
