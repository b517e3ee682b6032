package belfry.web;

import belfry.access.StaffMember;
import belfry.base.Phrase;
import belfry.base.Said;
import belfry.base.Wait;
import belfry.http.Cursor;
import belfry.jobs.Job;
import belfry.jobs.JobReminders;
import belfry.jobs.JobState;
import belfry.jobs.Occurrence;
import belfry.jobs.Recurrence;
import belfry.jobs.Schedule;
import belfry.messages.Attachment;
import belfry.people.Group;
import belfry.people.Groups;
import belfry.people.Person;
import belfry.people.Posting;
import belfry.people.Spaces;
import belfry.platform.PersonId;
import belfry.platform.SpaceId;
import belfry.runs.JobId;
import belfry.runs.Reasons;
import belfry.runs.RecipientList;
import belfry.runs.Results;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The JSON of the API; docs/api/openapi.yaml describes each record. */
final class Views {
  private Views() {}

  /** A page of a list; {@code said} is the phrase of {@code trouble}. */
  record Items<T>(
      List<T> items, Optional<String> next, Optional<String> trouble, Optional<Said> said) {
    static <T> Items<T> page(List<T> items, Optional<String> next, Optional<Phrase> trouble) {
      return new Items<>(items, next, trouble.map(Phrase::english), trouble.flatMap(Said::of));
    }

    static <T> Items<T> all(List<T> items, Optional<Phrase> trouble) {
      return page(items, Optional.empty(), trouble);
    }
  }

  record PersonView(PersonId id, String displayName, Optional<String> email) {
    static PersonView of(Person person) {
      return new PersonView(person.id(), person.name(), present(person.email()));
    }
  }

  record GroupView(String id, String name, String source, int size, Optional<Instant> fetchedAt) {
    static GroupView of(Group group) {
      return new GroupView(
          group.id(), group.name(), word(group.source()), group.size(), group.fetched());
    }
  }

  record MembersView(
      GroupView group,
      List<PersonView> items,
      Optional<String> next,
      Optional<String> trouble,
      Optional<Said> said) {
    static MembersView of(Groups.Members page) {
      return new MembersView(
          GroupView.of(page.group()),
          page.people().stream().map(PersonView::of).toList(),
          page.next().map(Cursor::write),
          page.trouble().map(Phrase::english),
          page.trouble().flatMap(Said::of));
    }
  }

  /**
   * A space to choose.
   *
   * @param reason why the bot may not post there, or why that is unknown
   */
  record SpaceView(
      SpaceId id, String title, boolean mayPost, Optional<String> reason, Optional<Said> said) {
    static SpaceView of(Spaces.SpaceChoice choice) {
      return new SpaceView(
          choice.id(),
          choice.title(),
          !(choice.posting() instanceof Posting.Refused),
          choice.posting().reason().map(Phrase::english),
          choice.posting().reason().flatMap(Said::of));
    }
  }

  record MemberResultView(
      String member,
      String status,
      Optional<PersonView> person,
      Optional<String> message,
      Optional<Said> said) {
    static MemberResultView of(Groups.MemberResult result) {
      return new MemberResultView(
          result.reference(),
          word(result.status()),
          result.person().map(PersonView::of),
          result.why().map(Phrase::english),
          result.why().flatMap(Said::of));
    }
  }

  record MemberResultsView(
      GroupView group, List<MemberResultView> results, Optional<Integer> next) {}

  record StaffView(
      String id,
      String displayName,
      Optional<String> email,
      String role,
      boolean configured,
      Optional<Instant> addedAt,
      Optional<Instant> lastSeenAt) {
    static StaffView of(StaffMember member) {
      return new StaffView(
          member.personId().map(PersonId::value).orElse(member.email()),
          member.name(),
          present(member.email()),
          member.role().word(),
          member.configured(),
          member.added(),
          member.lastSeen());
    }
  }

  record AuthorView(PersonId id, String displayName) {}

  /** The phrase of a stored reason. */
  static Optional<Said> reason(String reason) {
    return Reasons.read(reason).flatMap(Said::of);
  }

