package belfry.jobs.job;

import static belfry.testing.Author.agreed;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Spool;
import belfry.jobs.JobsFixture;
import belfry.jobs.UnusedLists;
import belfry.jobs.schedule.Fault;
import belfry.people.audience.Audience;
import belfry.people.audience.SavedAudiences;
import belfry.people.groups.OwnGroups;
import belfry.people.lists.ListChoices;
import belfry.people.lists.Lists;
import belfry.people.lists.PeopleList;
import belfry.platform.ids.PersonId;
import belfry.testing.Author;
import belfry.testing.OnEngines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lists of people that jobs go to: there as long as something refers to them. */
@OnEngines
class JobListsTest extends JobsFixture {
  private int forgetLists() {
    return new UnusedLists(house.database(), house.people().lists()).forget();
  }

  @Test
  void aListIsForgottenOnlyWhenNothingHasReferredToItForAWeek() throws IOException {
    var lonely = brought("lonely");
    var used = brought("used");
    var left = brought("left");
    var job = author.draft(new Audience(List.of(entry(used)), List.of(entry(left))));
    time.pass(Duration.ofDays(8));

    assertThat(forgetLists()).isOne();
    assertThat(find(lonely)).isEmpty();
    assertThat(find(used)).isPresent();
    time.pass(Duration.ofDays(8));
    assertThat(forgetLists()).isZero();
    assertThat(find(left)).isPresent();

    house.writing().delete(sender, job.id(), Optional.empty(), Optional.empty());
    time.pass(Duration.ofDays(6));
    assertThat(forgetLists()).as("it could be brought back").isZero();
    time.pass(Duration.ofDays(2));
    assertThat(forgetLists()).isEqualTo(2);
    assertThat(find(used)).isEmpty();
  }

  @Test
  void aRunThatGoesOnKeepsItsList() throws IOException {
    var list = brought("list");
    var job =
        author.sendNow(
            author.draft(new Audience(List.of(entry(list), everybody.entries().getFirst()))));
    startDue();
    house
        .database()
        .write(handle -> handle.execute("DELETE FROM job WHERE id = ?", job.id().value()));
    time.pass(Duration.ofDays(8));

    assertThat(forgetLists()).isZero();
    assertThat(find(list)).isPresent();
  }

  @Test
  void aSavedAudienceKeepsItsList() throws IOException {
    var list = brought("list");
    var asker = new OwnGroups.Asker(house.app(), new PersonId("ana"), Optional.empty());
    var saved = house.people().saved();
    var change =
        saved.save(
            asker, Optional.empty(), "Team", new Audience(List.of(entry(list))), (_, _, _) -> {});
    time.pass(Duration.ofDays(8));
    assertThat(forgetLists()).isZero();

    var id = ((SavedAudiences.Change.Done) change).saved().id();
    assertThat(saved.delete(asker, id, (_, _, _) -> {}))
        .isEqualTo(new SavedAudiences.Change.Deleted(id));
    time.pass(Duration.ofDays(8));
    assertThat(forgetLists()).isOne();
  }

  @Test
  void aListThatIsGoneIsSaidAtItsPlace() throws IOException {
    var list = brought("list");
    var job = author.draft(new Audience(List.of(entry(list))));
    var gone = new Audience(job.audience().entries(), List.of(entry(list), unknown()));

    var answer =
        house.writing().edit(sender, job.id(), 1, Author.text("Hello", gone), Optional.empty());

    assertThat(answer)
        .isInstanceOfSatisfying(
            ChangeResult.Invalid.class,
            invalid ->
                assertThat(invalid.faults())
                    .extracting(Fault::field)
                    .containsExactly("except[1].listId"));
    assertThat(
            agreed(house.writing().duplicate(sender, job.id(), Optional.empty(), Optional.empty()))
                .audience())
        .isEqualTo(job.audience());
  }

  private PeopleList brought(String name) throws IOException {
    try (var file = Spool.open()) {
      file.out().write("mail,desk\nana@x.example,1\n".getBytes(StandardCharsets.UTF_8));
      var lists = house.people().lists();
      var added = lists.add(house.app(), new PersonId("ana"), name, file, ListChoices.NONE);
      return ((Lists.Added.Kept) added).list();
    }
  }

  private Optional<PeopleList> find(PeopleList list) {
    return house.people().lists().find(house.app(), list.id());
  }

  private static Audience.Entry entry(PeopleList list) {
    return new Audience.FromFile(list.id().toString(), list.name());
  }

  private static Audience.Entry unknown() {
    return new Audience.FromFile("0S9X8JYY9CVR3", "gone");
  }
}
