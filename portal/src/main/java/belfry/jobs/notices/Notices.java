package belfry.jobs.notices;

import belfry.access.Access;
import belfry.access.AuditEntry;
import belfry.access.Languages;
import belfry.apps.AppName;
import belfry.base.Phrase;
import belfry.jobs.job.Job;
import belfry.messages.Content;
import belfry.messages.PersonalContent;
import belfry.messages.PersonalText;
import belfry.messages.PersonalValues;
import belfry.people.audience.Target;
import belfry.platform.ids.PersonId;
import belfry.runs.NoticeRuns;
import belfry.runs.Remarks;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.ids.JobId;
import belfry.storage.Database;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the author of a job, by its bot and in their language, that it waits for them; somebody
 * else who may answer, if they may not use the app any more. What is told is a run of its own,
 * written in the transaction in which the job begins to wait: so it is told once, whoever is
 * killed, and not any more if somebody answers first.
 */
public final class Notices {
  public static final Phrase MAY_NOT_SEND = Remarks.MAY_NOT_SEND;
  public static final Phrase MAY_NOT_CHANGE =
      Phrase.of(
          "notice.mayNotChange",
          "Whoever sent it may not send any more. What repeats was to say the same from then on, and stays as it was.");
  private static final Phrase MAY_NOT_HURRY =
      Phrase.of(
          "notice.mayNotHurry",
          "Whoever made it urgent may not do that any more. It takes its turn, and waits in quiet hours.");
  public static final Phrase MAY_HAVE_GONE_OUT =
      Phrase.of(
          "notice.mayHaveGoneOut",
          "A backup was restored since it was due, so it may have gone out.");
  public static final Phrase NO_TIME =
      Phrase.of("notice.noTime", "It cannot be said when it is due. {{why}}");
  private static final Phrase LATE = Phrase.of("notice.late", "It could not start in time.");
  private static final Phrase LATE_OF_SERIES =
      Phrase.of(
          "notice.lateOfSeries",
          "It could not start in time. Look whether other times of it were missed as well.");

  private static final Phrase HELD = Phrase.of("notice.held", "“{{title}}” is on hold: {{why}}");
  private static final Phrase NOT_URGENT =
      Phrase.of("notice.notUrgent", "“{{title}}” is not urgent any more: {{why}}");
  private static final Phrase MISSED =
      Phrase.of("notice.missed", "“{{title}}” was not sent: {{why}}");
  private static final Phrase ASKED =
      Phrase.of("notice.asked", "“{{title}}” waits for your answer: {{why}}");
  private static final Phrase REMINDERS_HELD =
      Phrase.of("notice.remindersHeld", "The reminders of “{{title}}” are on hold: {{why}}");
  private static final Phrase REMINDERS_OVER =
      Phrase.of("notice.remindersOver", "The reminders of “{{title}}” were not all sent: {{why}}");
  private static final Phrase NO_DAY_LEFT =
      Phrase.of("notice.noDayLeft", "Their last day has passed before one could go out.");
  private static final Phrase TOO_LATE =
      Phrase.of("notice.tooLate", "It goes out too late for them.");
  private static final Phrase DECIDE = Phrase.of("notice.decide", "Look at it and decide");

  private static final String TITLE = PersonalText.key("title");
  private static final String WHY = PersonalText.key("why");

  private static final Logger LOG = LoggerFactory.getLogger(Notices.class);

  private final Runs runs;
  private final Access access;
  private final Function<AppName, Optional<String>> pages;

  /**
   * @param pages the address of an app's page; empty if it is not known
   */
  public Notices(Database database, Access access, Function<AppName, Optional<String>> pages) {
    runs = new Runs(database);
    this.access = access;
    this.pages = pages;
  }

  public void held(Handle handle, Job job, Phrase why, Instant now) {
    tell(handle, job, HELD, List.of(why), now);
  }

  public void notUrgent(Handle handle, Job job, Instant now) {
    tell(handle, job, NOT_URGENT, List.of(MAY_NOT_HURRY), now);
  }

  public void missed(Handle handle, Job job, Instant now) {
    tell(handle, job, MISSED, List.of(job.series().isEmpty() ? LATE : LATE_OF_SERIES), now);
  }

  public void asked(Handle handle, Job job, List<Phrase> question, Instant now) {
    tell(handle, job, ASKED, question, now);
  }

  public void remindersHeld(Handle handle, Job job, Instant now) {
    tell(handle, job, REMINDERS_HELD, List.of(MAY_NOT_SEND), now);
  }

  public void remindersOver(Handle handle, Job job, Instant now) {
    tell(handle, job, REMINDERS_OVER, List.of(NO_DAY_LEFT), now);
  }

  public void remindersTooLate(Handle handle, Job job, Instant now) {
    tell(handle, job, REMINDERS_OVER, List.of(TOO_LATE), now);
  }

  private void tell(Handle handle, Job job, Phrase words, List<Phrase> why, Instant now) {
    var isTold = job.series().filter(series -> isTold(handle, series, now)).isPresent();
    if (isTold && !why.contains(MAY_NOT_CHANGE)) {
      return;
    }
    var told = access.inCharge(handle, job.app(), List.of(job.author(), job.sender()));
    if (told.isEmpty()) {
      LOG.warn(
          "Nobody is told that job {} of {} waits: its author may not use the app, nor is an"
              + " administrator known",
          job.id(),
          job.app());
      return;
    }
    var language = Languages.of(handle, told.get());
    Content content;
    Target whom;
    try {
      content = content(job, language, words);
      whom =
          new Target(
              Target.Kind.PERSON,
              told.get().value(),
              told.get().equals(job.author()) ? job.authorName() : "",
              "",
              values(job, language, content, why));
    } catch (RuntimeException e) {
      // That it waits counts more than that it is told.
      LOG.warn("Nobody is told that job {} of {} waits", job.id(), job.app(), e);
      return;
    }
    var run = Run.notice(job.app(), job.id(), content, new PersonId(AuditEntry.BELFRY), now);
    NoticeRuns.insert(handle, runs, run, whom);
  }

  /** After a long outage many times of a series wait at once, which is worth one message. */
  private static boolean isTold(Handle handle, JobId series, Instant now) {
    return handle
        .createQuery(
            """
            SELECT 1 FROM job JOIN run ON run.job = job.id
            WHERE job.series = ? AND run.notice = 1 AND run.created = ? LIMIT 1
            """)
        .bind(0, series.value())
        .bind(1, now)
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  private Content content(Job job, String language, Phrase words) {
    var link =
        pages
            .apply(job.app())
            .map(page ->
                "\n\n[%s](%s#/jobs/%s)"
                    .formatted(Translations.template(language, DECIDE), page, job.id()))
            .orElse("");
    return new Content(Translations.template(language, words) + link, Optional.empty());
  }

  /** The title and the reasons are values, so nothing in them is read as Markdown. */
  private static Map<String, String> values(
      Job job, String language, Content content, List<Phrase> why) {
    var title =
        job.text()
            .untitled()
            .map(untitled -> Translations.in(language, untitled))
            .orElseGet(job::title);
    var told = why;
    var values = values(title, language, told);
    while (told.size() > 1 && PersonalContent.of(content).isTooLong(new PersonalValues(values))) {
      told = told.subList(0, told.size() - 1);
      values = values(title, language, told);
    }
    return values;
  }

  private static Map<String, String> values(String title, String language, List<Phrase> why) {
    var words =
        why.stream()
            .map(phrase -> Translations.in(language, phrase))
            .collect(Collectors.joining(" "));
    return Map.of(TITLE, title, WHY, words);
  }
}
