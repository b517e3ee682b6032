package belfry.jobs.job;

import static belfry.testing.Author.agreed;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.jobs.JobsFixture;
import belfry.jobs.schedule.Fault;
import belfry.people.audience.Audience;
import belfry.platform.ids.PersonId;
import belfry.testing.Author;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who may write and change a job, and where that is seen, on a real database. */
@OnEngines
class JobEditingTest extends JobsFixture {
  @Test
  void aStaleRevisionChangesNothing() {
    var job = draft();
    agreed(house.writing().edit(sender, job.id(), 1, text("Hello again"), Optional.empty()));

    assertThat(house.writing().edit(sender, job.id(), 1, text("Mine"), Optional.empty()))
        .isInstanceOf(ChangeResult.Stale.class);
    assertThat(now(job).text().markdown()).isEqualTo("Hello again");
  }

  @Test
  void othersMayNotChangeItButAnAdministratorMay() {
    var job = draft();
    var other = new Actor(house.app(), new PersonId("other"), "Olga Other", false);
    var admin = new Actor(house.app(), new PersonId("admin"), "Ada Admin", true);

    assertThat(house.stopping().cancel(other, job.id(), false, Optional.empty()))
        .isInstanceOf(ChangeResult.Forbidden.class);
    assertThat(house.stopping().cancel(admin, job.id(), false, Optional.empty()))
        .isInstanceOf(ChangeResult.Cancelled.class);
  }

  @Test
  void theTrailHasTheTitleThatWasAndWhatADuplicateIs() {
    var job = draft();
    agreed(house.writing().edit(sender, job.id(), 1, text("Hello again"), Optional.empty()));
    agreed(house.writing().duplicate(sender, job.id(), Optional.empty(), Optional.empty()));

    assertThat(trail())
        .containsExactly("job.create Hello", "job.edit Hello", "job.create Hello again");
  }

  private List<String> trail() {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery(
                    "SELECT action, detail FROM audit WHERE action LIKE 'job.%' ORDER BY seq")
                .map((row, _) -> row.getString("action") + " " + row.getString("detail"))
                .list());
  }

  @Test
  void nobodyToSendToIsSaidByItsField() {
    var empty =
        agreed(
            house
                .writing()
                .create(sender, Author.text("Hello", Audience.NOBODY), Optional.empty()));

    var answer = house.runNow(sender, empty.id(), Consent.NONE, Duration.ZERO, Optional.empty());

    assertThat(answer)
        .isInstanceOfSatisfying(
            ChangeResult.Invalid.class,
            invalid ->
                assertThat(invalid.faults()).extracting(Fault::field).containsExactly("audience"));
    assertThat(now(empty).state()).isEqualTo(new JobState.Draft());
  }

  @Test
  void listsShowWhatRunsFirstThenWhatIsToComeThenTheRest() {
    var draft = draft();
    var scheduled = scheduled();
    var running = draft();
    agreed(house.runNow(sender, running.id(), Consent.NONE, Duration.ZERO, Optional.empty()));
    startDue();

    var first =
        house
            .jobs()
            .page(
                new JobQuery(
                    TestPortal.NEWS,
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    "",
                    Optional.empty(),
                    2));
    var rest =
        house
            .jobs()
            .page(
                new JobQuery(
                    TestPortal.NEWS,
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    "",
                    first.next(),
                    2));

    assertThat(first.jobs()).extracting(Job::id).containsExactly(running.id(), scheduled.id());
    assertThat(rest.jobs()).extracting(Job::id).containsExactly(draft.id());
    assertThat(rest.next()).isEmpty();
  }

  @Test
  void everyChangeIsInTheAuditTrailAndTheTrailIsSound() {
    var job = draft();
    agreed(house.writing().edit(sender, job.id(), 1, text("Hello again"), Optional.empty()));
    assertThat(house.writing().delete(sender, job.id(), Optional.empty(), Optional.empty()))
        .isInstanceOf(ChangeResult.Deleted.class);

    var actions =
        house
            .database()
            .read(handle ->
                handle
                    .createQuery("SELECT action FROM audit WHERE object = ? ORDER BY seq")
                    .bind(0, job.id().toString())
                    .mapTo(String.class)
                    .list());
    assertThat(actions).containsExactly("job.create", "job.edit", "job.delete");
    assertThat(house.access().audit().verify().fault()).isEmpty();
  }
}
