package belfry.jobs.reminders;

import belfry.apps.AppName;
import belfry.base.Wait;
import belfry.jobs.job.Job;
import belfry.messages.Reminders;
import belfry.platform.ids.PersonId;
import belfry.runs.ReadAnswers;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The reminders of an announcement that has begun.
 *
 * @param run whose silent recipients are reminded
 * @param sender who set them last, and must still be allowed to send
 * @param set what they set
 * @param counted from when the days are counted: when the last recipient got it; until then the end
 *     of the quiet hours for which it waits, or empty
 * @param asked since when the one that is due waits for the answers of before to be read; where
 *     none of them waits, when somebody skipped one that was near, or stopped them
 * @param held whether they wait until somebody sets them again
 * @param ended why there are no more; empty while there are
 * @param times those still to come, in order; once somebody has ended them, those that were to come
 * @param due when to look at them next
 * @param leftOut those that were due and did not begin, in order
 */
public record PlannedReminders(
    JobId job,
    AppName app,
    RunId run,
    PersonId sender,
    String senderName,
    Reminders set,
    Optional<Instant> counted,
    Optional<Instant> asked,
    boolean held,
    Optional<ReminderEnd> ended,
    List<Instant> times,
    Optional<Instant> due,
    List<LeftOutReminder> leftOut) {
  private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(5);

  private static final int MOST_LEFT_OUT = 10;

  /** As long as somebody may want back what they have just skipped or stopped. */
  private static final Duration UNDOABLE = Duration.ofMinutes(10);

  /** Reminders that begin, if any time is still to come. */
  static PlannedReminders of(
      Job job,
      RunId run,
      PersonId sender,
      String senderName,
      Reminders set,
      Optional<Instant> counted,
      List<Instant> times) {
    var ended = times.isEmpty() ? Optional.of(ReminderEnd.OVER) : Optional.<ReminderEnd>empty();
    return new PlannedReminders(
        job.id(),
        job.app(),
        run,
        sender,
        senderName,
        set,
        counted,
        Optional.empty(),
        false,
        ended,
        times,
        times.stream().findFirst(),
        List.of());
  }

  /**
   * What the next of them waits for; empty if none is to come.
   *
   * @param here what keeps Belfry from beginning anything for its bot
   * @param quiet until when quiet hours last
   */
  public Optional<Wait> waits(Instant now, Optional<Wait> here, Optional<Instant> quiet) {
    return held
        ? Optional.of(Wait.For.DECISION.open())
        : times.stream()
            .findFirst()
            .filter(_ -> ended.isEmpty())
            .map(time ->
                time.isAfter(now)
                    ? Wait.For.TIME.until(time)
                    : here.or(() -> quiet.map(Wait.For.QUIET_HOURS::until))
                        .or(() -> asked.filter(since -> !time.isAfter(since)).map(this::forAnswers))
                        .orElseGet(Wait.For.TURN::open));
  }

  private Wait forAnswers(Instant since) {
    return Wait.For.ANSWERS.until(since.plus(ReadAnswers.LONGEST_WAIT));
  }

  /** Whether this time of these is not to come though it is still ahead: somebody skipped it. */
  boolean leavesOut(Reminders others, Instant time) {
    return set.times().equals(others.times())
        && set.zone().equals(others.zone())
        && !times.isEmpty()
        && time.isBefore(times.getFirst());
  }

  /** Whether any of those that are not to come may have been left out one by one. */
  boolean canHaveSkipped() {
    return ended.isEmpty() || (ended.get() == ReminderEnd.STOPPED && times.isEmpty());
  }

  /** After this one was skipped, which may be due before somebody wants it back. */
  PlannedReminders skipped(Instant time, Instant now) {
    var isNear = time.isBefore(now.plus(UNDOABLE));
    return isNear ? with(held, ended, times, due, Optional.of(now)) : this;
  }

  /** Whether one that was near was skipped, or all were stopped, only just now. */
  boolean justUndone(Instant now) {
    return asked
        .filter(at -> ended.isPresent() || times.stream().allMatch(at::isBefore))
        .filter(at -> now.isBefore(at.plus(UNDOABLE)))
        .isPresent();
  }

  /** Those that are due and have not begun, and that these others have as well. */
  List<Instant> waiting(Reminders others, Instant from, Instant now) {
    var isMeant = goOn() || (ended.equals(Optional.of(ReminderEnd.STOPPED)) && justUndone(now));
    var come = times.stream().filter(time -> isMeant && !time.isAfter(now)).toList();
    var isOver = others.end().filter(end -> !end.isAfter(now)).isPresent();
    return come.isEmpty() || isOver
        ? List.of()
        : others.after(from, come.getFirst().minusMillis(1)).stream()
            .filter(come::contains)
            .toList();
  }

  /** Also these before the others. */
  PlannedReminders with(List<Instant> back) {
    var all = Stream.concat(back.stream(), times.stream()).toList();
    var left = left(all, ReminderEnd.STOPPED);
    return held ? left.onHold() : left;
  }

  /** Whether one is to come by itself. */
  public boolean goOn() {
    return !held && ended.isEmpty();
  }

  PlannedReminders ended(ReminderEnd why) {
    return with(false, Optional.of(why), List.of(), Optional.empty());
  }

  /** Nothing is sent until somebody sets them again. */
  PlannedReminders onHold() {
    return with(true, Optional.empty(), times, Optional.empty());
  }

  /** Looked at again at this moment, or at their end. */
  PlannedReminders lookedAt(Instant moment) {
    return lookedAt(moment, asked);
  }

  /** Waits for the answers of before a moment to be read, and is looked at again. */
  PlannedReminders asking(Instant since, Instant again) {
    return lookedAt(again, Optional.of(since));
  }

  private PlannedReminders lookedAt(Instant moment, Optional<Instant> since) {
    var next = set.end().filter(moment::isAfter).orElse(moment);
    return with(false, Optional.empty(), times, Optional.of(next), since);
  }

  /**
   * Counted from when the last recipient got the announcement.
   *
   * @param last by Webex's clock, which may be behind ours
   * @param begun when its run began, from which they are counted before
   */
  PlannedReminders countedFrom(Instant last, Instant begun) {
    var then = counted.orElse(begun);
    var from = counted(last, counted, begun);
    var moved = set.moved(times, then, from);
    var left = moved.equals(times) ? this : left(moved, ReminderEnd.OVER);
    var waits = held && left.ended.isEmpty();
    var next = waits ? Optional.<Instant>empty() : left.due;
    return with(Optional.of(from), left.asked, waits, left.ended, left.times, next, leftOut);
  }

  /**
   * From when the days are counted, once the last recipient got the announcement.
   *
   * @param last when that was, by Webex's clock, which may be behind ours
   * @param before from when they were counted until now
   * @param begun when its run began
   */
  static Instant counted(Instant last, Optional<Instant> before, Instant begun) {
    var reached = last.isBefore(begun) ? begun : last;
    return before
        .filter(then -> reached.isBefore(then) && reached.plus(CLOCKS_DIFFER).isAfter(then))
        .orElse(reached);
  }

  /** Whether the days are counted from later than this, as it was to wait for quiet hours. */
  boolean areCountedAfter(Instant moment) {
    return counted.filter(moment::isBefore).isPresent();
  }

  /** With only these still to come; if there are none, ended for this reason. */
  PlannedReminders left(List<Instant> others, ReminderEnd otherwise) {
    return others.isEmpty()
        ? ended(otherwise)
        : with(false, Optional.empty(), others, Optional.of(others.getFirst()));
  }

  private PlannedReminders with(
      boolean nowHeld, Optional<ReminderEnd> why, List<Instant> others, Optional<Instant> next) {
    return with(nowHeld, why, others, next, Optional.empty());
  }

  private PlannedReminders with(
      boolean nowHeld,
      Optional<ReminderEnd> why,
      List<Instant> others,
      Optional<Instant> next,
      Optional<Instant> since) {
    return with(counted, since, nowHeld, why, others, next, leftOut);
  }

  /** These did not begin, after the others. */
  PlannedReminders leavingOut(List<LeftOutReminder> more) {
    var all = Stream.concat(leftOut.stream(), more.stream()).toList();
    var last = all.subList(Math.max(0, all.size() - MOST_LEFT_OUT), all.size());
    return with(counted, asked, held, ended, times, due, last);
  }

  /** The same reminders, in another state. */
  private PlannedReminders with(
      Optional<Instant> from,
      Optional<Instant> since,
      boolean nowHeld,
      Optional<ReminderEnd> why,
      List<Instant> others,
      Optional<Instant> next,
      List<LeftOutReminder> without) {
    return new PlannedReminders(
        job, app, run, sender, senderName, set, from, since, nowHeld, why, others, next, without);
  }
}
