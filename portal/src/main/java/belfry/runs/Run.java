package belfry.runs;

import belfry.apps.AppName;
import belfry.base.EnumWord;
import belfry.messages.Content;
import belfry.platform.ids.PersonId;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.OnUnknown;
import belfry.runs.recipients.Tally;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One sending of one content to one audience.
 *
 * @param job the job that it sends; a test of unsaved content has its own number here, which
 *     belongs to no job
 * @param firstWave how it begins; empty if everybody is sent to at once
 * @param startedBy person id of whoever started it
 * @param urgent whether it is also sent during quiet hours
 * @param late whether it started more than a minute late
 * @param notes what readers should know about it, as sentences; {@link Remarks} reads them
 * @param question why it waits for a person's decision, likewise; empty if it does not
 */
public record Run(
    RunId id,
    AppName app,
    JobId job,
    Kind kind,
    Content content,
    OnUnknown onUnknown,
    Optional<FirstWave> firstWave,
    PersonId startedBy,
    boolean urgent,
    boolean late,
    List<String> notes,
    String question,
    Instant created,
    Optional<Instant> finished,
    RunProgress progress) {

  /** The same while nothing more may be sent of it. */
  public Run paused() {
    var stopped =
        new RunProgress(
            Gate.PAUSED,
            progress.expanded(),
            progress.started(),
            progress.wentOn(),
            progress.nextSeq(),
            progress.total(),
            progress.tally(),
            progress.wave(),
            progress.front());
    return new Run(
        id, app, job, kind, content, onUnknown, firstWave, startedBy, urgent, late, notes, question,
        created, finished, stopped);
  }

  public String markdown() {
    return content.markdown();
  }

  /** Whether quiet hours hold it up. */
  public boolean keepsQuiet() {
    return !urgent && progress.gate() != Gate.STOPPING;
  }

  /** A run that begins now; {@code source} is what all runs of a job share. */
  public static Run fresh(Source source, Kind kind, PersonId startedBy, boolean late, Instant now) {
    return fresh(RunId.next(), source, kind, startedBy, late, now);
  }

  /** A test of content that belongs to no job. */
  public static Run test(AppName app, Content content, PersonId startedBy, Instant now) {
    var id = RunId.next();
    var source =
        new Source(app, new JobId(id.value()), content, OnUnknown.HOLD, Optional.empty(), false);
    return fresh(id, source, Kind.TEST, startedBy, false, now);
  }

  /** A reply to what somebody answered to a job's announcement. */
  public static Run reply(
      AppName app, JobId job, Content content, PersonId startedBy, Instant now) {
    var source = new Source(app, job, content, OnUnknown.HOLD, Optional.empty(), false);
    return fresh(RunId.next(), source, Kind.REPLY, startedBy, false, now);
  }

  /** Tells the job's author something about it. */
  public static Run notice(
      AppName app, JobId job, Content content, PersonId startedBy, Instant now) {
    var source = new Source(app, job, content, OnUnknown.HOLD, Optional.empty(), false);
    return fresh(RunId.next(), source, Kind.NOTICE, startedBy, false, now);
  }

  private static Run fresh(
      RunId id, Source source, Kind kind, PersonId startedBy, boolean late, Instant now) {
    return new Run(
        id,
        source.app,
        source.job,
        kind,
        source.content,
        source.onUnknown,
        kind == Kind.JOB ? source.firstWave : Optional.empty(),
        startedBy,
        kind != Kind.JOB || source.urgent,
        late,
        List.of(),
        "",
        now,
        Optional.empty(),
        new RunProgress(
            Gate.OPEN,
            false,
            Optional.empty(),
            Optional.empty(),
            0,
            0,
            Tally.NONE,
            Optional.empty()));
  }

  /** What a run takes from its job. */
  public record Source(
      AppName app,
      JobId job,
      Content content,
      OnUnknown onUnknown,
      Optional<FirstWave> firstWave,
      boolean urgent) {}

  /** Why a run exists. */
  public enum Kind {
    JOB,
    /** A test that an author sends to themselves or to colleagues. */
    TEST,
    /** A reply to what one person answered to the job's announcement. */
    REPLY,
    /** Tells the job's author that it waits for them. */
    NOTICE;

    /** A notice is stored as a reply, which versions before it can read and send. */
    String word() {
      return EnumWord.of(this == NOTICE ? REPLY : this);
    }

    static Kind read(String word, boolean notice) {
      return notice ? NOTICE : EnumWord.read(Kind.class, word);
    }
  }

  /** Whether new intents may be committed. */
  public enum Gate {
    OPEN,
    PAUSED,
    /** Cancelled: recipients that were not begun are skipped. */
    STOPPING,
    /** Nothing is left to do. */
    CLOSED
  }
}
