package belfry.hooks;

import static belfry.hooks.HooksFixture.ALERTS;
import static belfry.hooks.HooksFixture.ANA;
import static belfry.hooks.HooksFixture.NEWS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.messages.Content;
import belfry.people.audience.Audience;
import belfry.people.audience.Target;
import belfry.platform.ids.PersonId;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.Tally;
import belfry.storage.Json;
import belfry.testing.House;
import belfry.testing.InterruptedDatabase;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written out of the counts of runs, and with their ends, whichever engine keeps it. */
@OnEngines
class HookNewsTest extends StorageTest {
  private static final long JOB = 7;

  @TempDir Path directory;
  private HooksFixture fixture;
  private House house;
  private HookNews news;
  private HookId hook;
  private Run run;

  @BeforeEach
  void begin() {
    fixture = new HooksFixture(open(directory), directory);
    house = House.withoutPlatform(fixture.database, directory, fixture.time);
    news = new HookNews(fixture.database, fixture.queue);
    hook = fixture.made(URI.create("https://pager.example")).hook().id();
    run = running();
  }

  @AfterEach
  void end() {
    house.platform().close();
    fixture.close();
  }

  /** A message that is being sent to ten people. */
  private Run running() {
    var now = fixture.time.now();
    var one =
        Run.test(NEWS.name(), new Content("Hello", Optional.empty()), new PersonId("ana"), now);
    fixture.database.write(handle -> {
      Runs.insert(handle, one, Audience.NOBODY, now);
      handle.execute("UPDATE run SET kind = 'job', job = ? WHERE id = ?", JOB, one.id().value());
      house.runs().expanded(handle, one.id(), new Tally(10, 0, 0, 0, 0, 0, 0, 0), List.of());
      return handle.execute(
          """
          INSERT INTO job (id, app, revision, state, run, author, author_name, sender, title, search_key, markdown, audience,
            people, spaces, local_time, zone, on_unknown, tested, created, changed, list_rank, list_at)
          VALUES (?, 'news', 1, 'sending', ?, 'ana', 'Ana', 'ana', 'Hello', '', 'Hello', ?, 1, 0, '', '', 'hold', '', 0, 0, 0, 0)
          """,
          JOB,
          one.id().value(),
          Json.write(Audience.NOBODY));
    });
    return house.runs().find(one.id()).orElseThrow();
  }

  private void ends(long sent, long failed, long held) {
    var change = new Tally(-(sent + failed + held), 0, 0, 0, held, sent, failed, 0);
    fixture.database.write(
        handle -> house.runs().count(handle, run.id(), change, 10, 0, fixture.time.now()));
  }

  private void settle() {
    assertThat(fixture.database.<Boolean>write(handle -> house.closed().close(handle, run)))
        .isTrue();
  }

  /** What has been written since the last time, oldest first. */
  private List<HookMessage> written() {
    news.write(NEWS.name(), fixture.time.now());
    var messages = fixture.messages(hook).reversed();
    fixture.database.write(handle -> {
      messages.forEach(one -> HookQueue.taken(handle, one, "", fixture.time.now()));
      return handle.execute("DELETE FROM hook_message");
    });
    return messages;
  }

  private static JsonNode data(HookMessage one) {
    return Json.read(one.body(), JsonNode.class).path("data");
  }

  @Test
  void failuresAreToldInBatchesOfTenSeconds() {
    assertThat(written()).isEmpty();
    ends(1, 2, 0);
    var first = written();
    assertThat(first).extracting(HookMessage::event).containsExactly("recipients.failed");
    assertThat(data(first.getFirst()).path("failed").asInt()).isEqualTo(2);
    assertThat(data(first.getFirst()).path("counts").path("sent").asInt()).isEqualTo(1);

    ends(0, 1, 1);
    assertThat(written()).as("so soon").isEmpty();
    fixture.time.pass(HookNews.BETWEEN_BATCHES);
    ends(0, 1, 0);
    var second = written();
    assertThat(second).hasSize(1);
    assertThat(data(second.getFirst()).path("failed").asInt()).isEqualTo(2);
    assertThat(data(second.getFirst()).path("held").asInt()).isEqualTo(1);
    fixture.time.pass(HookNews.BETWEEN_BATCHES);
    assertThat(written()).as("nothing new").isEmpty();
  }

