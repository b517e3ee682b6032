package belfry.jobs.notices;

import static belfry.testing.Author.agreed;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.access.ActingPerson;
import belfry.access.Languages;
import belfry.access.Role;
import belfry.jobs.JobsFixture;
import belfry.jobs.Sending;
import belfry.jobs.checking.Reach;
import belfry.jobs.job.Consent;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobState;
import belfry.jobs.schedule.Schedule;
import belfry.jobs.search.ReceivedMessages;
import belfry.messages.PersonalContent;
import belfry.messages.PersonalValues;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.runs.Run;
import belfry.runs.recipients.Tally;
import belfry.storage.Json;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** That the author of a job is told that it waits for them, once, on a real database. */
@OnEngines
class NoticesTest extends JobsFixture {
  private static final String LINK =
      "\n\n[Look at it and decide](https://portal.example/Hub/news/sendMessage.html#/jobs/%s)";

  @Test
  void anAdministratorIsToldOfTheMessageOfSomebodyWhoMayNotSendAnyMore() {
    var job = scheduled(Schedule.once("2026-11-21T11:00", "Europe/Helsinki"));
    administers("ada", Duration.ofHours(2));
    administers("bob", Duration.ofHours(1));
    removeSender();

    house.held().allBy(house.app(), SENDER.id());

    assertThat(told())
        .containsExactly(
            ("“Hello” is on hold: Whoever scheduled it may not send any more." + LINK)
                .formatted(job.id()));
    assertThat(notices().getFirst().urgent()).as("also in quiet hours").isTrue();
    assertThat(recipient(notices().getFirst())).as("who was here last").isEqualTo("bob");
    house.held().allBy(house.app(), SENDER.id());
    startDue();
    assertThat(told()).as("once").hasSize(1);
  }

  @Test
  void whoeverMayNotSendAnyMoreChangesNoSeriesWhichIsSaid() {
    var series = repeated("FREQ=DAILY");
    administers("ada", Duration.ofHours(2));
    var wish = new Sending.Wish(series.id(), Optional.of(text("In other words")), Consent.NONE);
    var besides =
        agreed(house.sending().runNow(sender, wish, Duration.ofSeconds(20), Optional.empty()));
    removeSender();
    time.pass(Duration.ofSeconds(20));
    startDue();

    assertThat(told())
        .containsExactly(
            ("“In other words” is on hold: Whoever sent it may not send any more. What repeats was"
                    + " to say the same from then on, and stays as it was."
                    + LINK)
                .formatted(besides.id()));
    assertThat(now(series).text().markdown()).isEqualTo("Hello");
    assertThat(now(besides).changesSeries()).isFalse();
  }

  @Test
  void aMessageThatBelfryCouldNotStartInTimeIsSaidToBeMissed() {
    speaks("es");
    scheduled(Schedule.once("2026-11-21T11:00", "Europe/Helsinki"));
    time.pass(Duration.ofDays(1));
    startDue();

    assertThat(told().getFirst())
        .startsWith("«Hello» no se envió: No pudo empezar a tiempo.\n\n[Verlo y decidir](");
  }

  @Test
  void aQuestionIsToldInTheAuthorsLanguageWithItsNumbers() {
    speaks("de-CH, fr;q=0.8");
    var job =
        author.sendNow(agreed(house.writing().create(sender, text("To *all*"), Optional.empty())));
    startDue();

    asks(run(job), 5);

    assertThat(told().getFirst())
        .startsWith(
            "„To all“ wartet auf Ihre Antwort: Erreicht würden 5, vorgesehen waren 20."
                + "\n\n[Ansehen und entscheiden](https://portal.example/");
    assertThat(notices()).hasSize(1);
  }

  /** It may hold what people write, which calls nobody and is no Markdown. */
  @Test
  void aTitleIsToldAsItIs() {
    var draft = text("<@all> {{name}} \\[here] \\*so\\*");
    var job = author.sendNow(agreed(house.writing().create(sender, draft, Optional.empty())));
    startDue();
    asks(run(job), 5);

    assertThat(told().getFirst()).startsWith("“@All ‹name› \\[here\\] \\*so\\*” waits for");
  }

  @Test
  void whoAnsweredMeanwhileIsNotTold() {
    var job = asked();
    assertThat(notices().getFirst().progress().gate()).isEqualTo(Run.Gate.OPEN);

    agreed(house.stopping().resume(sender, job.id(), Optional.empty(), Optional.empty()));
    assertThat(notices().getFirst().progress().gate()).isEqualTo(Run.Gate.STOPPING);

    var other = asked();
    house.stopping().cancel(sender, other.id(), false, Optional.empty());
    assertThat(notices()).extracting(one -> one.progress().gate()).containsOnly(Run.Gate.STOPPING);
  }

