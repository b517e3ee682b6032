package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.delivery.LaneBalancer;
import belfry.delivery.Progress;
import belfry.delivery.adapters.RestLog;
import belfry.delivery.adapters.SqlLedger;
import belfry.delivery.foundation.Infrastructure;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Lease;
import belfry.delivery.foundation.Rest;
import belfry.delivery.foundation.Tuning;
import belfry.jobs.job.Actor;
import belfry.jobs.job.SendingRules;
import belfry.jobs.schedule.QuietHours;
import belfry.messages.PersonalText;
import belfry.pace.PaceMemory;
import belfry.people.audience.Target;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.Dating;
import belfry.runs.DoubleCheckStore;
import belfry.runs.LostTime;
import belfry.runs.RecipientMoves;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.Timeline;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Chosen;
import belfry.runs.recipients.Decision;
import belfry.runs.recipients.Doubtful;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.Settlement;
import belfry.runs.recipients.Tally;
import belfry.storage.Database;
import belfry.testing.Engine;
import belfry.testing.House;
import belfry.testing.RepeatingDatabase;
import belfry.testing.TestPortal;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract on a real database. */
abstract class SqlLedgerContract extends LedgerContract {
  Engine engine = Engine.SQLITE;

  @TempDir Path directory;

  private House house;
  Database database;
  private Ledger ledger;
  private final Map<Integer, Ledger> others = new HashMap<>();
  private long runs;

  @BeforeEach
  void build() {
    house = House.withoutPlatform(engine.open(directory), directory, time);
    database = house.database();
    ledger = inLane(0);
  }

  @AfterEach
  void close() {
    house.close();
  }

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  public Ledger ledger(int bot) {
    return bot == 0 ? ledger : others.computeIfAbsent(bot, this::inLane);
  }

  private Ledger inLane(int bot) {
    return new SqlLedger(
        new LaneId(TestPortal.NEWS, bot),
        database,
        house.rules(),
        house.questions(),
        house.closed(),
        time,
        TTL);
  }

  @Override
  public void split(RunId run, ToIntFunction<String> bots) {
    database.write(handle -> {
      var lanes = new TreeSet<Integer>();
      var targets =
          handle
              .createQuery("SELECT target FROM recipient WHERE run = ?")
              .bind(0, run.value())
              .mapTo(String.class)
              .list();
      for (var target : targets) {
        lanes.add(bots.applyAsInt(target));
        handle.execute(
            "UPDATE recipient SET lane = ? WHERE run = ? AND target = ?",
            bots.applyAsInt(target),
            run.value(),
            target);
      }
      lanes.forEach(lane ->
          handle.execute(
              "INSERT INTO run_lane (run, lane, next_seq) VALUES (?, ?, 0)", run.value(), lane));
      return lanes;
    });
  }

  @Override
  RunId addRun(String markdown, List<Target> targets) {
    var id = new RunId(++runs);
    database.write(handle -> {
      handle.execute(
          """
          INSERT INTO run (id, app, job, kind, planned_at, gate, expanded, markdown, audience,
            on_unknown, started_by, late, notes, created, next_seq, total,
            pending, retry, sending, unknown, held, sent, failed, skipped)
          VALUES (?, 'news', ?, 'job', ?, 'open', 1, ?, '{"entries":[]}', 'hold', 'author',
            0, '[]', ?, 0, ?, ?, 0, 0, 0, 0, 0, 0, 0)
          """,
          id.value(),
          id.value(),
          time.now(),
          markdown,
          time.now(),
          targets.size(),
          targets.size());
      var personal = PersonalText.of(markdown).isPersonal();
      RecipientRows.insert(
          handle,
          id,
          0,
          targets,
          Collections.nCopies(targets.size(), 0),
          personal,
          Optional.empty());
      return true;
    });
    return id;
  }

  @Override
  public void restored(RunId run) {
    var backup = time.now();
    time.pass(Duration.ofMinutes(1));
    assertThat(database.<Integer>write(handle -> LostTime.add(handle, backup, time.now()))).isOne();
  }

  @Override
  public void setGate(RunId run, Run.Gate gate) {
    database.write(handle ->
        handle.execute(
            "UPDATE run SET gate = ? WHERE id = ?",
            gate.name().toLowerCase(Locale.ROOT),
            run.value()));
  }

  @Override
  public void ask(String node) {
    var sharing = sharing(node);
    assertThat(sharing.ownedLanes()).hasSize(1).allMatch(sharing::ask);
  }

