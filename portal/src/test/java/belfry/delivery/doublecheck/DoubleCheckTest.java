package belfry.delivery.doublecheck;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.App;
import belfry.apps.Apps;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.delivery.foundation.Infrastructure;
import belfry.delivery.foundation.Tuning;
import belfry.jobs.RecipientDecisions;
import belfry.jobs.job.Actor;
import belfry.messages.PersonalValues;
import belfry.people.audience.Audience;
import belfry.platform.Destination;
import belfry.platform.Outcome;
import belfry.platform.Platform;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.Response;
import belfry.runs.DoubleCheckStore;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Chosen;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.storage.Json;
import belfry.storage.TestSqlite;
import belfry.testing.Author;
import belfry.testing.House;
import belfry.testing.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The second look, on owned time, at a real listing. */
class DoubleCheckTest {
  private static final Tuning TUNING = Tuning.PRODUCTION;

  @TempDir Path directory;

  private final ManualTime time = ManualTime.at(Instant.now().toString());
  private final Simulator simulator = Simulator.start(SimulatorSettings.defaults().withPeople(20));
  private final Platform platform =
      new Platform(simulator.address(), Duration.ofSeconds(5), Time.system());
  private House house;
  private DoubleCheckStore checks;
  private DoubleCheck check;
  private long runs;

  @BeforeEach
  void build() {
    house = new House(TestSqlite.open(directory), simulator, directory, time);
    assertThat(house.apps().refreshBot(house.app(), 0)).isInstanceOf(Response.Got.class);
    checks = new DoubleCheckStore(house.database());
    check =
        new DoubleCheck(
            new Infrastructure(house.database(), platform, TUNING, time),
            house.apps(),
            checks,
            house.closed());
  }

  @AfterEach
  void close() {
    house.close();
    platform.close();
    simulator.close();
  }

  @Test
  void nobodyIsLookedAtBeforeTheTimeAndEachRunOnce() throws Exception {
    var run = finished("Hello", sent(0, "Hello"), sent(1, "Hello"));

    assertThat(look()).isZero();
    time.pass(TUNING.doubleCheckAfter());
    assertThat(look()).isEqualTo(1);
    assertThat(look()).as("only once").isZero();

    var result = checks.after(run).result().orElseThrow();
    assertThat(result.looked()).isEqualTo(2);
    assertThat(result.doubled()).isZero();
    assertThat(time.rests()).as("asked in no hurry").hasSize(2);
  }

  @Test
  void aMessageThatIsRecordedNowhereIsADoubleAndIsWrittenDown() throws Exception {
    var run = finished("Hello", sent(0, "Hello"), sent(1, "Hello"), sent(2, "Hello"));
    assertThat(sent(1, "Hello")).isNotEmpty();
    assertThat(sent(2, "Something else")).isNotEmpty();
    time.pass(TUNING.doubleCheckAfter());

    assertThat(look()).isEqualTo(1);

    assertThat(checks.after(run).result().orElseThrow().doubled()).isEqualTo(1);
    assertThat(reasons(run)).containsExactly("", "It arrived more than once.", "");
    assertThat(trail()).containsExactly("job.doubled: 1 of 3 looked at got it more than once");
  }

  @Test
  void ofAPersonalMessageEachIsComparedWithTheirOwn() throws Exception {
    var run = finished("Hi {{desk}}", sent(0, "Hi A 1"), sent(1, "Hi B 2"), sent(2, "Hi C 3"));
    personal(run, 0, Map.of("desk", "A 1"));
    personal(run, 1, Map.of("desk", "B 2"));
    personal(run, 2, Map.of("desk", "C 3"));
    assertThat(sent(0, "Hi A 1")).as("a double").isNotEmpty();
    assertThat(sent(1, "Lunch is served at the canteen from noon on")).isNotEmpty();
    time.pass(TUNING.doubleCheckAfter());

    assertThat(look()).isEqualTo(1);

    assertThat(checks.after(run).result().orElseThrow().doubled()).isEqualTo(1);
    assertThat(reasons(run)).containsExactly("It arrived more than once.", "", "");
  }

  private void personal(RunId run, int seq, Map<String, String> values) {
    update(
        "UPDATE recipient SET personal = ? WHERE run = ? AND seq = ?",
        Json.write(new PersonalValues(values)),
        run.value(),
        seq);
  }

