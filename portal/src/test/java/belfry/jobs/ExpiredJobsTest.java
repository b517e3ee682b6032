package belfry.jobs;

import static belfry.testing.Author.agreed;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.answers.AnswerStore;
import belfry.apps.App;
import belfry.base.Secret;
import belfry.jobs.job.Consent;
import belfry.jobs.job.Draft;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobState;
import belfry.messages.Acknowledgement;
import belfry.messages.ReminderWords;
import belfry.messages.Reminders;
import belfry.people.audience.Audience;
import belfry.people.audience.Target;
import belfry.runs.DeletedRuns;
import belfry.runs.Runs;
import belfry.runs.followups.FollowUp;
import belfry.runs.ids.JobId;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.Tally;
import belfry.testing.Author;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What an app does not keep any longer, on a real database and owned time. */
@OnEngines
class ExpiredJobsTest extends JobsFixture {
  private static final Duration KEPT = Duration.ofDays(60);
  private static final Duration MOMENT = Duration.ofMillis(1);
  private static final Duration ONE_DAY = Duration.ofDays(1);
  private static final App KEEPS_ALL =
      new App(TestPortal.NEWS, "News", new Secret("token"), List.of(), 230);
  private static final App KEEPS_SOME =
      new App(
          TestPortal.NEWS,
          "News",
          List.of(new Secret("token")),
          List.of(),
          230,
          App.USUAL_DROP,
          Optional.of(KEPT));

  private ExpiredJobs expired() {
    return new ExpiredJobs(
        house.transactions(), house.database(), house.references(), house.access(), time);
  }

  /** What was said to be kept until then goes, and nothing else. */
  private int expire() {
    var all = all();
    var over =
        all.stream()
            .filter(job -> keptUntil(job).filter(until -> until.isBefore(time.now())).isPresent())
            .map(Job::id)
            .toList();
    var count = expired().delete(KEEPS_SOME);
    assertThat(all.stream().filter(job -> !isThere(job)).map(Job::id).toList()).isEqualTo(over);
    return count;
  }

  private List<Job> all() {
    List<Long> ids =
        house
            .database()
            .read(handle ->
                handle.createQuery("SELECT id FROM job ORDER BY id").mapTo(Long.class).list());
    return ids.stream()
        .map(id -> house.jobs().find(KEEPS_ALL.name(), new JobId(id)).orElseThrow())
        .toList();
  }

  private Optional<Instant> keptUntil(Job job) {
    return expired().keptUntil(KEEPS_SOME, job);
  }

  /** An announcement that its readers have got. */
  private Job over(Draft draft) {
    var job = agreed(house.writing().create(sender, draft, Optional.empty()));
    agreed(house.runNow(sender, job.id(), Consent.NONE, Duration.ZERO, Optional.empty()));
    startDue();
    return arrived(now(job));
  }

  private Job over() {
    return over(text("Hello"));
  }

  private Job arrived(Job job) {
    var run = run(job).id();
    var readers =
        Stream.of("una", "dos")
            .map(id -> new Target(Target.Kind.PERSON, id, id, id + "@x.example"))
            .toList();
    house
        .database()
        .write(handle -> {
          RecipientRows.insert(
              handle,
              run,
              0,
              readers,
              Collections.nCopies(readers.size(), 0),
              false,
              Optional.empty());
          house.runs().expanded(handle, run, new Tally(2, 0, 0, 0, 0, 0, 0, 0), List.of());
          handle.execute("UPDATE recipient SET state = 'sent' WHERE run = ?", run.value());
          handle.execute(
              "UPDATE run SET pending = 0, sent = 2, next_seq = 2 WHERE id = ?", run.value());
          handle.execute(
              "INSERT INTO timeline (run, step, sent, failed) VALUES (?, 0, 2, 0)", run.value());
          return house.closed().close(handle, Runs.find(handle, run).orElseThrow());
        });
    assertThat(now(job).state()).isInstanceOf(JobState.Finished.class);
    return now(job);
  }

  private boolean isThere(Job job) {
    return house.jobs().find(KEEPS_ALL.name(), job.id()).isPresent();
  }

  private int execute(String sql, Object... values) {
    return house.database().write(handle -> handle.execute(sql, values));
  }