  private LaneBalancer sharing(String node) {
    return new LaneBalancer(node, _ -> true, Stream::empty, database, TTL, time);
  }

  @Test
  void aLaneIsAskedForOnceAndOnlyOfWhoStillHoldsIt() {
    var first = ledger.acquire("a").orElseThrow().lease();
    var sharing = sharing("b");
    var seen = sharing.ownedLanes().getFirst();
    assertThat(sharing.ask(seen)).isTrue();
    assertThat(sharing("c").ask(seen)).as("the second").isFalse();

    ledger.release(first);
    assertThat(ledger.acquire("b")).isPresent();
    assertThat(sharing.ask(seen)).as("after it changed hands").isFalse();
  }

  @Test
  void botsSeemToShareALimitWhenTheyAreRefusedAgainAndAgainWhileOthersRest() {
    ledger.acquire("a");
    ledger(1).acquire("b");
    var start = time.now();
    rest(0, start, 3);
    rest(1, start.plusMillis(50), 3);
    rest(0, start.plusMillis(300), 3);
    rest(1, start.plusMillis(600), 3);
    rest(0, start.plusMillis(900), 3);
    assertThat(seemingly()).as("all under way at once").isEmpty();
    rest(0, start.plusSeconds(10), 3);
    rest(1, start.plusMillis(10_150), 3);
    rest(0, start.plusSeconds(12), 3);
    assertThat(seemingly()).as("two times").isEmpty();

    rest(1, start.plusSeconds(14), 3);
    assertThat(seemingly()).containsExactly(0, 1);
    time.pass(Duration.ofMinutes(2));
    assertThat(seemingly()).hasSize(2);
    time.pass(Duration.ofMinutes(2));
    assertThat(seemingly()).as("long ago").isEmpty();
  }

  @Test
  void botsWithWindowsOfTheirOwnSeemToShareNoneThoughTheyRestAtOneTime() {
    ledger.acquire("a");
    ledger(1).acquire("b");
    for (var window = 0; window < 5; window++) {
      var start = time.now().plusSeconds(30L * window);
      rest(0, start.plusSeconds(20), 10);
      rest(1, start.plusSeconds(21), 9);
      rest(0, start.plusSeconds(22), 8);
      rest(1, start.plusSeconds(24), 16);
    }
    assertThat(seemingly()).isEmpty();
  }

  private void rest(int bot, Instant from, int seconds) {
    var lane = new LaneId(TestPortal.NEWS, bot);
    database.write(handle -> {
      RestLog.write(handle, lane, new Rest(from, from.plusSeconds(seconds)));
      return true;
    });
  }

  private List<Integer> seemingly() {
    return sharing("a").ownedLanes().stream()
        .filter(LaneBalancer.OwnedLane::shares)
        .map(lane -> lane.id().bot())
        .toList();
  }

  /** A look at the open runs may be older than what has become of them. */
  @Test
  void whatWasExpandedMeanwhileIsLeftAlone() throws InterruptedException {
    var run = addRun(people(3));
    var lease = ledger.acquire("a").orElseThrow().lease();
    update("UPDATE run SET expanded = 0 WHERE id = ?", run.value());
    var before = house.runs().find(run).orElseThrow();
    update("UPDATE run SET expanded = 1 WHERE id = ?", run.value());
    settled(lease, run, 1, 1, RecipientState.SENT);
    var done = new CountDownLatch(1);
    var expander = house.expander(_ -> done.countDown());

    expander.expand(house.app(), lease, before);

    assertThat(done.await(10, TimeUnit.MINUTES)).isTrue();
    expander.close();
    assertThat(tally(run)).isEqualTo(new Tally(2, 0, 0, 0, 0, 1, 0, 0));
  }

  /** Every order here has a pace of 7.5 a second remembered. */
  @Test
  void theQueueIsWhatWaitsInOpenRunsAtTheRememberedPace() {
    var progress = progress();
    assertThat(progress.queue(TestPortal.NEWS)).isEqualTo(new Progress.Queue(0, Duration.ZERO));
    var lease = ledger.acquire("a").orElseThrow().lease();
    var run = addRun(people(30));
    addRun(people(15));
    setGate(addRun(people(7)), Run.Gate.PAUSED);
    setGate(addRun(people(7)), Run.Gate.STOPPING);
    settled(lease, run, 1, 5, RecipientState.SENT);

    assertThat(progress.queue(TestPortal.NEWS))
        .isEqualTo(new Progress.Queue(40, Duration.ofMillis(Math.round(40 / 7.5 * 1_000))));
    assertThat(progress.queue(TestPortal.ALERTS)).isEqualTo(new Progress.Queue(0, Duration.ZERO));
  }

