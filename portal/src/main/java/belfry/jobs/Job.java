package belfry.jobs;

import belfry.base.Hash;
import belfry.messages.MessageText;
import belfry.people.Audience;
import java.time.Instant;

/**
 * One announcement.
 *
 * @param revision grows with each change; who changes it must have seen the last one
 * @param people how many people it was for when it was last counted
 * @param timing how its time was entered; of meaning only where it has one
 * @param tested the hash of the text that its author last got as a test; empty before
 */
public record Job(
    JobId id,
    String app,
    long revision,
    JobState state,
    String author,
    String authorName,
    MessageText text,
    Audience audience,
    long people,
    long spaces,
    Timing timing,
    Run.OnUnknown onUnknown,
    String tested,
    Instant created,
    Instant changed) {

  /**
   * A time as a person entered it.
   *
   * @param local date and time without zone, ISO 8601; empty where none was entered
   * @param zone IANA name; empty where none was entered
   */
  public record Timing(String local, String zone) {
    public static final Timing NONE = new Timing("", "");
  }

  public String title() {
    return text.title();
  }

  /** Whether exactly this text was tried. */
  public boolean isTested() {
    return tested.equals(Hash.sha256(text.markdown()));
  }

  Job with(JobState next) {
    return new Job(
        id,
        app,
        revision,
        next,
        author,
        authorName,
        text,
        audience,
        people,
        spaces,
        timing,
        onUnknown,
        tested,
        created,
        changed);
  }

  Job with(Draft draft) {
    return new Job(
        id,
        app,
        revision,
        state,
        author,
        authorName,
        draft.text(),
        draft.audience(),
        people,
        spaces,
        timing,
        draft.onUnknown(),
        tested,
        created,
        changed);
  }

  Job with(Timing entered) {
    return new Job(
        id,
        app,
        revision,
        state,
        author,
        authorName,
        text,
        audience,
        people,
        spaces,
        entered,
        onUnknown,
        tested,
        created,
        changed);
  }

  Job counted(long nowPeople, long nowSpaces) {
    return new Job(
        id,
        app,
        revision,
        state,
        author,
        authorName,
        text,
        audience,
        nowPeople,
        nowSpaces,
        timing,
        onUnknown,
        tested,
        created,
        changed);
  }
}