  @Test
  void theRestIsToldBeforeTheEndWithoutWaiting() {
    ends(0, 1, 0);
    written();
    ends(8, 1, 0);
    settle();
    var end = written();
    assertThat(end)
        .extracting(HookMessage::event)
        .containsExactly("recipients.failed", "job.finished");
    assertThat(data(end.getFirst()).path("failed").asInt()).isEqualTo(1);
    assertThat(data(end.getLast()).path("counts").path("failed").asInt()).isEqualTo(2);
    assertThat(data(end.getLast()).path("revision").asInt()).isEqualTo(2);
  }

  @Test
  void theRestIsToldBeforeACancellationToo() {
    ends(0, 1, 0);
    written();
    fixture.database.write(handle -> handle.execute("UPDATE job SET state = 'stopping'"));
    ends(8, 1, 0);
    settle();
    assertThat(written())
        .extracting(HookMessage::event)
        .containsExactly("recipients.failed", "job.cancelled");
  }

  @Test
  void thatNobodyGotItIsAFailure() {
    ends(0, 9, 1);
    settle();
    assertThat(written())
        .extracting(HookMessage::event)
        .containsExactly("recipients.failed", "job.finished", "job.failed");
  }

  /** A program that follows the job may try them again before its end was told. */
  @Test
  void anEndIsToldWithTheCountsThatItHad() {
    ends(0, 10, 0);
    settle();
    fixture.database.write(handle ->
        house
            .runs()
            .count(
                handle, run.id(), new Tally(0, 2, 0, 0, 0, 8, -10, 0), 10, 0, fixture.time.now()));
    var end = written();
    assertThat(end)
        .extracting(HookMessage::event)
        .containsExactly("recipients.failed", "job.finished", "job.failed");
    assertThat(data(end.getFirst()).path("failed").asInt()).isEqualTo(10);
    assertThat(data(end.get(1)).path("counts"))
        .hasToString("{\"total\":10,\"sent\":0,\"failed\":10,\"held\":0,\"skipped\":0}");
    assertThat(data(end.getLast()).path("counts")).isEqualTo(data(end.get(1)).path("counts"));
  }

  /** Somebody who tries them again at once is not told of before the end. */
  @Test
  void whatFailedBeforeAnEndIsToldWithIt() {
    ends(0, 1, 0);
    var again = new Tally(0, 0, 0, 0, 0, 8, -8, 0);
    var interrupted =
        new InterruptedDatabase(
            fixture.database,
            () -> {
              ends(0, 9, 0);
              settle();
              fixture.database.write(
                  handle -> house.runs().count(handle, run.id(), again, 10, 0, fixture.time.now()));
            });
    new HookNews(interrupted, fixture.queue).write(NEWS.name(), fixture.time.now());
    var end = written();
    assertThat(end)
        .extracting(HookMessage::event)
        .containsExactly("recipients.failed", "job.finished", "job.failed");
    assertThat(data(end.getFirst()).path("failed").asInt()).isEqualTo(10);
  }

  /** It was noted by a node of an earlier version. */
  @Test
  void anEndWithoutCountsIsToldWithThoseOfNow() {
    ends(9, 1, 0);
    settle();
    fixture.database.write(handle ->
        handle.execute(
            "UPDATE job_news SET total = NULL, sent = NULL, failed = NULL, held = NULL, skipped = NULL"));
    assertThat(data(written().getLast()).path("counts").path("sent").asInt()).isEqualTo(9);
  }

