package belfry.jobs.job;

import static belfry.testing.Author.agreed;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.access.ActingPerson;
import belfry.access.Role;
import belfry.jobs.JobsFixture;
import belfry.jobs.Sending;
import belfry.jobs.schedule.ParsedSchedule;
import belfry.jobs.schedule.Schedule;
import belfry.messages.PersonalValues;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.runs.Run;
import belfry.storage.Json;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who may make a message urgent, each way in which it can become so, on a real database. */
@OnEngines
class UrgentRightTest extends JobsFixture {
  private static final ActingPerson BOSS = new ActingPerson(new PersonId("boss"));
  private static final Consent URGENT =
      new Consent(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), "A fire");
  private static final ParsedSchedule.At AT_NINE =
      new ParsedSchedule.At(NINE, Schedule.once("2026-11-21T11:00", "Europe/Helsinki"));

  private void may(boolean urgent) {
    house
        .access()
        .add(house.app(), SENDER, Role.SENDER, Optional.of(urgent), Optional.empty(), BOSS);
  }

  private Actor admin() {
    var boss = new Profile(BOSS.id(), "Bo Boss", "bo@x.example", "");
    house.access().add(house.app(), boss, Role.ADMIN, BOSS);
    return new Actor(house.app(), boss.id(), boss.displayName(), true);
  }

  private ChangeResult sentAsUrgent(Actor actor) {
    var letter =
        new Sending.Letter(text("Now"), "", URGENT, Optional.empty(), Duration.ofSeconds(20));
    return house.sending().send(actor, letter, Optional.empty(), "wish");
  }

  private Job urgent() {
    return agreed(house.schedule(sender, draft().id(), URGENT, AT_NINE, Optional.empty()));
  }

  private static void refused(ChangeResult answer, String field) {
    assertThat(answer)
        .isInstanceOfSatisfying(
            ChangeResult.Forbidden.class,
            no -> {
              assertThat(no.field()).isEqualTo(field);
              assertThat(no.why().english())
                  .startsWith("You may not make messages of Company News urgent.");
            });
  }

  @Test
  void whoeverMayNotMakesNothingUrgentInAnyWay() {
    var series = repeated("FREQ=DAILY");
    var waiting = scheduled();
    may(false);

    refused(sentAsUrgent(sender), "urgentReason");
    var draft = draft();
    refused(
        house.runNow(sender, draft.id(), URGENT, Duration.ZERO, Optional.empty()), "urgentReason");
    refused(house.schedule(sender, draft.id(), URGENT, AT_NINE, Optional.empty()), "urgentReason");
    refused(
        house.runNow(sender, series.id(), URGENT, Duration.ZERO, Optional.empty()), "urgentReason");
    refused(house.sending().hurry(sender, waiting.id(), "A fire", Optional.empty()), "reason");

    assertThat(now(draft).state()).isEqualTo(new JobState.Draft());
    assertThat(occurrences(series)).isEmpty();
    assertThat(now(waiting).schedule().urgent()).isEmpty();
    assertThat(trail("job.urgent")).isEmpty();
    agreed(house.runNow(sender, draft.id(), Consent.NONE, Duration.ZERO, Optional.empty()));
  }

  @Test
  void whoeverMayDoesSoAndAnAdministratorForOthers() {
    var waiting = scheduled();
    agreed(sentAsUrgent(sender));
    time.pass(Duration.ofMinutes(1));
    startDue();
    may(false);

    agreed(house.sending().hurry(admin(), waiting.id(), "A fire", Optional.empty()));
    house.held().urgentBy(house.app(), SENDER.id());
    time.pass(Duration.ofHours(1));
    startDue();

    assertThat(announcements()).extracting(Run::urgent).containsExactly(true, true);
  }

  @Test
  void whatAnAdministratorMadeUrgentGoesOutInTurnOnceTheyMayNotDoThatAnyMore() {
    var waiting = scheduled();
    may(false);
    var admin = admin();
    agreed(house.sending().hurry(admin, waiting.id(), "A fire", Optional.empty()));

    house.access().remove(house.app(), admin.personId().value(), BOSS);
    house.held().allBy(house.app(), admin.personId());

    assertThat(now(waiting).state()).isEqualTo(new JobState.Scheduled(NINE));
    assertThat(now(waiting).schedule().urgent()).isEmpty();
    assertThat(told())
        .containsExactly(
            "Whoever made it urgent may not do that any more. It takes its turn, and waits in quiet hours.");
    time.pass(Duration.ofHours(1));
    startDue();
    assertThat(run(waiting).urgent()).isFalse();
  }

  /** Whoever sends it answers for what the series says from then on, not for how urgent it is. */
  @Test
  void anAdministratorAlsoHurriesWhatChangesASeries() {
    var series = repeated("FREQ=DAILY");
    may(false);
    var wish = new Sending.Wish(series.id(), Optional.of(text("In other words")), Consent.NONE);
    var besides =
        agreed(house.sending().runNow(sender, wish, Duration.ofSeconds(20), Optional.empty()));

    agreed(house.sending().hurry(admin(), besides.id(), "A fire", Optional.empty()));
    time.pass(Duration.ofSeconds(20));
    startDue();

    assertThat(run(besides).urgent()).isTrue();
    assertThat(now(series).text().markdown()).isEqualTo("In other words");
    assertThat(now(series).sender()).isEqualTo(SENDER.id());
  }

  /** It is said at once what will happen, as with what somebody scheduled who may not send. */
  @Test
  void whatWasUrgentTakesItsTurnOnceItsSenderMayNotHurryWhichIsSaid() {
    var job = urgent();
    var other = scheduled();
    may(false);

    house.held().urgentBy(house.app(), SENDER.id());

    assertThat(now(job).schedule().urgent()).isEmpty();
    assertThat(now(job).state()).isEqualTo(new JobState.Scheduled(NINE));
    assertThat(now(other).revision()).isEqualTo(other.revision());
    assertThat(trail("job.notUrgent")).containsExactly(job.id() + " A fire");
    assertThat(notices()).hasSize(1);
    time.pass(Duration.ofHours(1));
    startDue();
    assertThat(run(job).urgent()).isFalse();
    assertThat(notices()).as("said once").hasSize(1);
  }

  /** Beside a node of the version before, or between two transactions. */
  @Test
  void whatIsStillUrgentWhenItStartsIsNotSentAsUrgent() {
    var job = urgent();
    may(false);
    time.pass(Duration.ofHours(1));

    startDue();

    assertThat(run(job).urgent()).isFalse();
    assertThat(now(job).schedule().urgent()).isEmpty();
    assertThat(trail("job.notUrgent")).containsExactly(job.id() + " A fire");
    assertThat(notices()).hasSize(1);
  }

  @Test
  void whatIsUnderWayStaysUrgent() {
    var job = urgent();
    time.pass(Duration.ofHours(1));
    startDue();
    may(false);

    house.held().urgentBy(house.app(), SENDER.id());

    assertThat(run(job).urgent()).isTrue();
  }

  @Test
  void othersWordsAreNotUrgentBecauseAnAdministratorSaidSoOfTheFirst() {
    var job = scheduled();
    may(false);
    var hurried = agreed(house.sending().hurry(admin(), job.id(), "A fire", Optional.empty()));

    var edited =
        agreed(
            house
                .writing()
                .edit(sender, job.id(), hurried.revision(), text("Lunch"), Optional.empty()));

    assertThat(edited.schedule().urgent()).isEmpty();
    assertThat(trail("job.notUrgent")).containsExactly(job.id() + " A fire");
  }

  /** Taking it off the schedule keeps why; sending it is another yes. */
  @Test
  void aDraftThatWasUrgentIsNotUrgentAgainWithoutTheRight() {
    var job = urgent();
    house.stopping().cancel(sender, job.id(), true, Optional.empty());
    may(false);

    refused(house.schedule(sender, job.id(), URGENT, AT_NINE, Optional.empty()), "urgentReason");

    var copy =
        agreed(house.writing().duplicate(sender, job.id(), Optional.empty(), Optional.empty()));
    assertThat(copy.schedule().urgent()).isEmpty();
  }

  @Test
  void whatIsPutBackByAnUndoIsUrgentByWhoeverMadeItSo() {
    var job = scheduled();
    may(false);
    agreed(house.sending().hurry(admin(), job.id(), "A fire", Optional.empty()));
    var moment = Duration.ofSeconds(20);
    agreed(house.runNow(sender, job.id(), Consent.NONE, moment, Optional.empty()));
    house.stopping().undo(sender, job.id(), Optional.of(now(job).revision()), Optional.empty());
    time.pass(Duration.ofHours(1));

    startDue();

    assertThat(run(job).urgent()).isTrue();
  }

  @Test
  void whatIsPutBackByAnUndoIsUrgentOnlyAsLongAsItsSenderMay() {
    var job = urgent();
    var moment = Duration.ofSeconds(20);
    agreed(house.runNow(sender, job.id(), Consent.NONE, moment, Optional.empty()));
    may(false);
    house.held().urgentBy(house.app(), SENDER.id());
    house.stopping().undo(sender, job.id(), Optional.of(now(job).revision()), Optional.empty());
    assertThat(now(job).state()).isEqualTo(new JobState.Scheduled(NINE));

    time.pass(Duration.ofHours(1));
    startDue();

    assertThat(run(job).urgent()).isFalse();
  }

  private List<Run> notices() {
    return house.runs().open(TestPortal.NEWS).stream()
        .filter(run -> run.kind() == Run.Kind.NOTICE)
        .toList();
  }

  /** Why, as their authors are told. */
  private List<String> told() {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery(
                    "SELECT personal FROM recipient JOIN run ON run.id = recipient.run WHERE notice = 1")
                .mapTo(String.class)
                .list())
        .stream()
        .map(values -> Json.read(values, PersonalValues.class).byKey().get("why"))
        .toList();
  }

  /** The object and the detail of each entry of this action. */
  private List<String> trail(String action) {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery(
                    "SELECT object || ' ' || detail FROM audit WHERE action = ? ORDER BY seq")
                .bind(0, action)
                .mapTo(String.class)
                .list());
  }
}