  @Test
  void whatIsDeletedIsNotToldOf() {
    var job = scheduled(Schedule.once("2026-11-21T11:00", "Europe/Helsinki"));
    time.pass(Duration.ofDays(1));
    startDue();

    house.writing().delete(sender, job.id(), Optional.empty(), Optional.empty());

    assertThat(notices().getFirst().progress().gate()).isEqualTo(Run.Gate.STOPPING);
  }

  /** Whoever paused it knows; their pause changes nothing in what was asked. */
  @Test
  void aPauseAnswersNothing() {
    var job = asked();

    agreed(house.stopping().pause(sender, job.id(), Optional.empty()));

    assertThat(notices().getFirst().progress().gate()).isEqualTo(Run.Gate.OPEN);
  }

  @Test
  void manyTimesOfASeriesThatWereMissedAreOneMessage() {
    repeated("FREQ=DAILY");
    time.pass(Duration.ofDays(6));
    startDue();

    assertThat(told()).hasSize(1);
    assertThat(told().getFirst()).contains("Look whether other times of it were missed as well.");
  }

  @Test
  void itIsNoAnnouncement() {
    var job = asked();
    var run = notices().getFirst();
    house.database().write(handle -> handle.execute("UPDATE run SET started = created"));

    var query =
        new ReceivedMessages.Query(
            List.of(TestPortal.NEWS), List.of(SENDER.id().value()), Long.MAX_VALUE, 10, 100);
    assertThat(new ReceivedMessages(house.database()).find(query).messages()).isEmpty();
    assertThat(now(job).state().runId()).isNotEqualTo(Optional.of(run.id()));
    assertThat(run.kind()).isEqualTo(Run.Kind.NOTICE);
    assertThat(kindThatIsStored(run)).as("which every version can read").isEqualTo("reply");
  }

  @Test
  void nobodyIsToldWhereNobodyIsLeft() {
    var job = scheduled(Schedule.once("2026-11-21T11:00", "Europe/Helsinki"));
    removeSender();

    house.held().allBy(house.app(), SENDER.id());

    assertThat(notices()).isEmpty();
    assertThat(now(job).state()).isInstanceOf(JobState.Held.class);
  }

  // ------------------------------------------------------------------------------------------

  private void administers(String id, Duration ago) {
    var person = new Profile(new PersonId(id), id, id + "@example.com", "");
    house.access().add(house.app(), person, Role.ADMIN, new ActingPerson(SENDER.id()));
    house
        .database()
        .write(handle ->
            handle.execute(
                "UPDATE staff SET last_seen = ? WHERE person = ?", time.now().minus(ago), id));
  }

  private void speaks(String header) {
    new Languages(house.database()).note(SENDER.id(), Optional.of(header));
  }

  private void removeSender() {
    assertThat(
            house
                .access()
                .remove(house.app(), SENDER.id().value(), new ActingPerson(new PersonId("ana"))))
        .isNotNull();
  }

  private Job asked() {
    var job = author.sendNow(draft());
    startDue();
    asks(run(job), 5);
    return job;
  }

  private void asks(Run run, int reached) {
    var question =
        house
            .database()
            .write(handle -> {
              var counts = new Tally(reached, 0, 0, 0, 0, 0, 0, 0);
              house.runs().expanded(handle, run.id(), counts, List.of());
              return house
                  .questions()
                  .doubt(
                      handle,
                      house.app(),
                      run,
                      new Reach(reached, 0, Map.of(), Map.of(), List.of(), false),
                      List.of());
            });
    assertThat(question).isPresent();
  }

  private List<Run> notices() {
    return house.runs().open(TestPortal.NEWS).stream()
        .filter(run -> run.kind() == Run.Kind.NOTICE)
        .toList();
  }

  /** As it is sent. */
  private List<String> told() {
    return notices().stream()
        .map(run ->
            PersonalContent.of(run.content())
                .filled(Json.read(row(run, "personal"), PersonalValues.class))
                .markdown())
        .toList();
  }

  private String recipient(Run run) {
    return row(run, "target");
  }

  private String row(Run run, String column) {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery("SELECT " + column + " FROM recipient WHERE run = ?")
                .bind(0, run.id().value())
                .mapTo(String.class)
                .one());
  }

  private String kindThatIsStored(Run run) {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery("SELECT kind FROM run WHERE id = ?")
                .bind(0, run.id().value())
                .mapTo(String.class)
                .one());
  }
}