  @Test
  void whoIsTriedAgainCountsWhenTheyFailAgain() {
    ends(0, 3, 0);
    written();
    fixture.database.write(handle ->
        house
            .runs()
            .count(
                handle, run.id(), new Tally(0, 3, 0, 0, 0, 0, -3, 0), 10, 0, fixture.time.now()));
    fixture.time.pass(HookNews.BETWEEN_BATCHES);
    assertThat(written()).isEmpty();
    fixture.database.write(handle ->
        house
            .runs()
            .count(
                handle, run.id(), new Tally(0, -2, 0, 0, 0, 0, 2, 0), 10, 0, fixture.time.now()));
    fixture.time.pass(HookNews.BETWEEN_BATCHES);
    assertThat(data(written().getFirst()).path("failed").asInt()).isEqualTo(2);
  }

  private void recipient(long number, String state) {
    fixture.database.write(handle -> {
      handle.execute("DELETE FROM recipient WHERE run = ? AND seq = ?", run.id().value(), number);
      return handle.execute(
          """
          INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt)
          VALUES (?, ?, 'person', ?, 'Lars', '', 'lars@corp.test', ?, 1)
          """,
          run.id().value(),
          number,
          "id-" + number,
          state);
    });
  }

  private void begins() {
    fixture.database.write(handle ->
        handle.execute(
            "INSERT INTO job_news (id, app, job, run, revision, what, at) VALUES (1, 'news', ?, ?, 1, 'started', 0)",
            JOB,
            run.id().value()));
  }

  /** What was told of recipients since the last time. */
  private List<String> told() {
    return written().stream()
        .filter(one -> one.event().equals("recipients.settled"))
        .map(one -> {
          assertThat(one.body()).doesNotContain("Lars", "corp.test", "id-");
          return data(one).path("recipients").toString();
        })
        .toList();
  }

  private static String one(long number, String state) {
    return "{\"number\":%d,\"state\":\"%s\"}".formatted(number, state);
  }

  @Test
  void eachResultOfARecipientIsToldOnceInBatches() {
    begins();
    recipient(0, "sent");
    recipient(1, "failed");
    recipient(2, "pending");
    recipient(501, "skipped");
    ends(1, 1, 0);
    assertThat(told())
        .containsExactly(
            "[" + one(0, "sent") + "," + one(1, "failed") + "]", "[" + one(501, "skipped") + "]");
    assertThat(told()).isEmpty();

    recipient(2, "held");
    ends(0, 0, 1);
    assertThat(told()).as("so soon").isEmpty();
    fixture.time.pass(HookNews.BETWEEN_BATCHES);
    assertThat(told()).containsExactly("[" + one(2, "held") + "]");

    // Tried again, and refused again; decided to be sent again.
    recipient(1, "retry");
    recipient(2, "sent");
    ends(1, -1, -1);
    fixture.time.pass(HookNews.BETWEEN_BATCHES);
    assertThat(told()).containsExactly("[" + one(2, "sent") + "]");
    recipient(1, "failed");
    ends(7, 1, 0);
    settle();
    assertThat(told()).as("it ends as it was told").isEmpty();
  }

  @Test
  void theLastResultsAreToldWithTheEnd() {
    begins();
    recipient(0, "sent");
    ends(1, 0, 0);
    assertThat(told()).hasSize(1);
    recipient(1, "sent");
    ends(9, 0, 0);
    settle();
    assertThat(told()).containsExactly("[" + one(1, "sent") + "]");
    fixture.time.pass(HookNews.BETWEEN_BATCHES);
    assertThat(told()).isEmpty();
    assertThat(rows("hook_told_counts")).as("nothing is looked at any more").isZero();
    // Some are sent to again.
    begins();
    recipient(1, "failed");
    assertThat(told()).containsExactly("[" + one(1, "failed") + "]");
  }

