package belfry.delivery.lane;

import belfry.base.Time;
import belfry.delivery.evidence.ContentComparison;
import belfry.messages.Content;
import belfry.messages.PersonalContent;
import belfry.messages.PersonalValues;
import belfry.platform.ShownContent;
import belfry.runs.Run;
import belfry.runs.RunProgress;
import belfry.runs.ids.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The open runs of a lane, and whose turn it is. Tests go first, and then every run gets the same
 * share, so that a message to twelve does not wait behind one to a hundred thousand. Used only by
 * its lane's thread.
 */
public final class RunTurns {
  private static final int RETRIES_AT_ONCE = 500;
  private static final Duration RETRY_LOOK = Duration.ofSeconds(1);

  private final Ledger ledger;
  private final Time time;
  private final Map<RunId, OpenRun> runs = new LinkedHashMap<>();

  /** Those who were refused for a while, and set to retry. Read by any thread. */
  private final Map<Reconciler.Key, Refusals.Wait> refused = new ConcurrentHashMap<>();

  private int turn;

  /** How many were claimed since somebody was who had been refused for a while. */
  private long sinceRefused;

  /** When quiet hours are over. */
  private Instant quietUntil = Instant.MIN;

  /** A run and its waiting recipients. */
  private static final class OpenRun {
    private Run run;
    private RunProgress progress;

    /** Parsed once, and used for all messages of the run. */
    private final PersonalContent content;

    /** Recipients known to be set to retry, and when they may be. */
    private final TreeMap<Long, Long> retries = new TreeMap<>();

    /** Whether this process has learned how the platform shows its content. */
    private boolean shown;

    private long loadedUpTo = -1;
    private long nextLoad;

    private OpenRun(Run run, long now) {
      this.run = run;
      nextLoad = now;
      content = PersonalContent.of(run.content());
      progress = run.progress();
    }

    private Content content(Optional<PersonalValues> values) {
      return values.map(content::filled).orElseGet(run::content);
    }

    private boolean hasFile() {
      return run.content().attachment().isPresent();
    }

    private boolean isClaimable() {
      return progress.expanded() && progress.gate() == Run.Gate.OPEN;
    }
  }

  /** What may still be claimed in a turn, and what has been claimed. */
  private static final class Capacity {
    private final List<Ledger.Claim> claims = new ArrayList<>();
    private int permits;
    private int files;

    private Capacity(int permits, int files) {
      this.permits = permits;
      this.files = files;
    }
  }

  RunTurns(Ledger ledger, Time time) {
    this.ledger = ledger;
    this.time = time;
  }

  void clear() {
    runs.clear();
    refused.clear();
  }

  /** Until when each is not tried again who alone is refused. May be called from any thread. */
  public Map<Reconciler.Key, Long> refused() {
    return refused.entrySet().stream()
        .filter(one -> one.getValue().theirs())
        .collect(Collectors.toMap(Map.Entry::getKey, one -> one.getValue().until()));
  }

  /** Until when somebody is not tried again who alone is refused. May be called from any thread. */
  public Optional<Long> refusedUntil(Reconciler.Key key) {
    return Optional.ofNullable(refused.get(key))
        .filter(Refusals.Wait::theirs)
        .map(Refusals.Wait::until);
  }

  /** The first such moment of a run. May be called from any thread. */
  public Optional<Long> refusedUntil(RunId run) {
    return refused.entrySet().stream()
        .filter(one -> one.getKey().run().equals(run) && one.getValue().theirs())
        .map(one -> one.getValue().until())
        .min((a, b) -> Long.signum(a - b));
  }

  /** Adopts the open runs from the ledger, and until when only urgent ones go on. */
  void refresh(Collection<Run> open, Optional<Instant> quiet) {
    quietUntil = quiet.orElse(Instant.MIN);
    var now = new LinkedHashMap<RunId, OpenRun>();
    for (var run : open) {
      var known =
          Optional.ofNullable(runs.get(run.id())).orElseGet(() -> new OpenRun(run, time.nanos()));
      known.run = run;
      known.progress = run.progress();
      now.put(run.id(), known);
    }
    runs.clear();
    runs.putAll(now);
    refused.keySet().removeIf(key -> !now.containsKey(key.run()));
  }

