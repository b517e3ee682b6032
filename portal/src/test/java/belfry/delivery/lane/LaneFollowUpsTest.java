package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.delivery.foundation.Lease;
import belfry.messages.Content;
import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.platform.Posted;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Response;
import belfry.runs.Run;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUpId;
import belfry.runs.followups.FollowUpState;
import belfry.runs.followups.FollowUpTally;
import belfry.runs.followups.FollowUpTask;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.storage.StorageException;
import belfry.testing.TestPortal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a lane does about follow-ups while the database fails, or the platform refuses some. */
class LaneFollowUpsTest extends LaneFixture {
  private static final int MESSAGES = 40;
  private static final Outcome DELETED = new Outcome.Accepted("m", SpaceId.parse("room"), "");

  private final Messages messages = new Messages();

  @BeforeEach
  void followUp() {
    lane = lane("first", new FollowUpPorts(messages, messages));
  }

  @Test
  void nothingIsDeletedBeforeItsIntentIsCommitted() {
    messages.failNext(2, false);
    turn();
    assertThat(messages.requests()).isEmpty();

    deleteAll();
    assertThat(messages.deleted).containsOnly(1);
  }

  @Test
  void anIntentThatWasCommittedAlthoughTheCommitSeemedToFailIsTakenBack() {
    messages.failNext(1, true);
    turn();
    assertThat(messages.requests()).isEmpty();
    assertThat(messages.tally().doing()).isPositive();

    deleteAll();
    assertThat(messages.deleted).containsOnly(1);
    assertThat(messages.attempt).containsOnly(1);
  }

  @Test
  void answersAreKeptWhileTheDatabaseIsGoneAndNothingNewBegins() {
    turn();
    var first = messages.requests();
    assertThat(first).isNotEmpty();
    messages.failNext(3, false);
    first.forEach(Request::succeeds);
    for (var i = 0; i < 3; i++) {
      turn();
      assertThat(messages.requests()).isEmpty();
      time.pass(Duration.ofSeconds(31));
    }

    deleteAll();
    assertThat(messages.deleted).containsOnly(1);
  }

  @Test
  void aRecallGoesBeforeOthersWhoKeepATenth() {
    var newsletter = run(500);

    deleteBesideMessages();

    assertThat(memory.tally(newsletter).sent()).isBetween(MESSAGES / 10L, MESSAGES / 5L);
  }

  @Test
  void anUrgentOneGoesBeforeARecallWhichKeepsATenth() {
    var content = new Content("Urgent", Optional.empty());
    var people = LedgerContract.people(500);
    var urgent = memory.addRun(Run.Kind.JOB, true, content, people, Optional.empty());

    deleteBesideMessages();

    assertThat(memory.tally(urgent).sent()).isBetween(MESSAGES * 8L, MESSAGES * 11L);
  }

  private void deleteBesideMessages() {
    lane.deliver(new LaneEvent.Changed());
    for (var i = 0; i < 2_000 && !messages.isClosed(); i++) {
      step();
      messages.requests().forEach(Request::succeeds);
      turn();
    }
    assertThat(messages.isClosed()).isTrue();
  }

  @Test
  void inAnyOrderOfFailuresEachMessageIsDeletedOnceAndNoneIsForgotten() {
    for (var seed = 1; seed <= 50; seed++) {
      var random = new SplittableRandom(seed);
      messages.begin();
      lane.deliver(new LaneEvent.Changed());
      for (var i = 0; i < 400 && !messages.isClosed(); i++) {
        if (random.nextInt(4) == 0) {
          messages.failNext(1 + random.nextInt(2), random.nextBoolean());
        }
        step(random);
      }
      messages.failNext(0, false);
      deleteAll();
      assertThat(messages.deleted).as("seed " + seed).containsOnly(1);
    }
  }

  @ParameterizedTest
  @EnumSource(FollowUp.Kind.class)
  void oneWhoIsRefusedForEverCostsTheOthersTwoRestsAndIsLeftToPeople(FollowUp.Kind kind) {
    messages.kind = kind;
    refuse(Duration.ofSeconds(15), 0);

    assertThat(messages.tally().done()).isEqualTo(MESSAGES - 1);
    assertThat(memory.rests()).hasSizeLessThanOrEqualTo(2);
    assertThat(messages.refused).isLessThan(8);

    var run = run(200);
    lane.deliver(new LaneEvent.Changed());
    refuse(Duration.ofSeconds(60), 0);
    assertThat(memory.tally(run).sent()).as("sends go on").isEqualTo(200);
    assertThat(memory.rests()).hasSizeLessThanOrEqualTo(2);

    refuse(TUNING.listingPatience().plusMinutes(3), 0);
    assertThat(messages.tally().refused()).isEqualTo(1);
    assertThat(messages.reason).startsWith("Webex did not do it for this recipient");
    assertThat(messages.isClosed()).isTrue();
    assertThat(messages.refused).isLessThan(60);
  }

