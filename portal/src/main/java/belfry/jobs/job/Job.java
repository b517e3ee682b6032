package belfry.jobs.job;

import belfry.apps.AppName;
import belfry.jobs.schedule.Ahead;
import belfry.jobs.schedule.Schedule;
import belfry.messages.Acknowledgement;
import belfry.messages.AttachmentId;
import belfry.messages.CardDesign;
import belfry.messages.MessageText;
import belfry.people.audience.Audience;
import belfry.people.audience.Headcount;
import belfry.platform.ids.PersonId;
import belfry.runs.Run;
import belfry.runs.ids.JobId;
import java.time.Instant;
import java.util.Optional;

/**
 * An announcement.
 *
 * @param revision grows with each change; a person who changes the job must have seen the latest
 * @param draft what it says, and to whom
 * @param people how many people were in its audience at the last count
 * @param sender person id of the sender: whoever last edited or scheduled it
 * @param schedule how its time was entered; meaningful only if it has one
 * @param occurrence which time of a recurring job it is; empty if it is not one
 * @param tested the digest of the content that its author last received as a test; empty before
 * @param reference what the program that made it calls it; empty if nothing
 */
public record Job(
    JobId id,
    AppName app,
    long revision,
    JobState state,
    PersonId author,
    String authorName,
    PersonId sender,
    Draft draft,
    long people,
    long spaces,
    Schedule schedule,
    Optional<Occurrence> occurrence,
    String tested,
    String reference,
    Instant created,
    Instant changed) {

  public String title() {
    return text().title();
  }

  public MessageText text() {
    return draft.text();
  }

  public Optional<AttachmentId> attachment() {
    return draft.attachment();
  }

  public Optional<CardDesign> card() {
    return draft.card();
  }

  public Audience audience() {
    return draft.audience();
  }

  public Optional<Acknowledgement> acknowledge() {
    return draft.acknowledge();
  }

  /** Whether exactly this content was tested. */
  public boolean isTested() {
    return tested.equals(draft.content().digest());
  }

  public static Job fresh(Actor actor, Draft draft, Instant now) {
    return new Job(
        JobId.next(),
        actor.app().name(),
        1,
        new JobState.Draft(),
        actor.personId(),
        actor.name(),
        actor.personId(),
        draft,
        0,
        0,
        Schedule.NONE,
        Optional.empty(),
        "",
        "",
        now,
        now);
  }

  /** The content and ownership of its runs. */
  public Run.Source source() {
    return new Run.Source(
        app,
        id,
        draft.content(),
        draft.onUnknown(),
        draft.firstWave(),
        !schedule.urgent().isEmpty());
  }

  /** Whether it is a recurring job; its occurrences are jobs of their own. */
  public boolean isSeries() {
    return !schedule.rule().isEmpty()
        && (state instanceof JobState.Scheduled || state instanceof JobState.Held);
  }

  /** Whether it goes out in a moment, as somebody has just agreed to it. */
  public boolean isStarting() {
    return state instanceof JobState.Scheduled && schedule.local().isEmpty();
  }

  /** Whether it goes out in addition to the schedule of its series. */
  public boolean isBesides() {
    return series().isPresent() && occurrence.flatMap(Occurrence::planned).isEmpty();
  }

  /** Whether its series says from then on what it says itself, once it starts. */
  public boolean changesSeries() {
    return schedule.ahead().filter(Ahead::changesSeries).isPresent();
  }

  /** The same content as one of its occurrences. */
  public Job occurrence(
      Occurrence which, JobState next, PersonId by, Schedule entered, Instant now) {
    return new Job(
        JobId.next(),
        app,
        1,
        next,
        author,
        authorName,
        by,
        draft,
        people,
        spaces,
        entered,
        Optional.of(which),
        tested,
        reference,
        now,
        now);
  }

  /** The same job with what this one of its times says, and to whom. */
  Job saying(Job one) {
    return with(state, one.draft(), one.people, one.spaces, one.sender, schedule, one.tested);
  }

  /** A reminder of it in these words, for so many people at the last count. */
  public Job reminder(
      Occurrence which, Draft words, long silent, PersonId by, Schedule entered, Instant now) {
    return occurrence(which, new JobState.Scheduled(which.planned().orElse(now)), by, entered, now)
        .with(
            new JobState.Scheduled(which.planned().orElse(now)), words, silent, 0, by, entered, "");
  }

  /** The announcement that it is a reminder of; empty if it is none. */
  public Optional<JobId> reminded() {
    return audience().reminded().flatMap(JobId::parse);
  }

  /**
   * The recurring job that it is one time of: a reminder that was set is one of its announcement.
   */
  public Optional<JobId> series() {
    return occurrence.map(Occurrence::series).filter(one -> !reminded().equals(Optional.of(one)));
  }

  public Job with(JobState next) {
    return with(next, draft, people, spaces, sender, schedule);
  }

  public Job with(Draft other) {
    return with(state, other, people, spaces, sender, schedule);
  }

  /** The job with a note that its author received exactly this content as a test. */
  Job nowTested() {
    return with(state, draft, people, spaces, sender, schedule, draft.content().digest());
  }

  /** While addresses are not looked up yet, at most so many. */
  public Job counted(Headcount count) {
    return with(state, draft, count.most(), count.spaces(), sender, schedule);
  }

  /** Of whom and for how many it had been agreed to before. */
  public Job agreedTo(Ahead.Agreed before) {
    return with(state, draft, before.people(), before.spaces(), before.sender(), schedule);
  }

  public Job with(Schedule entered) {
    return with(state, draft, people, spaces, sender, entered);
  }

  /** The same under another name of a program's. */
  public Job called(String other) {
    return new Job(
        id,
        app,
        revision,
        state,
        author,
        authorName,
        sender,
        draft,
        people,
        spaces,
        schedule,
        occurrence,
        tested,
        other,
        created,
        changed);
  }

  /** The job with this person as its sender, who answers for how urgent it is, from now on. */
  public Job sentBy(PersonId person) {
    return with(state, draft, people, spaces, person, schedule.urgent(schedule.urgent()));
  }

  /** Whose right to make messages urgent it is urgent by. */
  public PersonId hurriedBy() {
    return schedule.hurriedBy().orElse(sender);
  }

  private Job with(
      JobState nextState,
      Draft nextDraft,
      long nowPeople,
      long nowSpaces,
      PersonId nextSender,
      Schedule nextSchedule) {
    return with(nextState, nextDraft, nowPeople, nowSpaces, nextSender, nextSchedule, tested);
  }

  private Job with(
      JobState nextState,
      Draft nextDraft,
      long nowPeople,
      long nowSpaces,
      PersonId nextSender,
      Schedule nextSchedule,
      String nowTested) {
    return new Job(
        id,
        app,
        revision,
        nextState,
        author,
        authorName,
        nextSender,
        nextDraft,
        nowPeople,
        nowSpaces,
        nextSchedule,
        occurrence,
        nowTested,
        reference,
        created,
        changed);
  }
}
