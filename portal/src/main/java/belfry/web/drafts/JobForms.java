package belfry.web.drafts;

import belfry.base.Bare;
import belfry.base.Phrase;
import belfry.base.Shortened;
import belfry.http.Problem;
import belfry.jobs.Sending;
import belfry.jobs.job.Consent;
import belfry.jobs.job.Draft;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobStore;
import belfry.jobs.schedule.Schedule;
import belfry.jobs.schedule.ScheduleInput;
import belfry.messages.AttachmentId;
import belfry.messages.MessageText;
import belfry.runs.ids.JobId;
import belfry.runs.recipients.OnUnknown;
import belfry.web.frame.Caller;
import belfry.web.frame.Fields;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Fields shared by several forms about jobs; a refusal names the field. */
public final class JobForms {
  private static final int LONGEST_REASON = 200;
  private static final int LONGEST_REFERENCE = 100;

  private JobForms() {}

  public static Problem.Thrown noJob() {
    return Problem.notFound(Phrase.of("job.unknown", "There is no such job.")).thrown();
  }

  public static JobId id(@Nullable String text) {
    if (text == null) {
      throw Problem.invalid("jobId", Phrase.of("job.missing", "Say which job.")).thrown();
    }
    return JobId.parse(text).orElseThrow(JobForms::noJob);
  }

  /** The job of this id in the caller's app. */
  public static Job found(Caller caller, JobStore jobs, @Nullable String id) {
    return jobs.find(caller.app().name(), id(id)).orElseThrow(JobForms::noJob);
  }

  /** The job that a form is about; empty if it names none. */
  public static Optional<Job> job(Caller caller, JobStore jobs, @Nullable String id) {
    return Optional.ofNullable(id).map(named -> found(caller, jobs, named));
  }

  /** Absent: unchanged. Empty: no file. */
  public static Optional<AttachmentId> attachment(
      @Nullable String id, Optional<AttachmentId> otherwise) {
    if (id == null || id.isEmpty()) {
      return id == null ? otherwise : Optional.empty();
    }
    return Optional.of(
        AttachmentId.parse(id)
            .orElseThrow(() ->
                Problem.invalid(
                        "attachment",
                        Phrase.of("attachment.noId", "Send the id that jobs/attach returned."))
                    .thrown()));
  }

  public static Consent consent(
      @Nullable Long revision,
      @Nullable Long recipients,
      @Nullable String whom,
      @Nullable String goesOutAt,
      @Nullable String urgentReason) {
    return new Consent(
        Optional.ofNullable(revision),
        Optional.ofNullable(recipients),
        Optional.ofNullable(whom),
        Optional.ofNullable(goesOutAt).map(text -> Fields.moment("goesOutAt", text)),
        urgentReason == null ? "" : reason("urgentReason", urgentReason));
  }

  /** Why something is urgent. */
  public static String reason(String field, String words) {
    if (Bare.isBlank(words) || !Shortened.isShort(words, LONGEST_REASON)) {
      throw Problem.invalid(
              field,
              Phrase.of(
                  "urgent.reason",
                  "Say in 1 to {{most}} characters why it cannot wait.",
                  "most",
                  LONGEST_REASON))
          .thrown();
    }
    return Bare.of(words);
  }

  public static OnUnknown onUnknown(@Nullable String word, OnUnknown otherwise) {
    return switch (word) {
      case null -> otherwise;
      case "hold" -> OnUnknown.HOLD;
      case "resend" -> OnUnknown.RESEND;
      default ->
          throw Problem.invalid(
                  "onUnknown", Phrase.of("onUnknown.unknown", "This must be hold or resend."))
              .thrown();
    };
  }

  /** What a program calls a job; empty if nothing. */
  public static String reference(@Nullable String words) {
    var line = words == null ? "" : Bare.line(words);
    if (words != null && (line.isEmpty() || !Shortened.isShort(line, LONGEST_REFERENCE))) {
      throw Problem.invalid(
              "reference",
              Phrase.of(
                  "reference.length",
                  "This must have 1 to {{most}} characters.",
                  "most",
                  LONGEST_REFERENCE))
          .thrown();
    }
    return line;
  }

  /** How long a start can be undone. */
  public static Duration undo(@Nullable Integer seconds) {
    var undo = seconds == null ? 0 : seconds;
    if (undo < 0 || undo > Sending.LONGEST_UNDO.toSeconds()) {
      throw Problem.invalid(
              "undoSeconds",
              Phrase.of(
                  "undoSeconds.range",
                  "This must be from 0 to {{most}}.",
                  "most",
                  Sending.LONGEST_UNDO.toSeconds()))
          .thrown();
    }
    return Duration.ofSeconds(undo);
  }

  /** When it is to go out, as it was entered. */
  public static ScheduleInput when(
      String at, @Nullable String zone, @Nullable String repeat, @Nullable Long graceMinutes) {
    return new ScheduleInput(
        at,
        zone == null ? "" : zone,
        repeat == null ? "" : repeat,
        Optional.ofNullable(graceMinutes));
  }

  /** What a job says; nothing if there is none. */
  public static Draft draft(Optional<Job> job) {
    return job.map(Job::draft).orElse(Draft.NONE);
  }

  /** The time that a job has, and what of it is left out. */
  public static Schedule former(Optional<Job> job) {
    return job.map(Job::schedule).orElse(Schedule.NONE);
  }

  /** A draft may be empty, but not longer than what can be sent. */
  public static Draft limited(Draft draft) {
    if (draft.text().bytes() > MessageText.MOST_BYTES) {
      throw Problem.invalid("markdown", draft.text().fault().orElseThrow()).thrown();
    }
    return draft;
  }
}