  @Test
  void severalIdenticalAnnouncementsToOnePersonAreNoDoubles() throws Exception {
    var first = finished("Hello", sent(0, "Hello"));
    var second = finished("Hello", sent(0, "Hello"));
    time.pass(TUNING.doubleCheckAfter());

    assertThat(look()).isEqualTo(2);

    for (var run : List.of(first, second)) {
      assertThat(checks.after(run).result().orElseThrow().doubled()).isZero();
    }
  }

  @Test
  void oneThatAPersonVouchedForMayBeThereWithoutAnIdButNotTwo() throws Exception {
    assertThat(sent(0, "Hello")).isNotEmpty();
    var run = finished("Hello", "");
    time.pass(TUNING.doubleCheckAfter());
    assertThat(look()).isEqualTo(1);
    assertThat(checks.after(run).result().orElseThrow().doubled()).isZero();

    assertThat(sent(0, "Hello")).isNotEmpty();
    openedAndClosedAgain(run);
    time.pass(TUNING.doubleCheckAfter());
    assertThat(look()).as("a run opened again is double_checked again").isEqualTo(1);
    assertThat(checks.after(run).result().orElseThrow().doubled()).isEqualTo(1);
  }

  @Test
  void whoWasSentToAgainBecauseSomebodyWantedItIsNoDoubleOfOurs() throws Exception {
    assertThat(sent(0, "Hello")).isNotEmpty();
    var run = finished("Hello", "");
    decideToSendAgain(run);
    settledAgain(run, sent(0, "Hello"));
    time.pass(TUNING.doubleCheckAfter());
    assertThat(look()).isEqualTo(1);
    assertThat(checks.after(run).result().orElseThrow().doubled()).isZero();

    assertThat(sent(0, "Hello")).as("one that nobody asked for").isNotEmpty();
    openedAndClosedAgain(run);
    time.pass(TUNING.doubleCheckAfter());
    assertThat(look()).isEqualTo(1);
    assertThat(checks.after(run).result().orElseThrow().doubled()).isEqualTo(1);
  }

  @Test
  void aRefusedListingIsCountedAndASilentPlatformIsAskedLater() throws Exception {
    var run = finished("Hello", sent(0, "Hello"), sent(1, "Hello"));
    time.pass(TUNING.doubleCheckAfter());
    simulator.faults().set(FaultRule.on(Operation.MESSAGES_DIRECT, Fault.before(403)).onCalls(1L));
    assertThat(look()).isEqualTo(1);
    var result = checks.after(run).result().orElseThrow();
    assertThat(result.looked()).isEqualTo(1);
    assertThat(result.left()).isEqualTo(1);

    var many =
        finished(
            "Many",
            sent(0, "Many"),
            sent(1, "Many"),
            sent(2, "Many"),
            sent(3, "Many"),
            sent(4, "Many"),
            sent(5, "Many"));
    time.pass(TUNING.doubleCheckAfter());
    simulator.faults().set(FaultRule.onEverything(Fault.before(500)));
    assertThat(look()).isZero();
    assertThat(checks.after(many).result()).isEmpty();
    simulator.faults().set(List.of());
    assertThat(look()).as("not at once").isZero();
    time.pass(TUNING.doubleCheckAfter());
    assertThat(look()).isEqualTo(1);
    assertThat(checks.after(many).result().orElseThrow().looked()).isEqualTo(6);
  }

  @Test
  void whoIsInDoubtIsLookedAtHoweverManyOthersThereAreAndOthersBySample() {
    var ids = new String[400];
    Arrays.setAll(ids, i -> "m" + i);
    var id = finished("Hello", ids);
    var run = house.runs().find(id).orElseThrow();
    assertThat(checks.subjects(run).chosen()).hasSize(50);

    house
        .database()
        .write(
            handle -> handle.execute("UPDATE recipient SET doubted = 1 WHERE run = ?", id.value()));
    assertThat(checks.subjects(run).chosen()).hasSize(400);
    house
        .database()
        .write(handle ->
            handle.execute(
                "UPDATE recipient SET kind = 'space' WHERE run = ? AND seq < 7", id.value()));
    assertThat(checks.subjects(run).left()).as("a bot cannot list spaces").isEqualTo(7);
  }