  record FailureView(String reason, Optional<Said> said, long recipients) {}

  /**
   * How a job repeats.
   *
   * @param words the days, for people
   * @param count the total number of times
   * @param until the day on which the rule ends
   * @param next the next times it goes out, at most three
   * @param skipped the times that are left out since it last went out
   */
  record RepeatView(
      String rule,
      String words,
      Optional<Integer> count,
      Optional<LocalDate> until,
      List<Instant> next,
      List<Instant> skipped) {
    private static final int FORESEEN = 3;

    /** Absent if it does not repeat; only the rule if it can no longer be read. */
    static Optional<RepeatView> of(Schedule schedule, Optional<Instant> due) {
      try {
        return schedule.recurrence().map(recurrence -> of(schedule, recurrence, due));
      } catch (IllegalArgumentException _) {
        var words = Recurrence.quoted(schedule.rule());
        return Optional.of(
            new RepeatView(
                schedule.rule(), words, Optional.empty(), Optional.empty(), List.of(), List.of()));
      }
    }

    private static RepeatView of(Schedule schedule, Recurrence recurrence, Optional<Instant> due) {
      return new RepeatView(
          schedule.rule(),
          recurrence.description(),
          recurrence.count(),
          recurrence.until(),
          due.map(recurrence::from).orElseGet(Stream::empty).limit(FORESEEN).toList(),
          schedule.skipped());
    }
  }

  /** A file attached to a message; {@code size} in bytes. */
  record AttachmentView(String id, String name, String type, long size) {
    static AttachmentView of(Attachment file) {
      return new AttachmentView(file.id().toString(), file.name(), file.type(), file.size());
    }
  }

  /**
   * What is shown only in the detail of a single job.
   *
   * @param emails the addresses of the chosen people, by id
   * @param keptUntil when it is deleted because it is old
   * @param notReached how many certainly did not get it, where sending is over
   */
  record Whole(
      Optional<Attachment> attachment,
      Map<PersonId, String> emails,
      Optional<JobReminders.Seen> reminders,
      Optional<Instant> keptUntil,
      Optional<Long> notReached) {}

  /**
   * Why a job waits for somebody.
   *
   * @param unreadable what of it, or of its run, cannot be read
   * @param unreadableBeside what of its reminders, recalls and corrections cannot be read
   */
  record Doubts(
      boolean mayHaveGoneOut, Optional<String> unreadable, Optional<String> unreadableBeside) {}

