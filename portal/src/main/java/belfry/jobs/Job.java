package belfry.jobs;

import belfry.base.Hash;
import belfry.messages.MessageText;
import belfry.people.Audience;
import belfry.people.Headcount;
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

  static Job fresh(Actor actor, Draft draft, Instant now) {
    return new Job(
        JobId.next(),
        actor.app().name(),
        1,
        new JobState.Draft(),
        actor.personId(),
        actor.name(),
        draft.text(),
        draft.audience(),
        0,
        0,
        Timing.NONE,
        draft.onUnknown(),
        "",
        now,
        now);
  }

  public Draft draft() {
    return new Draft(text, audience, onUnknown);
  }

  Job with(JobState next) {
    return with(next, draft(), people, spaces, timing);
  }

  Job with(Draft draft) {
    return with(state, draft, people, spaces, timing);
  }

  Job with(Timing entered) {
    return with(state, draft(), people, spaces, entered);
  }

  Job counted(Headcount count) {
    return with(state, draft(), count.people(), count.spaces(), timing);
  }

  private Job with(
      JobState nextState, Draft draft, long nowPeople, long nowSpaces, Timing nextTiming) {
    return new Job(
        id,
        app,
        revision,
        nextState,
        author,
        authorName,
        draft.text(),
        draft.audience(),
        nowPeople,
        nowSpaces,
        nextTiming,
        draft.onUnknown(),
        tested,
        created,
        changed);
  }
}