  @Test
  void eachIsLookedAtAsTheBotThatSentToThem() throws Exception {
    var app = severalBots(0, 1);
    var run = finished("Hello", sent(0, "Hello"), sentBy(1, 1, "Hello"), sentBy(1, 2, "Hello"));
    bySecond(run, 1, 2);
    assertThat(sentBy(1, 2, "Hello")).as("a double").isNotEmpty();
    time.pass(TUNING.doubleCheckAfter());

    assertThat(check.check(app, () -> true)).isEqualTo(1);

    assertThat(checks.after(run).result().orElseThrow().looked()).isEqualTo(3);
    assertThat(reasons(run)).containsExactly("", "", "It arrived more than once.");
  }

  @Test
  void whatOneBotSentWithoutAnIdIsNoExcuseForADoubleOfAnother() throws Exception {
    var app = severalBots(0, 1);
    var vouched = finished("Hello", "");
    var run = finished("Hello", sentBy(1, 0, "Hello"));
    bySecond(run, 0);
    assertThat(sentBy(1, 0, "Hello")).as("a double").isNotEmpty();
    time.pass(TUNING.doubleCheckAfter());

    assertThat(check.check(app, () -> true)).isEqualTo(2);

    assertThat(checks.after(vouched).result().orElseThrow().doubled()).isZero();
    assertThat(checks.after(run).result().orElseThrow().doubled()).isEqualTo(1);
  }

  @Test
  void whomARefusedOrRemovedBotWroteToIsLeftOutAndTheOthersAreLookedAt() throws Exception {
    var app = severalBots(0, 1);
    var ids = new String[8];
    Arrays.setAll(ids, i -> i % 4 == 3 ? sent(i, "Hello") : sentBy(1, i, "Hello"));
    var run = finished("Hello", ids);
    bySecond(run, 0, 1, 2, 4, 5, 6);
    time.pass(TUNING.doubleCheckAfter());
    simulator.controls().revoke(simulator.bots().get(1).name());

    assertThat(check.check(app, () -> true)).isEqualTo(1);
    var refused = checks.after(run).result().orElseThrow();
    assertThat(refused.looked()).isEqualTo(2);
    assertThat(refused.left()).isEqualTo(6);

    simulator.controls().revoke(simulator.bots().get(0).name());
    openedAndClosedAgain(run);
    time.pass(TUNING.doubleCheckAfter());
    var first = severalBots(0);
    assertThat(check.check(first, () -> true)).as("so few are left out too").isEqualTo(1);
    assertThat(checks.after(run).result().orElseThrow().left()).isEqualTo(8);

    simulator.controls().restore(simulator.bots().get(0).name());
    openedAndClosedAgain(run);
    time.pass(TUNING.doubleCheckAfter());
    assertThat(check.check(first, () -> true)).isEqualTo(1);
    assertThat(checks.after(run).result().orElseThrow().looked()).isEqualTo(2);
  }

  @Test
  void whereAllBotsAreRefusedItIsDoneLater() throws Exception {
    var app = severalBots(0, 1);
    var ids = new String[12];
    Arrays.setAll(ids, i -> i % 2 == 0 ? sent(i, "Hello") : sentBy(1, i, "Hello"));
    var run = finished("Hello", ids);
    bySecond(run, 1, 3, 5, 7, 9, 11);
    time.pass(TUNING.doubleCheckAfter());
    simulator.controls().revoke(simulator.bots().get(0).name());
    simulator.controls().revoke(simulator.bots().get(1).name());

    assertThat(check.check(app, () -> true)).isZero();
    assertThat(checks.after(run).result()).isEmpty();
  }

  /** The same app with these of the simulator's bots, as the settings of the next start name it. */
  private App severalBots(int... bots) {
    var app =
        new App(
            house.app().name(),
            "Company News",
            IntStream.of(bots).mapToObj(bot -> new Secret(simulator.botToken(bot))).toList(),
            List.of(),
            230,
            App.USUAL_DROP,
            Optional.empty());
    var apps = new Apps(List.of(app), platform, house.database());
    apps.identify(app);
    check =
        new DoubleCheck(
            new Infrastructure(house.database(), platform, TUNING, time),
            apps,
            checks,
            house.closed());
    return app;
  }

  private void bySecond(RunId run, int... seqs) {
    IntStream.of(seqs)
        .forEach(seq ->
            update("UPDATE recipient SET lane = 1 WHERE run = ? AND seq = ?", run.value(), seq));
  }