  @Test
  void theTimeOfSendingAndTheTimeOfDoubtAreTwo() {
    var progress = progress();
    var run = addRun(people(3));
    var lease = ledger.acquire("a").orElseThrow().lease();
    settled(lease, run, 1, 2, RecipientState.SENT);
    assertThat(progress.left(found(run))).as("one is still to be sent to").isPresent();
    assertThat(sendingEnded(run)).isEmpty();
    time.pass(Duration.ofSeconds(10));
    settled(lease, run, 2, 1, RecipientState.UNKNOWN);
    var ended = time.now();
    time.pass(Duration.ofMinutes(2));

    assertThat(sendingEnded(run)).contains(ended);
    assertThat(progress.left(found(run))).isEmpty();
    assertThat(progress.queue(TestPortal.NEWS).recipients())
        .as("nobody waits for the bot")
        .isZero();
    assertThat(progress.checking(found(run)))
        .contains(new Progress.Checking(1, 0, ended.plus(Tuning.PRODUCTION.longestQuiet())));

    var again = new Settlement(run, 2, 2, RecipientState.RETRY, "", Optional.empty(), "", "");
    ledger.turn(lease, order(3, List.of(again), List.of()));
    assertThat(sendingEnded(run)).as("it is sent once more").isEmpty();
    assertThat(progress.checking(found(run))).isEmpty();
  }

  @Test
  void whoSharesALimitAlsoKeepsToTheRestsOfTheOthers() {
    ledger.release(ledger.acquire("z").orElseThrow().lease());
    var second = ledger(1);
    var alone = second.acquire("a").orElseThrow();
    var until = time.now().plusSeconds(30);
    ledger.late(List.of(), List.of(new Rest(time.now(), until)));
    second.release(alone.lease());
    assertThat(second.acquire("b").orElseThrow().restsUntil()).as("alone").isEqualTo(Instant.EPOCH);

    database.write(handle ->
        handle.execute(
            "UPDATE lane SET owner = '', expires_at = 0, pace = ? WHERE app = ?",
            "{\"perSecond\":6,\"shared\":true}",
            new LaneId(TestPortal.NEWS, 1)));

    assertThat(second.acquire("c").orElseThrow().restsUntil()).isEqualTo(until);
  }

  @Test
  void whileTheRateIsSearchedForOnlyTheRunItselfSaysHowLongItTakes() {
    var progress = progress();
    var run = addRun(people(6));
    var lease = ledger.acquire("a").orElseThrow().lease();
    settled(lease, run, 1, 2, RecipientState.SENT);
    ledger.turn(lease, order(9, List.of(), List.of(), new PaceMemory(7.5, true)));

    assertThat(progress.left(found(run))).isEmpty();
    time.pass(Duration.ofSeconds(10));
    assertThat(progress.left(found(run))).hasValue(Duration.ofSeconds(20));
  }

  @Test
  void quietHoursAreNoSendingTime() {
    quiet(true);
    var run = addRun(people(6));
    var urgent = addRun(people(2));
    var lease = ledger.acquire("a").orElseThrow().lease();
    settled(lease, run, 1, 2, RecipientState.SENT);
    settled(lease, urgent, 1, 1, RecipientState.SENT);
    database.write(handle -> {
      Runs.setUrgent(handle, urgent, true);
      return true;
    });
    look();
    time.pass(Duration.ofHours(1));
    look();
    setGate(run, Run.Gate.PAUSED);
    time.pass(Duration.ofHours(2));
    look();
    setGate(run, Run.Gate.OPEN);
    quiet(false);
    look();
    time.pass(Duration.ofHours(4));
    look();

    assertThat(waited(run)).as("paused or not").hasHours(3);
    assertThat(waited(urgent)).isZero();

    quiet(true);
    look();
    time.pass(Duration.ofHours(1));
    database.write(handle -> {
      Runs.setUrgent(handle, run, true);
      return true;
    });
    look();
    time.pass(Duration.ofHours(1));
    look();
    assertThat(waited(run)).as("until it was made urgent").hasHours(4);
  }