  @Test
  void whoeverAloneIsLeftAndRefusedKeepsNobodyFromBeingSentTo() {
    messages.leave(1);
    var run = run(300);
    refuse(Duration.ofSeconds(60), 0);

    assertThat(memory.tally(run).sent()).isEqualTo(300);
    assertThat(memory.rests()).hasSizeLessThanOrEqualTo(2);
    refuse(Duration.ofSeconds(61));
    assertThat(messages.tally().done()).isEqualTo(MESSAGES);
  }

  @Test
  void whoeverWasRefusedTakesNoMoreThanAThirtiethFromThoseWhoAreSentTo() {
    messages.leave(20);
    var all = IntStream.range(0, 20).toArray();
    run(200);
    refuse(Duration.ofSeconds(60), all);
    var before = messages.refused;
    var run = memory.addRun(Run.Kind.JOB, "Another", LedgerContract.people(800));
    lane.deliver(new LaneEvent.Changed());
    refuse(Duration.ofSeconds(20), all);

    assertThat(memory.tally(run).sent()).isGreaterThan(200);
    assertThat(messages.refused - before).isLessThan((int) memory.tally(run).sent() / 20);
  }

  @Test
  void whereNobodyIsAcceptedItIsTheBotsHoweverLong() {
    var all = IntStream.range(0, MESSAGES).toArray();
    refuse(TUNING.listingPatience().plusMinutes(2), all);
    assertThat(messages.tally().refused()).isZero();
    assertThat(memory.rests().size()).isGreaterThan(500);

    refuse(Duration.ofMinutes(2));
    assertThat(messages.tally().done()).isEqualTo(MESSAGES);
  }

  /** Tenths of a second in which these are refused and everybody else is accepted. */
  private void refuse(Duration howLong, int... these) {
    var refused = IntStream.of(these).boxed().collect(Collectors.toSet());
    for (var i = 0; i < howLong.toMillis() / 100; i++) {
      time.pass(Duration.ofMillis(100));
      turn();
      for (var request : messages.requests()) {
        if (refused.contains(request.message())) {
          messages.refused++;
          request.done().accept(new Outcome.Throttled(Duration.ofSeconds(1)));
        } else {
          request.succeeds();
        }
      }
      wire.newlySent().forEach(ScriptedWire.Sent::isAccepted);
      turn();
    }
  }

  private void step(SplittableRandom random) {
    time.pass(Duration.ofMillis(500 + random.nextInt(2_000)));
    turn();
    messages.requests().forEach(Request::succeeds);
    turn();
  }

  private void deleteAll() {
    var random = new SplittableRandom(1);
    for (var i = 0; i < 400 && !messages.isClosed(); i++) {
      step(random);
    }
    assertThat(messages.tally().done()).isEqualTo(MESSAGES);
    assertThat(messages.isClosed()).isTrue();
  }

  /** A request to delete or change a message. */
  private record Request(
      int message, BooleanSupplier leave, Runnable delete, Consumer<Outcome> done) {
    void succeeds() {
      if (leave.getAsBoolean()) {
        delete.run();
        done.accept(DELETED);
      } else {
        done.accept(new Outcome.NotSent("held back"));
      }
    }
  }

  /**
   * The messages of a recall or a correction: what the ledger knows of them, and what became of
   * them.
   */
  private final class Messages implements FollowUpLedger, FollowUpWire {
    private final Run run =
        Run.test(
            TestPortal.NEWS,
            new Content("Hello", Optional.empty()),
            new PersonId("ana"),
            time.now());
    private FollowUpId id = FollowUpId.next();
    private boolean closed;
    private final FollowUpState[] state = new FollowUpState[MESSAGES];
    private final int[] attempt = new int[MESSAGES];
    private final long[] attemptId = new long[MESSAGES];
    private final int[] deleted = new int[MESSAGES];
    private List<Request> requests = new ArrayList<>();
    private FollowUp.Kind kind = FollowUp.Kind.RECALL;
    private int refused;
    private String reason = "";
    private int failures;
    private boolean applies;

    Messages() {
      begin();
    }