  /** A job; text, file and audience only in the detail of a single job. */
  record JobView(
      String id,
      long revision,
      String state,
      StandingView standing,
      Optional<WaitView> waitsFor,
      String title,
      Optional<Said> titleSaid,
      String audienceSummary,
      Optional<Said> audienceSaid,
      AuthorView author,
      boolean mine,
      long people,
      long spaces,
      boolean withFile,
      boolean tested,
      Optional<String> reference,
      Instant createdAt,
      Instant changedAt,
      Optional<Instant> startsAt,
      Optional<Boolean> mayHaveGoneOut,
      Optional<String> unreadable,
      Optional<String> unreadableBeside,
      Optional<String> localTime,
      Optional<String> zone,
      long graceMinutes,
      Optional<RepeatView> repeat,
      Optional<String> series,
      Optional<Instant> planned,
      String onUnknown,
      Optional<WaveViews.Begins> firstWave,
      Optional<AcknowledgeForm.View> acknowledge,
      Optional<String> reminds,
      Optional<ReminderViews.View> reminders,
      Optional<Instant> keptUntil,
      Optional<String> markdown,
      Optional<AttachmentView> attachment,
      Optional<CardView> card,
      Optional<List<EntryView>> audience,
      Optional<List<EntryView>> except,
      Optional<Boolean> outside,
      Optional<RetryView> retry,
      Optional<Long> notReached,
      Optional<RunViews.RunView> run) {

    static JobView of(
        Job job,
        PersonId reader,
        StandingView standing,
        Optional<Wait> waits,
        Doubts doubts,
        Optional<Whole> whole,
        Optional<RetryView> retry,
        Optional<RunViews.RunView> run) {
      var summary = job.audience().summary();
      var due = job.state().dueTime().filter(_ -> job.state() instanceof JobState.Scheduled);
      return new JobView(
          job.id().toString(),
          job.revision(),
          job.state().word(),
          standing,
          waits.map(WaitView::of),
          job.title(),
          job.text().untitled().flatMap(Said::of),
          summary.english(),
          Said.of(summary),
          new AuthorView(job.author(), job.authorName()),
          job.author().equals(reader),
          job.people(),
          job.spaces(),
          job.attachment().isPresent(),
          job.isTested(),
          present(job.reference()),
          job.created(),
          job.changed(),
          job.state().dueTime(),
          Optional.of(doubts.mayHaveGoneOut).filter(it -> it),
          doubts.unreadable,
          doubts.unreadableBeside,
          present(job.schedule().local()),
          present(job.schedule().zone()),
          job.schedule().grace().toMinutes(),
          RepeatView.of(job.schedule(), due),
          job.series().map(JobId::toString),
          job.occurrence().flatMap(Occurrence::planned),
          word(job.onUnknown()),
          job.firstWave().map(WaveViews.Begins::of),
          job.acknowledge().map(AcknowledgeForm.View::of),
          job.reminded().map(JobId::toString),
          whole.flatMap(Whole::reminders).map(ReminderViews.View::of),
          whole.flatMap(Whole::keptUntil),
          whole.map(_ -> job.text().markdown()),
          whole.flatMap(Whole::attachment).map(AttachmentView::of),
          whole.flatMap(_ -> job.card()).map(CardView::of),
          whole.map(more -> EntryView.of(job.audience().entries(), more.emails())),
          whole.map(more -> EntryView.of(job.audience().excluded(), more.emails())),
          whole.map(_ -> job.audience().outside()),
          retry,
          whole.flatMap(Whole::notReached),
          run);
    }
  }

  /** Whether those who failed or are held can be sent to again, and otherwise why not. */
  record RetryView(boolean possible, Optional<String> reason, Optional<Said> said) {
    static RetryView of(Optional<Phrase> whyNot) {
      return new RetryView(whyNot.isEmpty(), whyNot.map(Phrase::english), whyNot.flatMap(Said::of));
    }
  }

  /**
   * One page of jobs.
   *
   * @param upcoming those that go out next, beside a list without them
   */
  record JobListView(
      List<JobView> items,
      Optional<String> next,
      Optional<List<JobView>> upcoming,
      Map<String, Integer> counts) {}

  record CancelView(JobView job, long sentBefore, long inFlight, long neverSent) {}

  /**
   * The result of a test.
   *
   * @param reason why it failed, or what it waits for
   * @param job empty if the content was not saved
   */
  record TestView(
      String state,
      Optional<String> reason,
      Optional<Said> said,
      Optional<JobView> job,
      List<RecipientView> recipients) {}

  record RecipientView(
      long number,
      String kind,
      String id,
      String displayName,
      Optional<String> email,
      String state,
      String result,
      Optional<Said> resultSaid,
      int attempts,
      Optional<String> reason,
      Optional<Said> said,
      Optional<WaitView> waitsFor,
      Optional<Instant> settledAt,
      Optional<Instant> sentAt,
      Optional<String> followed,
      Optional<Instant> acknowledgedAt) {
    static RecipientView of(RecipientList.Recipient recipient, Optional<Wait> waits) {
      var result = Results.of(recipient.state(), recipient.followed());
      return new RecipientView(
          recipient.seq(),
          word(recipient.kind()),
          recipient.target(),
          recipient.name(),
          present(recipient.email()),
          word(recipient.state()),
          result.english(),
          Said.of(result),
          recipient.attempts(),
          recipient.reason(),
          recipient.reason().flatMap(Views::reason),
          waits.map(WaitView::of),
          recipient.settled(),
          recipient.sent(),
          recipient.followed(),
          recipient.acknowledged());
    }
  }

  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static Optional<String> present(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }
}
