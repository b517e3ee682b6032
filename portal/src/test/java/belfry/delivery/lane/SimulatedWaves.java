package belfry.delivery.lane;

import belfry.runs.FirstWave;
import belfry.runs.Run;
import belfry.runs.RunProgress;
import belfry.runs.Wave;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Claimed;
import belfry.runs.recipients.RecipientState;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * First waves in a simulation: who decides that a run goes on, and what must hold of that. It keeps
 * its own record of what was decided and why, and draws from its own numbers, so that stories
 * without waves stay what they were.
 */
final class SimulatedWaves {
  /** From here on the runs of the stories begin with a first wave. */
  static final long WAVES = 2_000_000;

  private final Simulation world;
  private final SplittableRandom random;
  private final boolean any;
  private final Map<RunId, Told> told = new HashMap<>();

  /** What people and time have said about one run. */
  private static final class Told {
    private final FirstWave rule;
    private final long size;
    private boolean goesOn;
    private Optional<Wave.State> asked = Optional.empty();
    private boolean held;
    private Instant notBefore = Instant.MAX;

    private Told(FirstWave rule, long size) {
      this.rule = rule;
      this.size = size;
    }
  }

  SimulatedWaves(Simulation world, long seed) {
    this.world = world;
    any = seed >= WAVES;
    random = new SplittableRandom(~seed);
  }

  /** How the next run begins. */
  Optional<FirstWave> next(Run.Kind kind) {
    if (!any || kind == Run.Kind.TEST || random.nextInt(6) == 0) {
      return Optional.empty();
    }
    var size =
        random.nextBoolean()
            ? new FirstWave.People(random.nextInt(1, 12))
            : new FirstWave.Percent(random.nextInt(1, 99));
    var stopAbove = random.nextInt(3) * 15;
    return Optional.of(new FirstWave(size, stopAbove, random.nextInt(3)));
  }

  void began(RunId run, Optional<FirstWave> rule) {
    if (rule.isPresent()) {
      told.put(run, new Told(rule.get(), world.memory().wave(run).orElseThrow().size()));
      if (world.mutant() == Mutant.NO_WAVE_END) {
        world.memory().setWave(run, Optional.empty());
      }
    }
  }

  /** Another process owns the lane. */
  void acquired() {
    if (world.mutant() == Mutant.WAVE_IN_MEMORY) {
      told.keySet().forEach(run -> world.memory().setWave(run, Optional.empty()));
    }
  }

  /** Whoever is beyond the wave is begun only when the run goes on. */
  void intended(List<Claimed> claimed) {
    for (var claim : claimed) {
      var one = told.get(claim.run());
      require(
          one == null || one.goesOn || claim.seq() < one.size,
          () -> "W1: begun before the run goes on: " + SimulatedLedger.words(claim));
    }
  }

  /** What a mutant takes for the end of a wave. */
  void turned() {
    if (world.mutant() != Mutant.DOUBT_IS_SETTLED) {
      return;
    }
    told.forEach((run, one) -> {
      var progress = world.memory().progress(run);
      var tally = progress.tally();
      var isOut = progress.nextSeq() >= one.size && tally.pending() > 0 && tally.sending() == 0;
      if (isOut && progress.gate() == Run.Gate.OPEN && progress.wave().isPresent()) {
        world.memory().setGate(run, Run.Gate.PAUSED);
        pausedFor(run, Wave.State.THROUGH);
      }
    });
  }

  /** The ledger was told to look whether these are to pause. */
  Map<RunId, RunProgress> paused(Map<RunId, RunProgress> progresses) {
    progresses.forEach((run, progress) -> {
      var state = progress.wave().map(Wave::state).orElse(Wave.State.UNDERWAY);
      var isNew = told(run).asked.isEmpty() && state != Wave.State.UNDERWAY;
      if (isNew && progress.gate() == Run.Gate.PAUSED) {
        pausedFor(run, state);
      }
    });
    return progresses;
  }