    void begin() {
      id = FollowUpId.next();
      closed = false;
      Arrays.fill(state, FollowUpState.PLANNED);
      Arrays.fill(attempt, 0);
      Arrays.fill(deleted, 0);
    }

    /** All but the first of them are done. */
    void leave(int first) {
      Arrays.fill(state, first, MESSAGES, FollowUpState.DONE);
    }

    void failNext(int count, boolean afterApplying) {
      failures = count;
      applies = afterApplying;
    }

    List<Request> requests() {
      var fresh = requests;
      requests = new ArrayList<>();
      return fresh;
    }

    boolean isClosed() {
      return closed;
    }

    FollowUpTally tally() {
      return new FollowUpTally(
          count(FollowUpState.PLANNED),
          count(FollowUpState.RETRY),
          count(FollowUpState.DOING),
          count(FollowUpState.UNKNOWN),
          count(FollowUpState.DONE),
          count(FollowUpState.REFUSED),
          count(FollowUpState.UNCLEAR),
          count(FollowUpState.SKIPPED));
    }

    private long count(FollowUpState one) {
      return Arrays.stream(state).filter(one::equals).count();
    }

    @Override
    public List<FollowUp> open() {
      return closed
          ? List.of()
          : List.of(
              new FollowUp(
                  id,
                  TestPortal.NEWS,
                  run.id(),
                  new JobId(run.id().value()),
                  kind,
                  FollowUp.Part.ALL,
                  false,
                  Optional.empty(),
                  "",
                  FollowUp.Gate.OPEN,
                  true,
                  new PersonId("ana"),
                  "Ana",
                  time.now(),
                  Optional.empty(),
                  Optional.empty(),
                  tally()));
    }

    @Override
    public Optional<Sent> sent(RunId of) {
      return Optional.of(new Sent(run, Optional.empty(), List.of()));
    }

    @Override
    public Optional<List<FollowUpTask>> takeOver(Lease lease) {
      return Optional.of(List.of());
    }

    @Override
    public Optional<List<FollowUpTask>> turn(Lease lease, Order order) {
      if (failures > 0) {
        failures--;
        if (applies) {
          apply(order);
        }
        throw new StorageException("the connection broke");
      }
      return Optional.of(apply(order));
    }

    private List<FollowUpTask> apply(Order order) {
      for (var one : order.abandoned()) {
        IntStream.range(0, MESSAGES)
            .filter(i -> state[i] == FollowUpState.DOING && attemptId[i] == one.attemptId())
            .forEach(i -> {
              state[i] = FollowUpState.RETRY;
              attempt[i]--;
            });
      }
      for (var one : order.settlements()) {
        var i = (int) one.number();
        if (one.followUp().equals(id)
            && attemptId[i] == one.attemptId()
            && state[i] == FollowUpState.DOING) {
          state[i] = one.to();
          reason = one.reason();
          attempt[i] -= one.untried() ? 1 : 0;
        }
      }
      var claimed =
          order.claims().values().stream()
              .flatMap(claim ->
                  Stream.of(FollowUpState.RETRY, FollowUpState.PLANNED)
                      .flatMap(from ->
                          IntStream.range(0, MESSAGES)
                              .filter(i -> state[i] == from)
                              .filter(i -> !claim.waiting().contains((long) i))
                              .boxed())
                      .limit(claim.most()))
              .toList()
              .stream()
              .map(i -> claim(i, order.attemptId()))
              .toList();
      closed |= order.close().contains(id);
      return claimed;
    }

    private FollowUpTask claim(int i, long by) {
      state[i] = FollowUpState.DOING;
      attempt[i]++;
      attemptId[i] = by;
      return new FollowUpTask(
          id,
          i,
          i,
          attempt[i],
          by,
          false,
          Target.Kind.PERSON,
          "p" + i,
          String.valueOf(i),
          SpaceId.parse("room"),
          Optional.empty());
    }

    @Override
    public void late(List<FollowUpTask.Settled> settlements) {
      throw new AssertionError("the lane was not lost");
    }

    @Override
    public void delete(String messageId, BooleanSupplier leave, Consumer<Outcome> done) {
      var message = Integer.parseInt(messageId);
      requests.add(new Request(message, leave, () -> deleted[message]++, done));
    }

    @Override
    public void edit(
        String messageId,
        Optional<SpaceId> room,
        String markdown,
        BooleanSupplier leave,
        Consumer<Outcome> done) {
      delete(messageId, leave, done);
    }

    @Override
    public void look(FollowUpTask task, Consumer<Response<Posted>> done) {
      throw new AssertionError("nothing is in doubt");
    }
  }
}