  /** Whether its messages have a file. */
  boolean hasFile(RunId run) {
    var open = runs.get(run);
    return open != null && open.hasFile();
  }

  void stands(RunId run, RunProgress progress) {
    Optional.ofNullable(runs.get(run)).ifPresent(open -> open.progress = progress);
  }

  Optional<Run> run(RunId id) {
    return Optional.ofNullable(runs.get(id)).map(open -> open.run);
  }

  /**
   * A run's content for a recipient with these values; without values, the content for everybody.
   */
  Content content(RunId run, Optional<PersonalValues> values) {
    return Optional.ofNullable(runs.get(run)).orElseThrow().content(values);
  }

  /**
   * How the platform shows a run's content, to be recorded the first time. A message to one person
   * is recorded only if the platform changed its words.
   */
  Optional<Outbox.Echo> shown(Flight flight, ShownContent shown) {
    var open = runs.get(flight.run());
    if (open == null || open.shown || !shown.hasWords()) {
      return Optional.empty();
    }
    open.shown = true;
    var isTheSame =
        flight.values().isPresent()
            && new ContentComparison(open.content(flight.values()), List.of()).isFaithful(shown);
    return isTheSame ? Optional.empty() : Optional.of(new Outbox.Echo(flight.run(), shown));
  }

  /** This recipient may be sent to again after a wait. */
  void retry(Reconciler.Key key, Refusals.Wait wait) {
    retry(key.run(), key.seq(), wait.until());
    if (wait.others() > 0 && runs.containsKey(key.run())) {
      refused.put(key, wait);
    }
  }

  /** This recipient may be sent to again from {@code readyAt} on. */
  void retry(RunId run, long seq, long readyAt) {
    Optional.ofNullable(runs.get(run)).ifPresent(open -> open.retries.put(seq, readyAt));
  }

  /** Runs without open recipients; at most this many. */
  List<Run> settled(int most) {
    return runs.values().stream()
        .filter(open -> open.progress.expanded() && open.progress.tally().open() == 0)
        .filter(open -> open.run.question().isEmpty())
        .limit(most)
        .map(open -> open.run)
        .toList();
  }

  /** Runs that must pause after their first wave. */
  List<Run> pausing() {
    return runs.values().stream()
        .filter(
            open -> open.run.firstWave().flatMap(wave -> wave.pauses(open.progress)).isPresent())
        .map(open -> open.run)
        .toList();
  }

  /** Whether the audience of a run is still being expanded. */
  boolean isPreparing() {
    return runs.values().stream().anyMatch(open -> !open.progress.expanded());
  }

  void remove(RunId run) {
    runs.remove(run);
  }

  /** Cancelled runs with waiting recipients. */
  List<RunId> toSkip() {
    return runs.values().stream()
        .filter(open -> open.progress.gate() == Run.Gate.STOPPING && open.progress.expanded())
        .filter(open -> open.progress.tally().pending() + open.progress.tally().retry() > 0)
        .map(open -> open.run.id())
        .toList();
  }

  /**
   * Divides {@code permits} among the runs with waiting recipients.
   *
   * @param files how many of the permits may be used for messages with a file
   */
  List<Ledger.Claim> claims(int permits, int files) {
    var capacity = new Capacity(permits, files);
    if (permits <= 0) {
      return capacity.claims;
    }
    var waiting = runs.values().stream().filter(open -> isWaiting(open, files)).toList();
    var unrefused = waiting.stream().filter(this::hasUnrefused).collect(Collectors.toSet());
    var jobs = new ArrayList<OpenRun>();
    for (var open : waiting) {
      if (open.run.kind() == Run.Kind.JOB) {
        jobs.add(open);
      } else if (capacity.permits > 0) {
        fill(capacity, open, capacity.permits, isAnyBut(open, unrefused));
      }
    }
    // The rest of the division goes to a different run each time.
    for (var i = 0; i < jobs.size() && capacity.permits > 0; i++) {
      var open = jobs.get(Math.floorMod(i + turn, jobs.size()));
      var share = Math.ceilDiv(capacity.permits, jobs.size() - i);
      fill(capacity, open, share, isAnyBut(open, unrefused));
    }
    turn++;
    return capacity.claims;
  }

  private static boolean isAnyBut(OpenRun open, Set<OpenRun> runs) {
    return runs.size() > (runs.contains(open) ? 1 : 0);
  }