  private void pausedFor(RunId run, Wave.State state) {
    var one = told(run);
    var mutant = world.mutant();
    var judged =
        mutant == Mutant.NO_STOP && state == Wave.State.STOPPED ? Wave.State.THROUGH : state;
    world.tell(run + " pauses: its first wave is " + judged);
    one.asked = Optional.of(judged);
    one.held = false;
    var rows = world.memory().rows(run).subList(0, (int) one.size);
    var bad =
        rows.stream()
            .filter(
                row -> row.state() == RecipientState.FAILED || row.state() == RecipientState.HELD)
            .count();
    var tooMany = bad * 100 > one.rule.stopAbove() * one.size;
    require(
        tooMany == (judged == Wave.State.STOPPED),
        () -> "W2: " + judged + " with " + bad + " of " + one.size + " of " + run);
    require(
        judged == Wave.State.STOPPED || rows.stream().noneMatch(row -> row.state().isOpen()),
        () -> "W3: over, and somebody is not settled in " + run);
    one.notBefore = world.time().now().plus(Duration.ofMinutes(one.rule.waitMinutes()));
    if (mutant == Mutant.STOPPED_GOES_ON && state == Wave.State.STOPPED) {
      goesOnAt(run, state, one.notBefore);
    }
    at(Duration.ofSeconds(random.nextInt(1, 200)), () -> decided(run));
    if (world.memory().wave(run).flatMap(Wave::goesOn).isPresent()) {
      at(Duration.ofSeconds(1), this::timePasses);
    }
  }

  private void goesOnAt(RunId run, Wave.State state, Instant moment) {
    var wave = world.memory().wave(run).orElseThrow();
    world
        .memory()
        .setWave(run, Optional.of(new Wave(wave.end(), wave.size(), state, Optional.of(moment))));
    at(Duration.ofSeconds(1), this::timePasses);
  }

  private void at(Duration later, Runnable action) {
    world.at(world.nanos() + later.toNanos(), action);
  }

  /** A person looks at a run that waits: lets it go on, wants it to stay so, or leaves it. */
  private void decided(RunId run) {
    var isPaused = world.memory().gate(run) == Run.Gate.PAUSED;
    if (!isPaused || told(run).goesOn) {
      return;
    }
    if (random.nextInt(3) == 0) {
      world.gate(run, Run.Gate.PAUSED);
      at(Duration.ofSeconds(random.nextInt(400)), () -> decided(run));
    } else {
      world.gate(run, Run.Gate.OPEN);
    }
  }

  /** A person opened or shut this run's gate. */
  void gated(RunId run, Run.Gate gate) {
    var one = told.get(run);
    if (one == null) {
      return;
    }
    var before = world.memory().wave(run);
    if (gate == Run.Gate.OPEN && one.asked.isPresent()) {
      one.goesOn = true;
    } else if (gate == Run.Gate.PAUSED) {
      one.held = true;
    }
    if (gate == Run.Gate.OPEN && world.mutant() == Mutant.ANY_RESUME_GOES_ON) {
      world.memory().setWave(run, Optional.empty());
    }
    if (gate == Run.Gate.PAUSED
        && world.mutant() == Mutant.PAUSE_KEEPS_TIME
        && before.isPresent()
        && one.asked.equals(Optional.of(Wave.State.THROUGH))) {
      goesOnAt(run, Wave.State.THROUGH, one.notBefore);
    }
  }

  /** Some process looks whose time has come; our clock may have been set back meanwhile. */
  private void timePasses() {
    for (var run : world.memory().goOn()) {
      var one = told(run);
      world.tell(run + " goes on by itself");
      require(
          one.asked.equals(Optional.of(Wave.State.THROUGH)) && !one.held,
          () -> "W4: goes on by itself where a person has to say so: " + run);
      require(
          !world.time().now().isBefore(one.notBefore), () -> "W4: goes on before its time: " + run);
      one.goesOn = true;
    }
    if (told.keySet().stream()
        .anyMatch(run -> world.memory().wave(run).flatMap(Wave::goesOn).isPresent())) {
      at(Duration.ofSeconds(1), this::timePasses);
    }
  }

  private Told told(RunId run) {
    return Optional.ofNullable(told.get(run)).orElseThrow();
  }

  private void require(boolean holds, java.util.function.Supplier<String> law) {
    world.laws().require(holds, law);
  }
}