  private int count(String table, String where, Object value) {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery("SELECT COUNT(*) FROM " + table + " WHERE " + where + " = ?")
                .bind(0, value)
                .mapTo(Integer.class)
                .one());
  }

  private int traces() {
    return count("audit", "action", "job.expired");
  }

  private void answered(Job job) {
    var run = run(job).id().value();
    execute(
        """
        INSERT INTO answer (id, app, kind, source, job, run, recipient, person, person_key, name, name_key,
          email, text, inputs, files, readable, written, received)
        VALUES (1, 'news', 'written', 'm', ?, ?, 0, 'una', 'una', 'una', 'una', '', 'Thanks', '', 0, 1, 1, 1)
        """,
        job.id().value(),
        run);
    execute(
        """
        INSERT INTO answer_count (run, app, job, written, pressed, unread, latest)
        VALUES (?, 'news', ?, 1, 0, 1, 1)
        """,
        run,
        job.id().value());
  }

  @Test
  void whatEndedLongEnoughAgoGoesWholly() throws IOException {
    var file =
        house
            .attachments()
            .add(TestPortal.NEWS, SENDER.id(), "a.txt", "", new ByteArrayInputStream(new byte[9]));
    var old =
        over(Author.text("Ancient history", Optional.of(file.id()), everybody, Optional.empty()));
    answered(old);
    var run = run(old).id();
    time.pass(Duration.ofDays(1));
    var younger = over();

    time.pass(KEPT.minusDays(1));
    assertThat(expire()).as("to the moment").isZero();
    time.pass(MOMENT);
    assertThat(expired().delete(KEEPS_ALL)).as("nothing is said").isZero();
    assertThat(expired().keptUntil(KEEPS_ALL, now(old))).isEmpty();
    assertThat(keptUntil(now(old))).contains(time.now().minus(MOMENT));
    assertThat(keptUntil(now(younger))).contains(time.now().minus(MOMENT).plus(ONE_DAY));
    assertThat(expire()).isOne();

    assertThat(isThere(old)).isFalse();
    assertThat(isThere(younger)).isTrue();
    assertThat(count("job_word", "job", old.id().value())).isZero();
    assertThat(count("audit", "object", old.id().toString()))
        .as("what was done to it, and that it expired")
        .isGreaterThan(2);
    assertThat(traces()).isOne();
    assertThat(house.access().audit().verify().fault()).isEmpty();

    time.pass(Duration.ofDays(8));
    var deleted = new DeletedRuns(house.database(), time);
    var steps = 0;
    while (deleted.step()) {
      steps++;
    }
    assertThat(steps).as("a little at a time").isGreaterThan(1);
    var answers = new AnswerStore(house.database());
    while (answers.forgetDeleted()) {}
    for (var table : List.of("recipient", "timeline", "answer", "answer_count", "follow_up")) {
      assertThat(count(table, "run", run.value())).as(table).isZero();
    }
    assertThat(count("run", "id", run.value())).isZero();
    assertThat(forgetFiles()).isOne();
    assertThat(count("recipient", "run", run(younger).id().value())).isEqualTo(2);
  }

  @Test
  void whatHasNotEndedStaysHoweverOldItIs() {
    var draft = draft();
    var scheduled = scheduled();
    var sending = agreed(house.writing().create(sender, text("Now"), Optional.empty()));
    agreed(house.runNow(sender, sending.id(), Consent.NONE, Duration.ZERO, Optional.empty()));
    startDue();
    var cancelled = draft();
    house.stopping().cancel(sender, cancelled.id(), false, Optional.empty());
    time.pass(KEPT.multipliedBy(3));

    assertThat(expire()).isOne();

    assertThat(isThere(cancelled)).isFalse();
    assertThat(List.of(draft, scheduled, sending)).allMatch(this::isThere);
  }

  @Test
  void whatSomebodyMustStillDecideStays() {
    var job = over();
    var run = run(job).id().value();
    execute("UPDATE run SET held = 1 WHERE id = ?", run);
    time.pass(KEPT.multipliedBy(2));
    assertThat(expire()).isZero();

    execute("UPDATE run SET held = 0 WHERE id = ?", run);
    execute("UPDATE run SET gate = 'open' WHERE id = ?", run);
    assertThat(expire()).isZero();

    execute("UPDATE run SET gate = 'closed' WHERE id = ?", run);
    assertThat(expire()).isOne();
  }

  @Test
  void aRecallThatIsUnderWayKeepsItAndIsCountedFromItsEnd() {
    var job = over();
    time.pass(KEPT.multipliedBy(2));
    var everybody = new JobFollowUps.Whose(FollowUp.Part.ALL, Optional.empty());
    agreed(
        new JobFollowUps(house.transactions(), house.database(), house.people().audiences())
            .recall(sender, job.id(), everybody, Consent.NONE, Optional.empty()));
    time.pass(KEPT.multipliedBy(2));
    assertThat(expire()).isZero();

    execute(
        "UPDATE follow_up SET gate = 'closed', complete = 1, finished = ? WHERE job = ?",
        time.now().toEpochMilli(),
        job.id().value());
    time.pass(KEPT);
    assertThat(expire()).isZero();
    time.pass(MOMENT);
    assertThat(expire()).isOne();
  }

  @Test
  void anAnnouncementGoesWithItsRemindersWhenTheLastOfThemIsOldEnough() {
    var times = List.of(new Reminders.Moment(1, "09:00"), new Reminders.Moment(50, "09:00"));
    var reminders = new Reminders(times, "Europe/Helsinki", "", ReminderWords.EN, "");
    var asking = new Acknowledgement("Got it", "", reminders);
    var job = over(text("Wear your badge").asking(Optional.of(asking)));
    time.pass(Duration.ofDays(1));
    startDue();
    var first = arrived(occurrences(job).getFirst());
    time.pass(KEPT.plusDays(1));
    assertThat(expire()).as("one is still to come").isZero();

    startDue();
    var last = arrived(occurrences(job).getFirst());
    time.pass(KEPT);
    startDue();
    assertThat(expire()).isZero();
    assertThat(List.of(job, first, last)).allMatch(this::isThere);

    time.pass(MOMENT);
    assertThat(expire()).isOne();
    assertThat(List.of(job, first, last)).noneMatch(this::isThere);
    assertThat(traces()).isEqualTo(3);
    assertThat(count("reminder", "job", job.id().value())).isZero();
  }

  @Test
  void whoseRecipientsAreStillToBeSentToStays() {
    var job = over();
    var whom = new Audience.Recipients(job.id().toString(), Audience.Who.REACHED, job.title());
    var after = author.draft(new Audience(List.of(whom)));
    time.pass(KEPT.plusDays(1));
    assertThat(expire()).isZero();

    house.writing().delete(sender, after.id(), Optional.empty(), Optional.empty());
    assertThat(expire()).isOne();
  }

  @Test
  void anAudienceThatCannotBeReadKeepsOnlyWhatItNames() {
    var named = over();
    var other = over();
    var whom = new Audience.Recipients(named.id().toString(), Audience.Who.REACHED, named.title());
    var broken = author.draft(new Audience(List.of(whom)));
    execute(
        "UPDATE job SET audience = REPLACE(audience, '\"reached\"', '\"new\"') WHERE id = ?",
        broken.id().value());
    time.pass(KEPT.plusDays(1));

    assertThat(keptUntil(named)).isEmpty();
    assertThat(expired().delete(KEEPS_SOME)).isOne();
    assertThat(isThere(named)).isTrue();
    assertThat(isThere(other)).isFalse();
  }

  @Test
  void ofARecurringJobTheTimeThatTheNextIsComparedWithStays() {
    var series = repeated("FREQ=DAILY");
    time.pass(Duration.ofHours(1));
    startDue();
    var first = arrived(occurrences(series).getFirst());
    time.pass(Duration.ofDays(1));
    startDue();
    var second = arrived(occurrences(series).getFirst());
    time.pass(KEPT.plusDays(1));

    assertThat(expire()).isOne();
    assertThat(isThere(first)).isFalse();
    assertThat(List.of(series, second)).allMatch(this::isThere);

    house.stopping().cancel(sender, series.id(), false, Optional.empty());
    assertThat(expire()).as("the series has just ended, its times long ago").isOne();
    assertThat(isThere(second)).isFalse();
  }

  @Test
  void whatMustStayDoesNotKeepTheOthers() {
    var blocked = IntStream.range(0, 55).mapToObj(_ -> over()).toList();
    blocked.forEach(job -> execute("UPDATE run SET held = 1 WHERE job = ?", job.id().value()));
    time.pass(Duration.ofSeconds(1));
    var free = over();
    time.pass(KEPT.plusDays(1));

    assertThat(expire()).isOne();

    assertThat(isThere(free)).isFalse();
    assertThat(blocked).allMatch(this::isThere);
  }

  @Test
  void someGoAtOnceAndThoseThatEndedFirstGoFirst() {
    var jobs = new ArrayList<Job>();
    for (var i = 0; i < 3; i++) {
      jobs.add(over());
      time.pass(Duration.ofMinutes(1));
    }
    time.pass(KEPT);

    assertThat(expired().delete(KEEPS_SOME, 2)).isEqualTo(2);
    assertThat(jobs).map(this::isThere).containsExactly(false, false, true);
    assertThat(expire()).isOne();
  }

  @Test
  void twoNodesDeleteEachOnce() throws Exception {
    IntStream.range(0, 9).forEach(_ -> over());
    time.pass(KEPT.plusDays(1));
    Callable<Integer> node = () -> expired().delete(KEEPS_SOME);
    var nodes = List.of(node, node, node);

    var deleted = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var one : threads.invokeAll(nodes)) {
        deleted += one.get();
      }
    }

    assertThat(deleted).isEqualTo(9);
    assertThat(traces()).isEqualTo(9);
    assertThat(count("deleted_run", "1", 1)).isEqualTo(9);
    assertThat(house.access().audit().verify().fault()).isEmpty();
  }
}