  @Test
  void whatWasSentBeforeAPauseSaysNothingOfTheSpeedAfterIt() {
    var run = addRun(people(30));
    var lease = ledger.acquire("a").orElseThrow().lease();
    settled(lease, run, 1, 2, RecipientState.SENT);
    time.pass(Duration.ofSeconds(1));
    assertThat(speed(run)).isEqualTo(2);
    gate(run, Run.Gate.PAUSED);
    time.pass(Duration.ofSeconds(12));
    gate(run, Run.Gate.OPEN);
    assertThat(speed(run)).isZero();

    time.pass(Duration.ofSeconds(2));
    settled(lease, run, 3, 20, RecipientState.SENT);
    time.pass(Duration.ofSeconds(2));
    assertThat(speed(run)).as("since a full step").isEqualTo(10);
  }

  private double speed(RunId run) {
    return new Timeline(database, time).speed(found(run));
  }

  private void gate(RunId run, Run.Gate gate) {
    database.write(handle -> {
      Runs.setGate(handle, run, gate, time.now());
      return true;
    });
  }

  private void look() {
    ledger.open();
    ledger.quietUntil();
  }

  private Duration waited(RunId run) {
    return new DoubleCheckStore(database).after(run).waited();
  }

  private void quiet(boolean now) {
    var hour = LocalTime.ofInstant(time.now(), ZoneOffset.UTC).truncatedTo(ChronoUnit.HOURS);
    var from = now ? hour : hour.plusHours(12);
    var hours =
        new QuietHours(EnumSet.allOf(DayOfWeek.class), from, from.plusHours(6), ZoneOffset.UTC);
    var rules = house.rules().of(TestPortal.NEWS);
    assertThat(
            house
                .rules()
                .change(
                    new Actor(house.app(), new PersonId("ana"), "Ana Lopez", true),
                    new SendingRules.Rules(rules.revision(), Optional.of(hours), 500)))
        .isPresent();
  }

  private Progress progress() {
    var ground = new Infrastructure(database, house.platform(), Tuning.PRODUCTION, time);
    return new Progress(ground, house.apps());
  }

  private Run found(RunId run) {
    return house.runs().find(run).orElseThrow();
  }

  private Optional<Instant> sendingEnded(RunId run) {
    return new DoubleCheckStore(database).after(run).sendingEnded();
  }

  @Test
  void whatAPersonSaysArrivedIsNoDeliveryOfNow() {
    var run = addRun(people(2));
    var lease = ledger.acquire("a").orElseThrow().lease();
    settled(lease, run, 1, 1, RecipientState.UNKNOWN, RecipientState.HELD);
    settled(lease, run, 2, 1, RecipientState.SENT);

    var decided =
        database.write(handle -> {
          var moves = new RecipientMoves(handle, house.runs(), time.now());
          var count =
              moves.decide(
                  run,
                  new Chosen.All(),
                  new Decision(RecipientState.HELD, RecipientState.SENT, "Ana has seen it."));
          moves.count();
          return count;
        });

    assertThat(decided).isOne();
    assertThat(tally(run).sent()).isEqualTo(2);
    var steps = new Timeline(database, time).of(house.runs().find(run).orElseThrow()).steps();
    assertThat(steps.stream().mapToLong(Timeline.Step::sent).sum()).isOne();
  }

  /** The clock was set right since, or is another node's. */
  @Test
  void aRestOfAClockThatWasAheadIsKeptForAsLongAsWasAsked() {
    var now = time.now();
    var later = now.plus(Duration.ofHours(1));
    ledger().late(List.of(), List.of(new Rest(later, later.plusSeconds(2))));

    var taken = ledger().acquire("b").orElseThrow();
    assertThat(taken.restsUntil()).isEqualTo(now.plusSeconds(2));
    Instant shown =
        database.read(handle -> RestLog.until(handle, LaneId.first(TestPortal.NEWS), now));
    assertThat(shown).as("what people are told").isEqualTo(now.plusSeconds(2));

    ledger().release(taken.lease());
    time.pass(Duration.ofSeconds(3));
    assertThat(ledger().acquire("b").orElseThrow().restsUntil())
        .as("and not once more")
        .isBefore(time.now());
  }

