package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Time;
import belfry.delivery.foundation.DeliveryListener;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Tuning;
import belfry.messages.AttachmentId;
import belfry.messages.Content;
import belfry.pace.SharedLimit;
import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.platform.Posted;
import belfry.platform.ShownContent;
import belfry.platform.ids.PersonRef;
import belfry.platform.ids.SpaceId;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Finding;
import belfry.testing.ManualTime;
import belfry.testing.TestPortal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** A lane on owned time, against a scripted outside and the ledger in memory, and what moves it. */
abstract class LaneFixture {
  static final Tuning TUNING = Tuning.PRODUCTION;

  final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");
  final TickingTime clock = new TickingTime(time);
  final MemoryLedger memory = new MemoryLedger(TestPortal.NEWS, time, TUNING.leaseTtl());
  final FailingLedger ledger = new FailingLedger(memory);
  final ScriptedWire wire = new ScriptedWire(time);
  Lane lane = lane("first");

  Lane lane(String owner) {
    return lane(owner, NoFollowUps.PORTS);
  }

  Lane lane(String owner, FollowUpPorts followUps) {
    return new Lane(
        LaneId.first(TestPortal.NEWS),
        ledger,
        wire,
        followUps,
        new Surroundings(
            owner,
            TUNING,
            clock,
            new SplittableRandom(7),
            false,
            _ -> {},
            _ -> {},
            DeliveryListener.NONE),
        new SharedLimit("news", clock.nanos()));
  }

  RunId run(int people) {
    return memory.addRun(
        Run.Kind.JOB, "Hello " + (memory.open().size() + 1), LedgerContract.people(people));
  }

  RunId runWithFile(int people) {
    var content = new Content("Hello", AttachmentId.parse("0000000000001"));
    return memory.addRun(Run.Kind.JOB, content, LedgerContract.people(people));
  }

  void turn() {
    for (var i = 0; i < 3; i++) {
      assertThat(lane.turn()).isNotNegative();
    }
  }

  void settle() {
    for (var i = 0; i < 5; i++) {
      time.pass(Duration.ofMillis(200));
      turn();
    }
  }

  /** A tenth of a second in which everything sent is accepted; what was sent. */
  List<ScriptedWire.Sent> step() {
    time.pass(Duration.ofMillis(100));
    turn();
    var sent = wire.newlySent();
    sent.forEach(ScriptedWire.Sent::isAccepted);
    turn();
    return sent;
  }

  int deliverAll() {
    var count = 0;
    for (var i = 0; i < 2_000 && !memory.open().isEmpty(); i++) {
      count += step().size();
    }
    return count;
  }

  /** Sends the run's messages: the first is answered by a time-out, the others are accepted. */
  void loseTheAnswer(RunId run) {
    turn();
    var sent = wire.newlySent();
    sent.getFirst().ends(new Outcome.Unknown("time-out"));
    turn();
    sent.stream()
        .skip(1)
        .forEach(other ->
            other.ends(new Outcome.Accepted("there " + other.target(), SpaceId.parse("room"), "")));
    turn();
    if (sent.size() > 1) {
      acceptAnother();
    }
    assertThat(memory.tally(run).unknown()).isEqualTo(1);
  }

  /** A message of another run, begun and accepted since. */
  private void acceptAnother() {
    memory.addRun(
        Run.Kind.JOB,
        "Another",
        List.of(new Target(Target.Kind.PERSON, "another", "Another", "another@corp.test")));
    lane.deliver(new LaneEvent.Changed());
    turn();
    wire.newlySent().forEach(ScriptedWire.Sent::isAccepted);
    turn();
  }

  /** Every look for so long finds this. */
  void lookFor(Duration howLong, Finding finding) {
    for (var second = 0; second < howLong.toSeconds(); second++) {
      time.pass(Duration.ofSeconds(1));
      turn();
      wire.newLooks().forEach(look -> look.finds(finding));
    }
    turn();
  }

  /** The conversation shows messages of the bot: an id and words, an id and words … */
  Finding listed(String... messages) {
    var posted = new ArrayList<Posted>();
    for (var i = 0; i < messages.length; i += 2) {
      posted.add(posted(messages[i], messages[i + 1]));
    }
    return new Finding.Listed(posted, Optional.empty());
  }

  Posted posted(String id, String words) {
    return posted(id, words, time.now());
  }

  static Posted posted(String id, String words, Instant at) {
    var shown = new ShownContent(words, words, "", 0, true);
    return new Posted(id, SpaceId.parse("room"), PersonRef.of("bot", ""), shown, Optional.of(at));
  }

  /** No two readings of a real clock are alike, once it is to be so here. */
  static final class TickingTime implements Time {
    private final Time time;
    private long ticks;
    private boolean moves;

    TickingTime(Time time) {
      this.time = time;
    }

    void startTicking() {
      moves = true;
    }

    @Override
    public Instant now() {
      return time.now();
    }

    @Override
    public long nanos() {
      return time.nanos() + (moves ? ticks++ : 0);
    }

    @Override
    public void sleep(Duration howLong) throws InterruptedException {
      time.sleep(howLong);
    }
  }
}