  // ------------------------------------------------------------------------------------------

  private int look() throws InterruptedException {
    return check.check(house.app(), () -> true);
  }

  /** The bot says it to this person; the message's id. */
  private String sent(int person, String markdown) {
    return sentBy(0, person, markdown);
  }

  private String sentBy(int bot, int person, String markdown) {
    var to = new Destination.Person(new PersonId(simulator.directory().personId(person)));
    var outcome =
        platform.messages().post(new Secret(simulator.botToken(bot)), to, markdown, () -> true);
    assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
    return ((Outcome.Accepted) outcome).messageId();
  }

  /** A run just over: each of its recipients, in order, is recorded with one of these ids. */
  private RunId finished(String markdown, String... messageIds) {
    var id = new RunId(++runs);
    var count = messageIds.length;
    house
        .database()
        .write(handle -> {
          handle.execute(
              """
              INSERT INTO run (id, app, job, kind, planned_at, gate, expanded, markdown, audience,
                on_unknown, started_by, late, notes, created, started, finished, next_seq, total,
                pending, retry, sending, unknown, held, sent, failed, skipped)
              VALUES (?, 'news', ?, 'job', ?, 'closed', 1, ?, '{"entries":[]}', 'hold', 'author',
                0, '[]', ?, ?, ?, ?, ?, 0, 0, 0, 0, 0, ?, 0, 0)
              """,
              id.value(),
              id.value(),
              id.value(),
              markdown,
              time.now(),
              time.now(),
              time.now(),
              count,
              count,
              count);
          for (var seq = 0; seq < count; seq++) {
            handle.execute(
                """
                INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state,
                  attempt, message_id, reason)
                VALUES (?, ?, 'person', ?, '', '', '', 'sent', 1, NULLIF(?, ''), '')
                """,
                id.value(),
                seq,
                count > 20 ? "p" + seq : simulator.directory().personId(seq),
                messageIds[seq]);
          }
          return true;
        });
    return id;
  }

  /** The run's only recipient is held, and its author says that it is to be sent again. */
  private void decideToSendAgain(RunId run) {
    var actor = new Actor(house.app(), new PersonId("author"), "Ann Author", false);
    var draft = Author.text("Hello", Audience.NOBODY);
    var job =
        ((belfry.jobs.job.ChangeResult.Agreed)
                house.writing().create(actor, draft, Optional.empty()))
            .job();
    update(
        "UPDATE job SET state = 'finished', run = ? WHERE id = ?", run.value(), job.id().value());
    update(
        "UPDATE run SET job = ?, sent = 0, held = 1 WHERE id = ?", job.id().value(), run.value());
    update("UPDATE recipient SET state = 'held', doubted = 1 WHERE run = ?", run.value());
    assertThat(
            new RecipientDecisions(house.transactions(), house.database())
                .decide(
                    actor, job.id(), new Chosen.All(), true, Optional.empty(), Optional.empty()))
        .isInstanceOf(belfry.jobs.job.ChangeResult.Agreed.class);
  }

  private void settledAgain(RunId run, String messageId) {
    update(
        "UPDATE recipient SET state = 'sent', message_id = ? WHERE run = ?",
        messageId,
        run.value());
    update("UPDATE run SET retry = 0, sent = 1 WHERE id = ?", run.value());
    openedAndClosedAgain(run);
  }

  private void update(String sql, Object... values) {
    house.database().write(handle -> handle.execute(sql, values));
  }

  private void openedAndClosedAgain(RunId run) {
    house
        .database()
        .write(handle ->
            handle.execute(
                "UPDATE run SET double_checked = NULL, finished = ?, gate = ? WHERE id = ?",
                time.now(),
                Run.Gate.CLOSED.name().toLowerCase(java.util.Locale.ROOT),
                run.value()));
  }

  private List<String> reasons(RunId run) {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery("SELECT reason FROM recipient WHERE run = ? ORDER BY seq")
                .bind(0, run.value())
                .mapTo(String.class)
                .list());
  }

  private List<String> trail() {
    return house
        .database()
        .read(handle ->
            handle
                .createQuery("SELECT action, detail FROM audit ORDER BY seq")
                .map((row, _) -> row.getString("action") + ": " + row.getString("detail"))
                .list());
  }
}