  @Test
  void whenTheBotHadToWaitIsForgottenLater() {
    var now = time.now();
    database.write(handle -> {
      RestLog.write(handle, LaneId.first(TestPortal.NEWS), new Rest(now, now.plusSeconds(60)));
      return true;
    });

    RestLog.forget(database, now.plus(RestLog.KEPT));
    assertThat(RestLog.between(database, LaneId.first(TestPortal.NEWS), now, now)).hasSize(1);

    RestLog.forget(database, now.plus(RestLog.KEPT).plusSeconds(61));
    assertThat(RestLog.between(database, LaneId.first(TestPortal.NEWS), now, now)).isEmpty();
  }

  /** What the rows say; the run's own counts must say the same. */
  @Override
  Tally tally(RunId run) {
    var rows = database.read(handle -> RecipientRows.counted(handle, run));
    assertThat(house.runs().find(run).orElseThrow().progress().tally()).isEqualTo(rows);
    return rows;
  }

  /** Where a double would be, if there were one: the audit looks there. */
  @Test
  void whoWasEverInDoubtStaysMarkedWhateverBecameOfThem() {
    var run = addRun(people(3));
    var first = ledger.acquire("a").orElseThrow().lease();
    assertThat(ledger.takeOver(first)).isPresent();
    settled(first, run, 1, 2, RecipientState.UNKNOWN, RecipientState.SENT);
    assertThat(doubted(run)).containsExactly(0L, 1L);
    ledger.release(first);

    var second = ledger.acquire("b").orElseThrow().lease();
    settled(second, run, 2, 1, RecipientState.SENT);
    assertThat(doubted(run)).as("a plain one").containsExactly(0L, 1L);
  }

  @Test
  void whoCannotBeReadStaysInDoubtAndHoldsUpNoTakeover() {
    var run = addRun(people(2));
    var first = ledger.acquire("a").orElseThrow().lease();
    settled(first, run, 1, 2);
    ledger.release(first);
    database.write(handle ->
        handle.execute(
            "UPDATE recipient SET personal = '[' WHERE run = ? AND seq = 0", run.value()));
    var second = ledger.acquire("b").orElseThrow().lease();

    assertThat(ledger.takeOver(second).orElseThrow()).extracting(Doubtful::seq).containsExactly(1L);
    assertThat(tally(run).unknown()).isEqualTo(2);
  }

  @Test
  void whatATakeoverLeavesInDoubtIsMarked() {
    var run = addRun(people(2));
    var first = ledger.acquire("a").orElseThrow().lease();
    settled(first, run, 1, 2);
    ledger.release(first);
    var second = ledger.acquire("b").orElseThrow().lease();

    assertThat(ledger.takeOver(second).orElseThrow()).hasSize(2);
    assertThat(doubted(run)).containsExactly(0L, 1L);
  }

  /** Claims so many under one attempt and lets each go through these states. */
  private void settled(Lease lease, RunId run, long attempt, int count, RecipientState... through) {
    var claimed = order(attempt, List.of(), List.of(new Ledger.Claim(run, List.of(), count)));
    var turn = (Ledger.Turn.Done) ledger.turn(lease, claimed);
    assertThat(turn.claimed()).hasSize(count);
    for (var to : through) {
      var ends =
          turn.claimed().stream()
              .map(one -> new Settlement(run, one.seq(), attempt, to, "", Optional.empty(), "", ""))
              .toList();
      assertThat(ledger.turn(lease, order(attempt, ends, List.of())))
          .isInstanceOf(Ledger.Turn.Done.class);
    }
  }

  private static Ledger.Order order(
      long attempt, List<Settlement> settlements, List<Ledger.Claim> claims) {
    return order(attempt, settlements, claims, new PaceMemory(7.5, false));
  }

  private static Ledger.Order order(
      long attempt, List<Settlement> settlements, List<Ledger.Claim> claims, PaceMemory pace) {
    return new Ledger.Order(
        attempt,
        new Dating(INTENT, INTENT),
        settlements,
        List.of(),
        claims,
        Set.of(),
        List.of(),
        pace,
        Ledger.Kept.NOTHING,
        Map.of(),
        "",
        List.of(),
        false);
  }

  private List<Long> doubted(RunId run) {
    return database.read(handle ->
        handle
            .createQuery("SELECT seq FROM recipient WHERE run = ? AND doubted = 1 ORDER BY seq")
            .bind(0, run.value())
            .mapTo(Long.class)
            .list());
  }