  @Test
  void recipientsAreNotLookedAtWhereNobodyWantsTo() {
    fixture.hooks.disable(NEWS, ANA, hook);
    begins();
    recipient(0, "sent");
    ends(10, 0, 0);
    assertThat(written()).isEmpty();
    assertThat(rows("hook_told_counts")).isZero();
    assertThat(rows("hook_told_page")).isZero();
  }

  private int rows(String table) {
    return fixture.database.read(
        handle -> handle.createQuery("SELECT COUNT(*) FROM " + table).mapTo(Integer.class).one());
  }

  @Test
  void whatNobodyWantsIsTakenAndForgotten() {
    fixture.hooks.disable(NEWS, ANA, hook);
    ends(0, 10, 0);
    settle();
    assertThat(written()).isEmpty();
    fixture.hooks.enable(NEWS, ANA, hook);
    assertThat(written()).isEmpty();
  }

  @Test
  void eachOfSeveralGetsAnIdOfItsOwn() {
    var held = new Hooks.Wish("B", "https://b.example", EnumSet.of(HookEvent.JOB_FINISHED));
    var other = ((Hooks.Done.WithSecret) fixture.hooks.make(NEWS, ANA, held)).hook().id();
    ends(10, 0, 0);
    settle();
    news.write(NEWS.name(), fixture.time.now());
    assertThat(fixture.messages(hook)).hasSize(1);
    assertThat(fixture.messages(other)).hasSize(1);
    assertThat(fixture.messages(hook).getFirst().name())
        .isNotEqualTo(fixture.messages(other).getFirst().name());
  }

  /** Side by side with a newer version, which tells it once it sends for the app. */
  @Test
  void whatThisVersionDoesNotKnowIsLeftAndHoldsUpNothing() {
    fixture.database.write(handle ->
        handle.execute(
            "INSERT INTO job_news (id, app, job, run, revision, what, at) VALUES (1, 'news', ?, NULL, 1, 'flown', 0)",
            JOB));
    ends(10, 0, 0);
    settle();
    assertThat(written()).extracting(HookMessage::event).containsExactly("job.finished");
    assertThat(written()).isEmpty();
    List<String> left =
        fixture.database.read(
            handle -> handle.createQuery("SELECT what FROM job_news").mapTo(String.class).list());
    assertThat(left).containsExactly("flown");
  }

  @Test
  void whatCannotBeToldOfOneAppHoldsUpNoOther() {
    fixture.database.write(handle -> {
      var skipped = List.of(new Target(Target.Kind.PERSON, "kenji", "Kenji", ""));
      RecipientRows.insert(
          handle,
          run.id(),
          0,
          skipped,
          Collections.nCopies(skipped.size(), 0),
          false,
          Optional.of("left out"));
      handle.execute(
          "INSERT INTO hook_told_counts (run, counts, at) VALUES (?, '', 0)", run.id().value());
      return handle.execute(
          "INSERT INTO hook_told_page (run, page, told) VALUES (?, 0, '')", run.id().value());
    });
    assertThatThrownBy(this::written).isInstanceOf(StringIndexOutOfBoundsException.class);
    var threads = new ArrayList<Thread>();
    var delivery =
        new HookDelivery(
            fixture.apps,
            fixture.database,
            news,
            fixture.post,
            _ -> true,
            fixture.time,
            work -> {
              threads.add(Thread.ofVirtual().unstarted(work));
              return threads.getLast();
            });
    fixture.hooks.test(
        ALERTS, ANA, fixture.made(ALERTS, URI.create("https://b.example")).hook().id());

    delivery.step();
    assertThat(threads).hasSize(1);
  }

  @Test
  void whatWasToldOfOldRunsIsForgotten() {
    ends(9, 1, 0);
    settle();
    written();
    fixture.time.pass(Duration.ofDays(61));
    HookNews.forget(fixture.database, fixture.time.now());
    assertThat(rows("hook_told")).isZero();
  }
}
