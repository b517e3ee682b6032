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
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The open runs of a lane, and whose turn it is: by their {@link Precedence.Rank}, of which all
 * runs have the same share. Used only by its lane's thread.
 */
public final class RunTurns {
  private static final int RETRIES_AT_ONCE = 500;
  private static final Duration RETRY_LOOK = Duration.ofSeconds(1);

  private final Ledger ledger;
  private final Time time;
  private final Map<RunId, OpenRun> runs = new LinkedHashMap<>();

  /** Those who were refused for a while, and set to retry. Read by any thread. */
  private final Map<Reconciler.Key, Refusals.Wait> refused = new ConcurrentHashMap<>();

  private final Precedence precedence = new Precedence();

  /** How often each rank has had its turn. */
  private final Map<Precedence.Rank, Integer> turns = new EnumMap<>(Precedence.Rank.class);

  /** How many were claimed since somebody was who had been refused for a while. */
  private long sinceRefused;

  /** Whether follow-ups wait beside the runs in this turn. */
  private boolean besideFollowUps;

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

    /** Not before then, whoever is left is skipped: they may all be of other lanes. */
    private long nextSkip;

    private OpenRun(Run run, long now) {
      this.run = run;
      nextLoad = now;
      nextSkip = now;
      content = PersonalContent.of(run.content());
      progress = run.progress();
    }

    private Content content(Optional<PersonalValues> values) {
      return values.map(content::filled).orElseGet(run::content);
    }

    private boolean hasFile() {
      return run.content().attachment().isPresent();
    }

    private Precedence.Rank rank() {
      return Precedence.Rank.of(run.kind(), run.urgent(), progress.toSend());
    }

    private boolean isClaimable() {
      return progress.expanded() && progress.gate() == Run.Gate.OPEN;
    }
  }

  /** What may still be claimed in a turn, and what has been claimed. */
  private static final class Turn {
    private final List<Ledger.Claim> claims = new ArrayList<>();

    /** Runs in which others wait than those who may be refused alone. */
    private final Set<OpenRun> unrefused;

    private int files;

    private Turn(Set<OpenRun> unrefused, int files) {
      this.unrefused = unrefused;
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

  /** Whether the audience of a run is still being expanded, which waits for quiet hours to end. */
  boolean isPreparing() {
    return runs.values().stream()
        .filter(open -> !open.progress.expanded())
        .anyMatch(open -> mayGoOn(open) || open.progress.gate() == Run.Gate.STOPPING);
  }

  void remove(RunId run) {
    runs.remove(run);
  }

  /** Cancelled runs with waiting recipients. */
  List<RunId> toSkip() {
    var now = time.nanos();
    return runs.values().stream()
        .filter(open -> now - open.nextSkip >= 0)
        .filter(open -> open.progress.gate() == Run.Gate.STOPPING && open.progress.expanded())
        .filter(open -> open.progress.tally().pending() + open.progress.tally().retry() > 0)
        .map(open -> open.run.id())
        .toList();
  }

  /** What became of one of them, before it {@link #stands} so. */
  void skipped(RunId run, RunProgress progress) {
    Optional.ofNullable(runs.get(run))
        .filter(open -> progress.front() >= progress.total())
        .filter(open -> progress.tally().equals(open.progress.tally()))
        .ifPresent(open -> open.nextSkip = time.nanos() + RETRY_LOOK.toNanos());
  }

  /**
   * How many of these permits follow-ups may use. To be asked before {@link #claims}, in each turn
   * in which some wait.
   *
   * @param files as there
   */
  int leftToFollowUps(int permits, int files) {
    besideFollowUps = true;
    if (permits <= 0) {
      return 0;
    }
    var able = new EnumMap<Precedence.Rank, Long>(Precedence.Rank.class);
    waits(files).forEach((rank, same) -> able.put(rank, available(same, files)));
    return precedence.shareOfFollowUps(permits, able);
  }

  void followUpsTook(int offered, int count) {
    precedence.took(Precedence.Rank.FOLLOW_UPS, offered, count);
  }

  /** Whether anybody waits of a run that goes before newsletters. */
  boolean isUrgent(int files) {
    return runs.values().stream()
        .anyMatch(
            open -> open.rank().compareTo(Precedence.Rank.URGENT) <= 0 && isWaiting(open, files));
  }

  /**
   * Divides {@code permits} among the runs with waiting recipients.
   *
   * @param files how many of the permits may be used for messages with a file
   */
  List<Ledger.Claim> claims(int permits, int files) {
    if (permits <= 0) {
      besideFollowUps = false;
      return List.of();
    }
    var ranks = waits(files);
    besideFollowUps = false;
    var unrefused =
        ranks.values().stream()
            .flatMap(List::stream)
            .filter(this::hasUnrefused)
            .collect(Collectors.toSet());
    var turn = new Turn(unrefused, files);
    var left = permits;
    for (var entry : ranks.entrySet()) {
      var offered = precedence.share(entry.getKey(), left);
      if (offered > 0) {
        var taken = fill(turn, entry.getValue(), offered, nextTurn(entry.getKey()));
        precedence.took(entry.getKey(), offered, taken);
        left -= taken;
      }
    }
    return turn.claims;
  }

  private SortedMap<Precedence.Rank, List<OpenRun>> waits(int files) {
    var ranks =
        runs.values().stream()
            .filter(open -> isWaiting(open, files))
            .collect(Collectors.groupingBy(OpenRun::rank, TreeMap::new, Collectors.toList()));
    var waiting = new HashSet<>(ranks.keySet());
    if (besideFollowUps) {
      waiting.add(Precedence.Rank.FOLLOW_UPS);
    }
    precedence.waits(waiting);
    return ranks;
  }

  private int nextTurn(Precedence.Rank rank) {
    return turns.merge(rank, 1, Integer::sum);
  }

  /** Gives each of these runs the same share; how many were claimed. */
  private int fill(Turn turn, List<OpenRun> same, int permits, int number) {
    var left = permits;
    // The rest of the division goes to a different run each time.
    for (var i = 0; i < same.size() && left > 0; i++) {
      var open = same.get(Math.floorMod(i + number, same.size()));
      left -= fill(turn, open, Math.ceilDiv(left, same.size() - i));
    }
    return permits - left;
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

  private int fill(Turn turn, OpenRun open, int share) {
    var now = time.nanos();
    var most = open.hasFile() ? Math.min(share, turn.files) : share;
    var elsewhere = turn.unrefused.size() > (turn.unrefused.contains(open) ? 1 : 0);
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
      turn.claims.add(new Ledger.Claim(open.run.id(), retries, fresh));
      turn.files -= open.hasFile() ? taken : 0;
    }
    return taken;
  }

  private int othersBefore(Reconciler.Key key) {
    return Optional.ofNullable(refused.get(key)).map(Refusals.Wait::others).orElse(0);
  }

  private static void keep(List<Long> some, int most) {
    some.subList(Math.min(most, some.size()), some.size()).clear();
  }

  /** How many may be sent to now; {@code files} as in {@link #claims}. */
  private long available(List<OpenRun> some, int files) {
    var withFiles = some.stream().filter(OpenRun::hasFile).mapToLong(this::available).sum();
    var others = some.stream().filter(open -> !open.hasFile()).mapToLong(this::available).sum();
    return others + Math.min(files, withFiles);
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
