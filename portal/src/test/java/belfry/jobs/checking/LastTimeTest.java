package belfry.jobs.checking;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.jobs.JobsFixture;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobState;
import belfry.people.audience.Target;
import belfry.runs.recipients.RecipientRows;
import belfry.testing.OnEngines;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who is new in a time of a repeating message, and who is gone, on a real database. */
@OnEngines
class LastTimeTest extends JobsFixture {
  private static Target person(int number) {
    return new Target(Target.Kind.PERSON, "p" + number, "Name " + number, "");
  }

  private static List<Target> people(int from, int until) {
    return IntStream.range(from, until).mapToObj(LastTimeTest::person).toList();
  }

  /** The next time of the job, sent to these and skipped for those. */
  private Job sent(Job series, List<Target> to, List<Target> skipped) {
    var due = ((JobState.Scheduled) now(series).state()).due();
    time.pass(Duration.between(time.now(), due));
    startDue();
    var one = occurrences(series).getFirst();
    var run = run(one).id();
    house
        .database()
        .write(handle -> {
          RecipientRows.insert(
              handle, run, 0, to, Collections.nCopies(to.size(), 0), false, Optional.empty());
          RecipientRows.insert(
              handle,
              run,
              to.size(),
              skipped,
              Collections.nCopies(skipped.size(), 0),
              false,
              Optional.of("No value"));
          handle.execute("UPDATE job SET state = 'finished' WHERE id = ?", one.id().value());
          return handle.execute("UPDATE run SET expanded = 1 WHERE id = ?", run.value());
        });
    return now(one);
  }

  private LastTime lastTime() {
    return new LastTime(house.database(), house.whole(), time);
  }

  @Test
  void aTimeIsComparedWithTheOneBefore() {
    var series = repeated("FREQ=DAILY");
    var first = sent(series, people(0, 20), people(20, 25));
    var second = sent(series, people(5, 24), people(24, 25));
    var third = sent(series, people(5, 24), List.of());
    var lastTime = lastTime();

    assertThat(lastTime.before(first)).isEmpty();
    var before = lastTime.before(second).orElseThrow();
    assertThat(before.job()).isEqualTo(first.id());
    var difference = lastTime.of(run(second).id(), before);
    // Whoever was skipped last time is new, and whoever is skipped now and was then is neither.
    assertThat(difference.added()).isEqualTo(4);
    assertThat(difference.firstAdded()).isEqualTo(people(20, 23));
    assertThat(difference.gone()).isEqualTo(5);
    assertThat(difference.firstGone()).isEqualTo(people(0, 3));

    var page = lastTime.page(run(second).id(), before, LastTime.Part.GONE, -1, 3);
    assertThat(page.some()).isEqualTo(people(0, 3));
    var rest =
        lastTime.page(run(second).id(), before, LastTime.Part.GONE, page.next().orElseThrow(), 3);
    assertThat(rest).isEqualTo(new LastTime.Page(people(3, 5), Optional.empty()));

    var same = lastTime.of(run(third).id(), lastTime.before(third).orElseThrow());
    assertThat(same.added() + same.gone()).isZero();
  }

  @Test
  void whoWouldGetItNowIsComparedWithTheLastTime() {
    var series = repeated("FREQ=DAILY");
    var counted = house.people().audiences().count(house.app(), everybody);
    assertThat(counted.people()).isEqualTo(EVERYBODY);
    sent(series, people(0, 7), List.of());
    var lastTime = lastTime();
    var before = lastTime.before(now(series)).orElseThrow();

    var content = series.draft().content();
    var difference = lastTime.of(house.app(), content, everybody, before);

    assertThat(difference.added()).isEqualTo(EVERYBODY);
    assertThat(difference.gone()).isEqualTo(7);
    assertThat(lastTime.page(house.app(), content, everybody, before, LastTime.Part.GONE, 5, 5))
        .isEqualTo(new LastTime.Page(people(5, 7), Optional.empty()));
    assertThat(
            lastTime
                .page(house.app(), content, everybody, before, LastTime.Part.ADDED, 0, 5)
                .next())
        .contains(5L);
  }
}
