package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.delivery.evidence.ClockRange;
import belfry.delivery.evidence.KnownMessages;
import belfry.delivery.foundation.Lease;
import belfry.delivery.foundation.Rest;
import belfry.messages.PersonalValues;
import belfry.pace.PaceMemory;
import belfry.people.audience.Target;
import belfry.platform.ShownContent;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.Dating;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Addressee;
import belfry.runs.recipients.Claimed;
import belfry.runs.recipients.Control;
import belfry.runs.recipients.Doubtful;
import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.Settlement;
import belfry.runs.recipients.Tally;
import belfry.testing.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a lane may rely on, whoever keeps the record. */
abstract class LedgerContract
    implements RestoredLedgerContract, ContestedLedgerContract, SeveralLanesContract {
  static final Duration TTL = Duration.ofSeconds(10);
  static final Instant INTENT = Instant.parse("2026-11-21T09:00:00Z");
  private static final Dating DATED = new Dating(INTENT.minusSeconds(60), INTENT);

  final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");

  @Override
  public abstract Ledger ledger();

  public void pass(Duration length) {
    time.pass(length);
  }

  RunId addRun(List<Target> targets) {
    return addRun("Hello", targets);
  }

  abstract RunId addRun(String markdown, List<Target> targets);

  @Override
  public abstract void setGate(RunId run, Run.Gate gate);

  abstract Tally tally(RunId run);

  @Override
  public RunId someRun(int people) {
    return addRun(people(people));
  }

  @Override
  public Tally tallyOf(RunId run) {
    return tally(run);
  }

  /** A node asks whoever holds the lane for it. */
  public abstract void ask(String node);

  @Test
  void aLaneIsTakenUnderAnEpochThatNobodyHadBefore() {
    var first = ledger().acquire("a").orElseThrow().lease();
    ledger().release(first);
    var second = ledger().acquire("b").orElseThrow().lease();

    assertThat(second.epoch()).isGreaterThan(first.epoch());
  }

  @Test
  void whoLostTheLaneChangesNothingAnyMore() {
    var run = addRun(people(3));
    var lost = taken("a");
    ledger().release(lost);
    taken("b");

    assertThat(ledger().turn(lost, claim(1, run, 2))).isInstanceOf(Ledger.Turn.Lost.class);
    assertThat(ledger().takeOver(lost)).isEmpty();
    assertThat(tally(run).pending()).isEqualTo(3);
  }

  @Test
  void whoHoldsALaneIsToldThatAnotherNodeWantsIt() {
    var lease = taken("a");
    assertThat(done(lease, order(1).build()).wanted()).isFalse();

    ask("b");

    assertThat(done(lease, order(2).build()).wanted()).isTrue();
  }

  @Test
  void ofTwoRestsTheOneThatEndsLastCounts() {
    var lease = taken("a");
    var now = time.now();
    done(lease, order(1).rest(new Rest(now, now.plusSeconds(30))).build());
    done(lease, order(2).rest(new Rest(now.plusSeconds(1), now.plusSeconds(5))).build());
    ledger().release(lease);

    assertThat(ledger().acquire("b").orElseThrow().restsUntil()).isEqualTo(now.plusSeconds(30));
  }

  @Test
  void recipientsAreClaimedInOrderOnceEach() {
    var run = addRun(people(5));
    var lease = taken("a");

    var first = done(lease, claim(1, run, 2));
    var second = done(lease, claim(2, run, 9));

    assertThat(targets(first)).containsExactlyInAnyOrder("p0", "p1");
    assertThat(targets(second)).containsExactlyInAnyOrder("p2", "p3", "p4");
    assertThat(tally(run)).isEqualTo(new Tally(0, 0, 5, 0, 0, 0, 0, 0));
  }

  @Test
  void aSettlementCountsOnceAndOnlyForTheLatestAttempt() {
    var run = addRun(people(1));
    var lease = taken("a");
    done(lease, claim(1, run, 1));
    done(lease, settle(run, 0, 1, RecipientState.RETRY));
    done(lease, retry(2, run, 0));

    done(lease, settle(run, 0, 1, RecipientState.SENT));
    assertThat(tally(run).sending()).as("the first attempt's late answer").isEqualTo(1);

    done(lease, settle(run, 0, 2, RecipientState.SENT));
    done(lease, settle(run, 0, 2, RecipientState.FAILED));
    assertThat(tally(run)).isEqualTo(new Tally(0, 0, 0, 0, 0, 1, 0, 0));
  }

  @Test
  void attemptsWhoseTransactionSeemedToFailGoBack() {
    var run = addRun(people(3));
    var lease = taken("a");
    done(lease, claim(7, run, 2));

    done(lease, order(8).abandoned(List.of(new Ledger.Abandoned(run, 7))).build());

    assertThat(tally(run)).isEqualTo(new Tally(1, 2, 0, 0, 0, 0, 0, 0));
    assertThat(ledger().retries(run, -1, 10)).containsExactly(0L, 1L);
    assertThat(ledger().retries(run, 0, 10)).containsExactly(1L);
  }

  @Test
  void whoHasSomethingUnsettledIsNotClaimedAgainByAnotherRun() {
    var one = addRun(people(2));
    var other = addRun(people(2));
    var lease = taken("a");
    done(lease, claim(1, one, 1));

    var turn =
        done(
            lease,
            order(2)
                .claims(List.of(new Ledger.Claim(other, List.of(), 2)))
                .busy(Set.of("p0"))
                .build());

    assertThat(targets(turn)).containsExactly("p1");
    assertThat(turn.deferred().get(other)).containsExactly(0L);
    assertThat(tally(other)).isEqualTo(new Tally(0, 1, 1, 0, 0, 0, 0, 0));
  }

  @Test
  void twoRunsInOneTurnDoNotClaimTheSamePerson() {
    var one = addRun(people(2));
    var other = addRun(people(2));
    var lease = taken("a");

    var turn =
        done(
            lease,
            order(1)
                .claims(
                    List.of(
                        new Ledger.Claim(one, List.of(), 1), new Ledger.Claim(other, List.of(), 2)))
                .build());

    assertThat(targets(turn)).containsExactlyInAnyOrder("p0", "p1");
    assertThat(turn.deferred().get(other)).containsExactly(0L);
  }

  @Test
  void aPausedOrCancelledRunGivesNobody() {
    var paused = addRun(people(2));
    var stopping = addRun(people(2));
    var lease = taken("a");
    setGate(paused, Run.Gate.PAUSED);
    setGate(stopping, Run.Gate.STOPPING);

    assertThat(done(lease, claim(1, paused, 2)).claimed()).isEmpty();
    assertThat(done(lease, claim(2, stopping, 2)).claimed()).isEmpty();
    assertThat(tally(paused).pending()).isEqualTo(2);
  }

  @Test
  void whoWaitsInACancelledRunIsSkippedAndWhatIsUnderWayIsNot() {
    var run = addRun(people(5));
    var lease = taken("a");
    done(lease, claim(1, run, 3));
    done(lease, settle(run, 0, 1, RecipientState.RETRY));
    setGate(run, Run.Gate.STOPPING);

    done(lease, order(2).skip(List.of(run)).build());

    assertThat(tally(run)).isEqualTo(new Tally(0, 0, 2, 0, 0, 0, 0, 3));
  }

  @Test
  void aNewOwnerFindsInFlightWhatTheOldOneLeft() {
    var run = addRun(people(3));
    var first = taken("a");
    done(first, claim(1, run, 2));
    ledger().release(first);

    var second = ledger().acquire("b").orElseThrow().lease();
    var doubts = ledger().takeOver(second).orElseThrow();

    assertThat(doubts)
        .extracting(Doubtful::target, Doubtful::attemptId, Doubtful::dated)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple("p0", 1L, DATED),
            org.assertj.core.groups.Tuple.tuple("p1", 1L, DATED));
    assertThat(tally(run)).isEqualTo(new Tally(1, 0, 0, 2, 0, 0, 0, 0));
  }

  @Test
  void aLateAnswerOfTheSameAttemptIsStillRecorded() {
    var run = addRun(people(1));
    var first = taken("a");
    done(first, claim(1, run, 1));
    ledger().release(first);
    taken("b");

    ledger().late(List.of(settlement(run, 0, 1, RecipientState.SENT)), List.of());

    assertThat(tally(run).sent()).isEqualTo(1);
  }

  @Test
  void aRestHeardOfLateIsKeptByTheNextOwner() {
    var until = time.now().plusSeconds(30);
    ledger().late(List.of(), List.of(new Rest(time.now(), until)));

    assertThat(ledger().acquire("b").orElseThrow().restsUntil()).isEqualTo(until);
  }

  @Test
  void aRunIsFinishedOnceAndOnlyWhenNothingIsOpen() {
    var run = addRun(people(1));
    var lease = taken("a");
    var open = ledger().open().getFirst();
    assertThat(ledger().finish(List.of(open))).isEmpty();
    done(lease, claim(1, run, 1));
    done(lease, settle(run, 0, 1, RecipientState.FAILED));

    assertThat(ledger().finish(List.of(open))).containsExactly(open.id());
    assertThat(ledger().finish(List.of(open))).isEmpty();
    assertThat(ledger().open()).isEmpty();
  }

  @Test
  void messagesRecordedForAPersonAreKnownWhateverTheRun() {
    var one = addRun(people(1));
    var other = addRun(people(2));
    var lease = taken("a");
    done(lease, claim(1, one, 1));
    done(lease, settle(one, 0, 1, RecipientState.SENT));
    done(lease, claim(2, other, 2));
    done(lease, settle(other, 1, 2, RecipientState.SENT));

    var ids = List.of("message of attempt 1 to 0", "message of attempt 2 to 1", "another");
    assertThat(ledger().known("p0", ids, Instant.EPOCH).recorded())
        .containsExactly("message of attempt 1 to 0");
    assertThat(ledger().known("p1", ids, Instant.EPOCH).recorded())
        .containsExactly("message of attempt 2 to 1");
    assertThat(ledger().known("nobody", ids, Instant.EPOCH)).isEqualTo(KnownMessages.NOTHING);
    time.jump(Duration.ofDays(-400));
    assertThat(ledger().known("p0", ids, Instant.EPOCH).recorded())
        .as("whatever our clock says")
        .containsExactly("message of attempt 1 to 0");
  }

  @Test
  void whoIsHeldMayHaveAMessageWhoseIdNobodyKnows() {
    var run = addRun(people(2));
    var lease = taken("a");
    done(lease, claim(1, run, 2));
    done(lease, settle(run, 0, 1, RecipientState.UNKNOWN));
    done(lease, settle(run, 0, 1, RecipientState.HELD));

    assertThat(ledger().known("p0", List.of(), Instant.EPOCH).vouched()).isTrue();
    assertThat(ledger().known("p1", List.of(), Instant.EPOCH).vouched()).isFalse();
    assertThat(ledger().known("p0", List.of(), INTENT.plusSeconds(1)).vouched())
        .as("not for ever")
        .isFalse();
  }

  @Test
  void whatIsSaidToOnePersonComesBackWithThem() {
    var run = addRun("Hi {{desk|you}}", List.of(person("p0", Map.of("desk", "A 1")), person("p1")));
    var lease = taken("a");

    var claimed = done(lease, claim(1, run, 2)).claimed();
    assertThat(claimed)
        .extracting(Claimed::values)
        .containsExactlyInAnyOrder(values(Map.of("desk", "A 1")), values(Map.of()));
    done(lease, settle(run, 0, 1, RecipientState.SENT));
    done(lease, settle(run, 1, 1, RecipientState.RETRY));

    assertThat(done(lease, retry(2, run, 1)).claimed())
        .extracting(Claimed::values)
        .containsExactly(values(Map.of()));
    assertThat(ledger().sent(run, List.of(0L)))
        .containsExactly(new Addressee(0, new PersonId("p0"), values(Map.of("desk", "A 1"))));
    assertThat(ledger().takeOver(taken("a")).orElseThrow())
        .extracting(Doubtful::values)
        .containsExactly(values(Map.of()));
  }

  @Test
  void nothingIsKeptOfAnybodyWhereARunSaysTheSameToAll() {
    var run = addRun("Hello", List.of(person("p0", Map.of("desk", "A 1"))));

    assertThat(done(taken("a"), claim(1, run, 1)).claimed())
        .extracting(Claimed::values)
        .containsExactly(Optional.empty());
  }

  private static Target person(String id) {
    return person(id, Map.of());
  }

  private static Target person(String id, Map<String, String> values) {
    return new Target(Target.Kind.PERSON, id, "", "", values);
  }

  private static Optional<PersonalValues> values(Map<String, String> values) {
    return Optional.of(new PersonalValues(values));
  }

  @Test
  void aSampleIsOfThoseWhoCertainlyHaveIt() {
    var run = addRun(people(5));
    var lease = taken("a");
    done(lease, claim(1, run, 4));
    for (var seq : List.of(1, 3)) {
      done(lease, settle(run, seq, 1, RecipientState.SENT));
    }
    done(lease, settle(run, 2, 1, RecipientState.UNKNOWN));

    assertThat(ledger().sent(run, List.of(0L, 1L, 2L)))
        .extracting(Addressee::person)
        .containsExactly(new PersonId("p1"), new PersonId("p3"));
    assertThat(ledger().sent(run, List.of(4L))).isEmpty();
    assertThat(ledger().sent(run, List.of())).isEmpty();
  }

  @Test
  void whatWasSentIsThereToBeShownToo() {
    var earlier = addRun(people(1));
    var run = addRun(people(3));
    var lease = taken("a");
    assertThat(ledger().control(run, Target.Kind.PERSON)).isEmpty();
    done(lease, claim(1, earlier, 1));
    done(lease, settle(earlier, 0, 1, RecipientState.SENT));
    assertThat(ledger().control(run, Target.Kind.PERSON))
        .as("of another run while this one has none")
        .contains(new Control(earlier, "p0", "message of attempt 1 to 0", Optional.empty()));

    done(lease, claim(2, run, 3));
    done(lease, settle(run, 1, 2, RecipientState.SENT));

    assertThat(ledger().control(run, Target.Kind.PERSON))
        .contains(new Control(run, "p1", "message of attempt 2 to 1", Optional.empty()));
    assertThat(ledger().control(run, Target.Kind.SPACE)).isEmpty();
  }

  @Test
  void howTheContentWasShownFirstIsKept() {
    var run = addRun(people(1));
    var lease = taken("a");
    assertThat(ledger().echo(run)).isEmpty();
    var first = new ShownContent("**Hi**", "Hi", "<b>Hi</b>", 0, true);
    done(lease, order(1).echo(run, first).build());
    done(lease, order(2).echo(run, new ShownContent("", "Hi!", "", 0, true)).build());

    assertThat(ledger().echo(run)).contains(first);
  }

  @Test
  void whatALaneRemembersOfThePlatformOutlivesItsOwner() {
    var lease = taken("a");
    var kept =
        new Ledger.Kept(
            PersonId.parse("bot"),
            Duration.ofSeconds(40),
            Optional.of(new ClockRange(Duration.ofMinutes(-3), Duration.ofSeconds(2))),
            Optional.of(Instant.parse("2026-11-21T08:00:00Z")));
    done(lease, order(1).kept(kept).build());
    ledger().release(lease);

    assertThat(ledger().acquire("b").orElseThrow().kept()).isEqualTo(kept);
  }

  @Test
  void aDoubtRemembersWhichBotSentIt() {
    var run = addRun(people(2));
    var lease = taken("a");
    var first =
        new Ledger.Kept(PersonId.parse("first"), Duration.ZERO, Optional.empty(), Optional.empty());
    var second =
        new Ledger.Kept(
            PersonId.parse("second"), Duration.ZERO, Optional.empty(), Optional.empty());
    done(lease, order(1).claims(List.of(new Ledger.Claim(run, List.of(), 1))).kept(first).build());
    ledger().release(lease);
    var next = ledger().acquire("b").orElseThrow().lease();
    assertThat(ledger().takeOver(next).orElseThrow())
        .extracting(Doubtful::bot)
        .containsExactly(PersonId.parse("first"));

    done(next, order(2).claims(List.of(new Ledger.Claim(run, List.of(), 1))).kept(second).build());
    ledger().release(next);
    var last = ledger().acquire("c").orElseThrow().lease();

    assertThat(ledger().takeOver(last).orElseThrow())
        .extracting(Doubtful::bot)
        .containsExactly(PersonId.parse("first"), PersonId.parse("second"));
  }

  @Test
  void whatWasLearnedOfThePaceOutlivesItsOwner() {
    addRun(people(1));
    var lease = taken("a");
    done(lease, order(1).build());
    ledger().release(lease);

    assertThat(ledger().acquire("b").orElseThrow().pace()).contains(new PaceMemory(7.5, false));
  }

  @Test
  void aRestOutlivesWhoeverWasAskedForIt() {
    addRun(people(1));
    var lease = taken("a");
    var until = INTENT.plusSeconds(40);
    done(lease, order(1).rest(new Rest(INTENT.minusSeconds(90), INTENT.minusSeconds(80))).build());
    done(lease, order(2).rest(new Rest(INTENT, until)).build());
    ledger().release(lease);

    assertThat(ledger().acquire("b").orElseThrow().restsUntil()).isEqualTo(until);
  }

  // ------------------------------------------------------------------------------------------

  static List<Target> people(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Target(Target.Kind.PERSON, "p" + i, "Person " + i, ""))
        .toList();
  }

  @Override
  public Lease taken(String owner) {
    var lease = ledger().acquire(owner).orElseThrow().lease();
    assertThat(ledger().takeOver(lease)).isPresent();
    return lease;
  }

  private Ledger.Turn.Done done(Lease lease, Ledger.Order order) {
    return (Ledger.Turn.Done) ledger().turn(lease, order);
  }

  private static List<String> targets(Ledger.Turn.Done turn) {
    return turn.claimed().stream().map(Claimed::target).toList();
  }

  private static Ledger.Order claim(long attempt, RunId run, int fresh) {
    return order(attempt).claims(List.of(new Ledger.Claim(run, List.of(), fresh))).build();
  }

  private static Ledger.Order retry(long attempt, RunId run, long seq) {
    return order(attempt).claims(List.of(new Ledger.Claim(run, List.of(seq), 0))).build();
  }

  static Ledger.Order settle(RunId run, long seq, long attempt, RecipientState to) {
    return order(99).settlements(List.of(settlement(run, seq, attempt, to))).build();
  }

  private static Settlement settlement(RunId run, long seq, long attempt, RecipientState to) {
    var sent = to == RecipientState.SENT;
    var message = sent ? "message of attempt %d to %d".formatted(attempt, seq) : "";
    return new Settlement(run, seq, attempt, to, message, Optional.empty(), "", "");
  }

  static OrderBuilder order(long attempt) {
    return new OrderBuilder(attempt);
  }

  /** An order with little in it. */
  static final class OrderBuilder {
    private final long attempt;
    private List<Settlement> settlements = List.of();
    private List<Ledger.Abandoned> abandoned = List.of();
    private List<Ledger.Claim> claims = List.of();
    private Set<String> busy = Set.of();
    private List<RunId> skip = List.of();
    private List<Rest> rests = List.of();
    private Ledger.Kept kept = Ledger.Kept.NOTHING;
    private Map<RunId, ShownContent> echoes = Map.of();

    private OrderBuilder(long attempt) {
      this.attempt = attempt;
    }

    OrderBuilder settlements(List<Settlement> some) {
      settlements = some;
      return this;
    }

    OrderBuilder abandoned(List<Ledger.Abandoned> some) {
      abandoned = some;
      return this;
    }

    OrderBuilder claims(List<Ledger.Claim> some) {
      claims = some;
      return this;
    }

    OrderBuilder busy(Set<String> some) {
      busy = some;
      return this;
    }

    private OrderBuilder rest(Rest one) {
      rests = List.of(one);
      return this;
    }

    OrderBuilder kept(Ledger.Kept some) {
      kept = some;
      return this;
    }

    private OrderBuilder echo(RunId run, ShownContent shown) {
      echoes = Map.of(run, shown);
      return this;
    }

    OrderBuilder skip(List<RunId> some) {
      skip = some;
      return this;
    }

    Ledger.Order build() {
      return new Ledger.Order(
          attempt,
          DATED,
          settlements,
          abandoned,
          claims,
          busy,
          skip,
          new PaceMemory(7.5, false),
          kept,
          echoes,
          "",
          rests,
          false);
    }
  }
}
