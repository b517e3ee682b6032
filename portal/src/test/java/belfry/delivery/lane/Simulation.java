package belfry.delivery.lane;

import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Lease;
import belfry.delivery.foundation.Tuning;
import belfry.messages.AttachmentId;
import belfry.messages.Content;
import belfry.people.audience.Target;
import belfry.platform.wire.File;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Control;
import belfry.testing.ManualTime;
import belfry.testing.TestPortal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * One story told by one seed: real lanes on owned time between a platform and a ledger that fail in
 * every way they can. Trouble lasts some minutes; then everything must come to its end.
 */
public final class Simulation {
  private static final Duration LIMIT = Duration.ofHours(6);
  private static final int LAST_EVENTS = Integer.getInteger("belfry.events", 40);

  private final long seed;
  private final Mutant mutant;
  private final SplittableRandom random;
  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");
  private final MemoryLedger memory =
      new MemoryLedger(TestPortal.NEWS, time, Tuning.PRODUCTION.leaseTtl());
  private final List<SimulatedBot> bots;
  private final List<MemoryLedger> lanes;
  private final SimulatedCards cards;
  private final SimulatedPlatform platform;
  private final SimulatedLaws laws = new SimulatedLaws(this);
  private final SimulatedWaves waves;
  private final PriorityQueue<Due> agenda =
      new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::order));
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final List<RunId> runs = new ArrayList<>();
  private final List<RunId> cancelled = new ArrayList<>();
  private final Deque<String> lastEvents = new ArrayDeque<>();
  private final boolean exclusive;
  private final Clocks clocks;

  /** Whether runs begin one after the other, so that what was learned of one is of use. */
  private final boolean leisurely;

  /** Whether the second bot is taken out of the settings now and then. */
  private final boolean leaves;

  private final long troubleEnds;
  private final Map<LaneId, Lease> leases = new HashMap<>();
  private long order;
  private long downUntil;
  private long databaseDownUntil;
  private int births;
  private int moreRuns;
  private long trace;

  private static final Optional<AttachmentId> NO_FILE = Optional.empty();

  /** Which clock jumps: who sees both do it does not know which did. */
  private enum Clocks {
    OURS_JUMPS,
    THEIRS_JUMPS,
    STEADY
  }

  /** A law was broken. */
  static final class Broken extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final String law;

    Broken(String law, long seed, Collection<String> lastEvents) {
      super(
          """
          %s
          Repeat with: ./belfry test --seed %d
          %s\
          """
              .formatted(law, seed, String.join(System.lineSeparator(), lastEvents)));
      this.law = law;
    }

    String law() {
      return law;
    }
  }

  private record Due(long at, long order, Runnable action) {}

  private Simulation(long seed, Mutant mutant) {
    this.seed = seed;
    this.mutant = mutant;
    waves = new SimulatedWaves(this, seed);
    random = new SplittableRandom(seed);
    cards = new SimulatedCards(seed);
    bots = SimulatedBot.of(seed);
    leaves = seed >= SimulatedBot.LEAVING;
    lanes =
        IntStream.range(0, bots.size())
            .mapToObj(bot -> bot == 0 ? memory : new MemoryLedger(memory, bot))
            .toList();
    platform =
        new SimulatedPlatform(
            time, lanes, random.split(), cards, new SimulatedRefusals(seed), bots);
    exclusive = random.nextInt(4) == 0;
    clocks = Clocks.values()[random.nextInt(5) / 2];
    leisurely = platform.isLate() || clocks == Clocks.STEADY;
    var trouble = Duration.ofSeconds(random.nextInt(20, 150) + (leisurely ? 60 : 0));
    troubleEnds = trouble.toNanos();
    moreRuns = random.nextInt(3) + (leisurely ? 1 : 0);
  }

  /**
   * Tells the story of a seed.
   *
   * @return a number that stands for everything that happened
   * @throws Broken when a law was broken
   */
  static long run(long seed, Mutant mutant) {
    return new Simulation(seed, mutant).run();
  }

  private long run() {
    begin();
    while (!isOver()) {
      if (nanos() > LIMIT.toNanos()) {
        throw broken("stuck: " + laws.progresses());
      }
      step();
    }
    laws.checkEnd();
    return trace;
  }

  private void begin() {
    lanes.forEach(lane -> lane.leaveOut(mutant));
    for (var i = 0; i < 20; i++) {
      if (random.nextInt(20) == 0) {
        platform.remove("p" + i);
      }
    }
    startRun();
    for (var bot = 0; bot < bots.size(); bot++) {
      startNode(bot);
      if (!exclusive) {
        startNode(bot);
      }
    }
    at(random.nextLong(Duration.ofSeconds(20).toNanos()), this::trouble);
    at(troubleEnds, this::calm);
  }

  private boolean isOver() {
    return !isTroubled() && moreRuns == 0 && memory.open().isEmpty();
  }

  private void startRun() {
    var targets = new ArrayList<Target>();
    var people = random.nextInt(1, 20);
    for (var i = 0; i < people; i++) {
      targets.add(
          new Target(Target.Kind.PERSON, "p" + i, "", "", SimulatedWords.valuesOf("p" + i)));
    }
    for (var i = 1; i <= 3; i++) {
      if (random.nextInt(3) == 0) {
        targets.add(new Target(Target.Kind.SPACE, "s" + i, "", ""));
      }
    }
    // Mostly the same words, so that one run's message could be taken for another's.
    var words = SimulatedWords.of(seed);
    var markdown =
        switch (random.nextInt(6)) {
          case 0 -> SimulatedWords.others(runs.size());
          case 1, 2 -> words + runs.size();
          default -> words;
        };
    var kind = random.nextInt(5) == 0 ? Run.Kind.TEST : Run.Kind.JOB;
    var file = random.nextInt(4) == 0 ? AttachmentId.parse("0000000000001") : NO_FILE;
    var content = cards.with(new Content(markdown, file));
    var firstWave = waves.next(kind);
    var urgent = kind == Run.Kind.TEST || random.nextInt(4) == 0;
    var run = memory.addRun(kind, urgent, content, targets, firstWave);
    split(run);
    runs.add(run);
    laws.began(run, content, targets.size());
    waves.began(run, firstWave);
    if (clocks == Clocks.THEIRS_JUMPS && random.nextInt(3) == 0) {
      at(nanos() + random.nextLong(Duration.ofSeconds(2).toNanos()), this::jump);
    }
    tell("run " + run + " of " + content + " to " + targets.size());
  }

  private void split(RunId run) {
    if (bots.size() > 1 && !bots.getLast().isRemoved()) {
      memory.split(run, target -> SimulatedBot.numberFor(target, bots.size()));
    }
  }

  private void startNode(int bot) {
    nodes.add(new SimulatedNode(this, "node" + ++births, bot, tuning(), exclusive));
  }

  private Tuning tuning() {
    return switch (mutant) {
      case NO_QUIET -> withQuiet(Duration.ZERO, Tuning.PRODUCTION.longestQuiet());
      case FIXED_QUIET -> withQuiet(Tuning.PRODUCTION.quiet(), Tuning.PRODUCTION.quiet());
      case NEVER_GIVES_UP ->
          with(
              Tuning.PRODUCTION.quiet(),
              Tuning.PRODUCTION.longestQuiet(),
              Duration.ofDays(1),
              Tuning.PRODUCTION.betweenProbes());
      case PROBES_WITHOUT_A_PAUSE ->
          with(
              Tuning.PRODUCTION.quiet(),
              Tuning.PRODUCTION.longestQuiet(),
              Tuning.PRODUCTION.listingPatience(),
              Duration.ZERO);
      default -> Tuning.PRODUCTION;
    };
  }

  private static Tuning withQuiet(Duration quiet, Duration longest) {
    var times = Tuning.PRODUCTION;
    return with(quiet, longest, times.listingPatience(), times.betweenProbes());
  }

  private static Tuning with(
      Duration quiet, Duration longest, Duration patience, Duration betweenProbes) {
    var times = Tuning.PRODUCTION;
    return new Tuning(
        times.requestTimeout(),
        times.dispatchDeadline(),
        times.leaseTtl(),
        times.firstLook(),
        times.secondLook(),
        quiet,
        longest,
        patience,
        betweenProbes,
        times.doubleCheckAfter(),
        times.drain());
  }

  /** Where somebody died, somebody is started; nobody beside an owner that is alone. */
  void died(SimulatedNode node) {
    nodes.remove(node);
    at(
        nanos() + random.nextLong(longestStart().toNanos()),
        () -> {
          var stays = !bots.get(node.number()).isRemoved();
          if (stays
              && (!exclusive || nodes.stream().noneMatch(one -> one.number() == node.number()))) {
            startNode(node.number());
          }
        });
  }

  private Duration longestStart() {
    return clocks == Clocks.THEIRS_JUMPS && happens(0.5)
        ? Duration.ofMinutes(5)
        : Duration.ofSeconds(30);
  }

  // Trouble ----------------------------------------------------------------------------------

  private void trouble() {
    if (!isTroubled()) {
      return;
    }
    switch (random.nextInt(19)) {
      case 0 -> anyNode().kill();
      case 1, 2 -> anyNode().pause(pause());
      case 3 -> anyNode().deliver(new LaneEvent.Drain());
      case 4 -> cancel();
      case 5 -> gate(Run.Gate.PAUSED);
      case 6 -> gate(Run.Gate.OPEN);
      case 7 -> tryAgain();
      case 8 -> {
        var bot = anyBot();
        bot.tokenWorks(!bot.tokenWorks());
      }
      case 9 -> platform.listable(!platform.listable());
      case 10 -> downUntil = nanos() + pause().toNanos();
      case 11 -> databaseDownUntil = nanos() + pause().toNanos() / 4;
      case 12 -> jump();
      case 13 -> ask();
      case 14 -> jump();
      case 15 -> hide();
      case 16 -> exchangeBot();
      case 17 -> platform.intrude("p" + random.nextInt(20));
      default -> platform.chatter("s" + random.nextInt(1, 4));
    }
    if (clocks == Clocks.STEADY && random.nextInt(4) == 0) {
      freeze();
    }
    if (leaves && random.nextInt(4) == 0) {
      secondBot(!bots.getLast().isRemoved());
    }
    if (moreRuns > 0 && random.nextInt(leisurely ? 10 : 4) == 0) {
      moreRuns--;
      startRun();
    }
    at(nanos() + random.nextLong(Duration.ofSeconds(15).toNanos()), this::trouble);
  }

  private void jump() {
    switch (clocks) {
      case OURS_JUMPS -> time.jump(Duration.ofSeconds(random.nextInt(-200, 2_000)));
      case THEIRS_JUMPS -> {
        if (platform.jumped().isZero()) {
          var by = Duration.ofSeconds(random.nextInt(-800, 800));
          tell("the platform's clock jumps by " + by);
          platform.jump(by);
          if (random.nextBoolean()) {
            List.copyOf(nodes).forEach(SimulatedNode::kill);
          }
        }
      }
      case STEADY -> freeze();
    }
  }

  /**
   * Only where it can be noticed: a first message that is not shown looks like one that is not
   * there.
   */
  private void hide() {
    var noticeable =
        runs.stream()
            .flatMap(run -> memory.rows(run).stream())
            .anyMatch(row -> row.target().startsWith("p") && !row.messageId().isEmpty());
    platform.hiding(noticeable && random.nextBoolean());
  }

  /**
   * Spaces stand still, and another run begins. Only once what was sent to spaces is settled, not
   * while it could still be taken for it, and where everybody knows the platform's time: else what
   * happened earlier is taken for later.
   */
  private void freeze() {
    var settled =
        runs.stream()
            .flatMap(run -> memory.rows(run).stream())
            .filter(row -> row.target().startsWith("s"))
            .noneMatch(row -> SimulatedLaws.isUnsettled(row.state()));
    if (settled
        && !platform.isFrozen()
        && nodes.stream().allMatch(SimulatedNode::knowsTheTime)
        && nanos() - platform.lastInSpace() > Duration.ofSeconds(15).toNanos()) {
      tell("spaces tell nothing any more");
      platform.freeze(true);
      if (moreRuns > 0) {
        moreRuns--;
        startRun();
      }
    }
  }

  /** A message to a space that is certainly there. */
  public Optional<Control> anySpaceControl() {
    return memory.control(runs.getFirst(), Target.Kind.SPACE);
  }

  /** The operator gives another bot's token, for which all is started again. */
  private void exchangeBot() {
    tell("another bot");
    List.copyOf(nodes).forEach(SimulatedNode::kill);
    anyBot().exchange();
  }

  /** The operator takes the second bot out of the settings, or puts it back. */
  private void secondBot(boolean removed) {
    tell(removed ? "the second bot is removed" : "the second bot is put back");
    bots.getLast().isRemoved(removed);
    if (removed) {
      // Another node may still have the settings from before.
      var before = random.nextBoolean() ? 1 : 0;
      nodes.stream()
          .filter(node -> node.number() == 1)
          .skip(before)
          .toList()
          .forEach(SimulatedNode::kill);
      passOn();
    } else if (!exclusive || nodes.stream().noneMatch(node -> node.number() == 1)) {
      startNode(1);
    }
  }

  /** Whoever waits for it is sent to by the first one. */
  private void passOn() {
    if (bots.getLast().isRemoved()) {
      memory(1).passOn("passes on", 0);
      changed();
      at(nanos() + Duration.ofSeconds(2).toNanos(), this::passOn);
    }
  }

  /** A node wants its share. */
  private void ask() {
    var node = anyNode();
    tell(node.name() + " asks for the lane");
    memory(node.number()).ask(node.name());
  }

  private void calm() {
    tell("calm");
    for (; moreRuns > 0; moreRuns--) {
      startRun();
    }
    if (platform.refusesAlone()) {
      passersBy();
    }
    bots.forEach(bot -> bot.tokenWorks(true));
    if (bots.getLast().isRemoved()) {
      secondBot(false);
    }
    platform.listable(random.nextInt(20) > 0);
    platform.freeze(random.nextInt(4) > 0 && platform.isFrozen());
    platform.hiding(random.nextInt(20) == 0 && platform.isHiding());
    runs.forEach(run -> {
      if (memory.gate(run) == Run.Gate.PAUSED) {
        setGate(run, Run.Gate.OPEN);
      }
    });
  }

  /** Others, now and then: only they show whose a refusal is. */
  private void passersBy() {
    if (!memory.open().isEmpty()) {
      var content = cards.with(new Content("Passing by", NO_FILE));
      var targets = new ArrayList<Target>();
      for (var i = 0; i < 4; i++) {
        targets.add(new Target(Target.Kind.PERSON, "q" + i, "", ""));
      }
      var run = memory.addRun(Run.Kind.TEST, content, targets, Optional.empty());
      split(run);
      runs.add(run);
      laws.began(run, content, targets.size());
      waves.began(run, Optional.empty());
      at(nanos() + Duration.ofMinutes(10).toNanos(), this::passersBy);
    }
  }

  private SimulatedNode anyNode() {
    if (nodes.isEmpty()) {
      startNode(0);
    }
    return nodes.get(random.nextInt(nodes.size()));
  }

  private SimulatedBot anyBot() {
    return bots.get(bots.size() == 1 ? 0 : random.nextInt(bots.size()));
  }

  private RunId anyRun() {
    return runs.get(random.nextInt(runs.size()));
  }

  private void cancel() {
    var run = anyRun();
    if (memory.gate(run) != Run.Gate.CLOSED) {
      tell(run + " is cancelled");
      cancelled.add(run);
      memory.setGate(run, Run.Gate.STOPPING);
      changed();
    }
  }

  private void gate(Run.Gate gate) {
    gate(anyRun(), gate);
  }

  private void setGate(RunId run, Run.Gate gate) {
    memory.setGate(run, gate);
    waves.gated(run, gate);
  }

  void gate(RunId run, Run.Gate gate) {
    if (memory.gate(run) == Run.Gate.OPEN || memory.gate(run) == Run.Gate.PAUSED) {
      tell(run + " is " + gate);
      setGate(run, gate);
      changed();
    }
  }

  private void tryAgain() {
    var run = anyRun();
    if (!cancelled.contains(run)) {
      memory.retryFailed(run);
      changed();
    }
  }

  private void changed() {
    if (random.nextBoolean()) {
      List.copyOf(nodes).forEach(node -> node.deliver(new LaneEvent.Changed()));
    }
  }

  // What everything here asks ----------------------------------------------------------------

  boolean isTroubled() {
    return nanos() < troubleEnds;
  }

  boolean happens(double chance) {
    return isTroubled() && random.nextDouble() < chance;
  }

  boolean isDown() {
    return isTroubled() && nanos() < downUntil;
  }

  boolean databaseIsDown() {
    return isTroubled() && nanos() < databaseDownUntil;
  }

  /** From a hiccup to longer than all the protocol's times. */
  Duration pause() {
    return Duration.ofMillis(
        switch (random.nextInt(3)) {
          case 0 -> random.nextInt(3_000);
          case 1 -> random.nextInt(3_000, 40_000);
          default -> random.nextInt(70_000, 150_000);
        });
  }

  long latency() {
    return (happens(0.02) ? random.nextLong(8_000) : random.nextLong(5, 120)) * 1_000_000;
  }

  /** How long bytes may be under way, at most. */
  long transit(Content content) {
    return random.nextLong(requestTimeout(content));
  }

  static long requestTimeout(Content content) {
    var plain = Tuning.PRODUCTION.requestTimeout().toNanos();
    return content.attachment().isPresent() ? plain * File.PATIENCE : plain;
  }

  /** The lease a turn is judged by. */
  Lease fenced(Lease of) {
    return mutant == Mutant.NO_FENCE ? leases.getOrDefault(of.lane(), of) : of;
  }

  void acquired(Lease by) {
    tell(by + " is acquired");
    waves.acquired();
    leases.put(by.lane(), by);
  }

  public Mutant mutant() {
    return mutant;
  }

  SplittableRandom random() {
    return random;
  }

  ManualTime time() {
    return time;
  }

  long nanos() {
    return time.nanos();
  }

  MemoryLedger memory() {
    return memory;
  }

  /** The same, as one of the bots has it. */
  MemoryLedger memory(int bot) {
    return lanes.get(bot);
  }

  List<SimulatedBot> bots() {
    return bots;
  }

  public SimulatedPlatform platform() {
    return platform;
  }

  SimulatedLaws laws() {
    return laws;
  }

  SimulatedWaves waves() {
    return waves;
  }

  // Time and what was seen -------------------------------------------------------------------

  void at(long moment, Runnable action) {
    agenda.add(new Due(Math.max(moment, nanos()), order++, action));
  }

  private void step() {
    var due = agenda.remove();
    passTo(due.at());
    due.action().run();
  }

  /** Lets the others go on until then. */
  void runUntil(long moment) {
    while (!agenda.isEmpty() && agenda.element().at() <= moment) {
      step();
    }
    passTo(moment);
  }

  private void passTo(long moment) {
    if (moment > nanos()) {
      time.pass(Duration.ofNanos(moment - nanos()));
    }
  }

  void tell(String event) {
    var line = nanos() / 1_000_000 + " ms: " + event;
    trace = trace * 1_000_003 + line.hashCode();
    lastEvents.add(line);
    if (lastEvents.size() > LAST_EVENTS) {
      lastEvents.remove();
    }
  }

  Broken broken(String law) {
    return new Broken(law, seed, lastEvents);
  }
}