  @Test
  void aRunWhoseCountsAreWrongIsSetAsideAndAllOthersAreClosed() {
    var lease = ledger.acquire("a").orElseThrow().lease();
    var bad = addRun(people(1));
    settled(lease, bad, 1, 1, RecipientState.SENT);
    var good = addRun(people(1));
    settled(lease, good, 2, 1, RecipientState.SENT);
    update("UPDATE run SET sent = 0, failed = 1 WHERE id = ?", bad.value());

    assertThat(ledger.finish(ledger.open())).containsExactly(good);
    assertThat(ledger.finish(ledger.open())).as("not again each turn").isEmpty();
    assertNothingIsSentOf(bad);
    assertThat(house.runs().find(bad).orElseThrow().notes())
        .singleElement()
        .asString()
        .contains("set aside");

    update("UPDATE run SET sent = 1, failed = 0 WHERE id = ?", bad.value());
    assertThat(ledger.finish(ledger.open())).as("once mended").containsExactly(bad);
  }

  @Test
  void whoMayHaveBeenSentToSinceABackupIsLookedUpByTheirOwnBot() {
    var run = addRun(people(9));
    split(run, THIRDS);
    var leases = List.of(takenBy(0), takenBy(1));
    leases.forEach(lease -> claimedByBot(lease, 1, run));
    restored(run);

    for (var lease : leases) {
      assertThat(claimedByBot(lease, 2, run).doubts())
          .singleElement()
          .extracting(Doubtful::bot)
          .isEqualTo(PersonId.parse("bot " + lease.lane().bot()));
    }
  }

  private Lease takenBy(int bot) {
    return ledger(bot).acquire("a").orElseThrow().lease();
  }

  private Ledger.Turn.Done claimedByBot(Lease lease, long attempt, RunId run) {
    var name = PersonId.parse("bot " + lease.lane().bot());
    var kept = new Ledger.Kept(name, Duration.ZERO, Optional.empty(), Optional.empty());
    var claims = List.of(new Ledger.Claim(run, List.of(), 1));
    var order = order(attempt).claims(claims).kept(kept).build();
    return (Ledger.Turn.Done) ledger(lease.lane().bot()).turn(lease, order);
  }

  @Test
  void ofARunWithACountBelowZeroNobodyIsClaimed() {
    var lease = taken("a");
    var bad = addRun(people(3));
    update("UPDATE run SET pending = 4, failed = -1 WHERE id = ?", bad.value());

    assertNothingIsSentOf(bad);
    var order = order(1).claims(List.of(new Ledger.Claim(bad, List.of(), 3))).build();
    assertThat(((Ledger.Turn.Done) ledger.turn(lease, order)).claimed()).isEmpty();
    assertThat(house.runs().find(bad).orElseThrow().notes()).hasSize(1);
  }

  @Test
  void aRunIsSetAsideWhereAWorkIsRunAgain() {
    var lease = ledger.acquire("a").orElseThrow().lease();
    var bad = addRun(people(1));
    settled(lease, bad, 1, 1, RecipientState.SENT);
    update("UPDATE run SET sent = 0, failed = 1 WHERE id = ?", bad.value());
    var ledger =
        new SqlLedger(
            LaneId.first(TestPortal.NEWS),
            new RepeatingDatabase(database),
            house.rules(),
            house.questions(),
            house.closed(),
            time,
            TTL);

    assertThat(ledger.finish(ledger.open())).isEmpty();
    assertThat(ledger.finish(ledger.open())).isEmpty();
    assertThat(house.runs().find(bad).orElseThrow().notes())
        .singleElement()
        .asString()
        .contains("set aside");
  }

  private void assertNothingIsSentOf(RunId run) {
    assertThat(ledger.open())
        .singleElement()
        .satisfies(one -> {
          assertThat(one.id()).isEqualTo(run);
          assertThat(one.progress().gate()).isEqualTo(Run.Gate.PAUSED);
        });
  }

  private void update(String sql, Object... values) {
    assertThat(database.<Integer>write(handle -> handle.execute(sql, values))).isEqualTo(1);
  }

  @Test
  void theIndexOfTheSpecialFewServesTheirQuestions() {
    addRun(people(1));
    var plan =
        database.read(handle ->
            handle
                .createQuery(
                    (database.exclusive() ? "EXPLAIN QUERY PLAN " : "EXPLAIN ")
                        + "SELECT seq FROM recipient WHERE run = 1 AND state = 'retry' AND seq > 0 ORDER BY seq LIMIT 5")
                .map((row, _) -> database.exclusive() ? row.getString("detail") : row.getString(1))
                .list());
    assertThat(String.join("\n", plan)).contains("recipient_special");
  }
}