  private boolean hasUnrefused(OpenRun open) {
    var now = time.nanos();
    return open.progress.fresh() > 0
        || open.retries.entrySet().stream()
            .anyMatch(retry ->
                now - retry.getValue() >= 0 && !refused.containsKey(key(open, retry.getKey())));
  }

  private static Reconciler.Key key(OpenRun open, long seq) {
    return new Reconciler.Key(open.run.id(), seq);
  }

  /** {@code elsewhere} tells whether others wait in other runs. */
  private void fill(Capacity capacity, OpenRun open, int share, boolean elsewhere) {
    var now = time.nanos();
    var most = open.hasFile() ? Math.min(share, capacity.files) : share;
    var retries = new ArrayList<Long>();
    var theirs = new ArrayList<Long>();
    open.retries.entrySet().stream()
        .filter(retry -> now - retry.getValue() >= 0)
        .sorted(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .forEach(seq -> (refused.containsKey(key(open, seq)) ? theirs : retries).add(seq));
    // Whoever may not be refused alone goes first.
    theirs.sort(Comparator.comparingInt(seq -> othersBefore(key(open, seq))));
    keep(retries, most);
    var fresh = (int) Math.min(most - retries.size(), open.progress.fresh());
    var others = retries.size() + fresh;
    if (elsewhere || others == most) {
      theirs.removeIf(seq -> sinceRefused < othersBefore(key(open, seq)));
      keep(theirs, 1);
      fresh -= others == most ? Math.min(fresh, theirs.size()) : 0;
    }
    keep(theirs, most - retries.size() - fresh);
    sinceRefused = theirs.isEmpty() ? sinceRefused + others : 0;
    retries.addAll(theirs);
    retries.forEach(open.retries::remove);
    theirs.forEach(seq -> refused.remove(key(open, seq)));
    var taken = retries.size() + fresh;
    if (taken > 0) {
      capacity.claims.add(new Ledger.Claim(open.run.id(), retries, fresh));
      capacity.permits -= taken;
      capacity.files -= open.hasFile() ? taken : 0;
    }
  }

  private int othersBefore(Reconciler.Key key) {
    return Optional.ofNullable(refused.get(key)).map(Refusals.Wait::others).orElse(0);
  }

  private static void keep(List<Long> some, int most) {
    some.subList(Math.min(most, some.size()), some.size()).clear();
  }

  private long available(OpenRun open) {
    loadRetries(open);
    var now = time.nanos();
    var ready = open.retries.values().stream().filter(at -> now - at >= 0).count();
    return ready + open.progress.fresh();
  }

  /**
   * Loads retries that this process did not set itself, but an earlier owner or a person did. If
   * there are very many, the next are loaded when few are left.
   */
  private void loadRetries(OpenRun open) {
    var now = time.nanos();
    if (open.progress.tally().retry() <= open.retries.size()
        || open.retries.size() >= RETRIES_AT_ONCE
        || now - open.nextLoad < 0) {
      return;
    }
    var found = ledger.retries(open.run.id(), open.loadedUpTo, RETRIES_AT_ONCE);
    found.forEach(seq -> open.retries.putIfAbsent(seq, now));
    open.loadedUpTo = found.isEmpty() ? -1 : found.getLast();
    open.nextLoad = found.isEmpty() ? now + RETRY_LOOK.toNanos() : now;
  }

  /** Whether a waiting recipient may be sent to now; {@code files} as in {@link #claims}. */
  boolean hasWork(int files) {
    return runs.values().stream().anyMatch(open -> isWaiting(open, files));
  }

  private boolean isWaiting(OpenRun open, int files) {
    return open.isClaimable()
        && mayGoOn(open)
        && (files > 0 || !open.hasFile())
        && available(open) > 0;
  }

  private boolean mayGoOn(OpenRun open) {
    return open.run.urgent() || !time.now().isBefore(quietUntil);
  }

  /** When the next retry is due; empty if none is waiting for its time. */
  Optional<Long> nextRetry() {
    var now = time.nanos();
    return runs.values().stream()
        .filter(open -> open.isClaimable() && mayGoOn(open))
        .flatMap(open -> open.retries.values().stream())
        .filter(at -> at - now > 0)
        .min((a, b) -> Long.signum(a - b));
  }
}
