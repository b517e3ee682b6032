package belfry.delivery.lane;

import belfry.apps.AppName;
import belfry.base.Time;
import belfry.delivery.evidence.KnownMessages;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.LaneRow;
import belfry.delivery.foundation.Lease;
import belfry.delivery.foundation.LeaseWatch;
import belfry.delivery.foundation.Rest;
import belfry.messages.Content;
import belfry.messages.PersonalContent;
import belfry.pace.PaceMemory;
import belfry.people.audience.Target;
import belfry.platform.ShownContent;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.runs.FirstWave;
import belfry.runs.Run;
import belfry.runs.RunProgress;
import belfry.runs.Wave;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Addressee;
import belfry.runs.recipients.Claimed;
import belfry.runs.recipients.Contact;
import belfry.runs.recipients.Control;
import belfry.runs.recipients.Doubtful;
import belfry.runs.recipients.OnUnknown;
import belfry.runs.recipients.RecipientLife;
import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.Settlement;
import belfry.runs.recipients.Tally;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ledger in memory: what it holds outlives any lane, as a database outlives a process. It obeys
 * the same contract as the SQL one, and lets a test look at every row.
 */
final class MemoryLedger implements Ledger {
  private final LaneId lane;
  private final Time time;
  private final Duration leaseTtl;
  private final Map<RunId, RunRow> runs;
  private final Map<RunId, ShownContent> echoes;

  /** The last epoch of any lane. */
  private final AtomicLong epochs;

  private String owner = "";
  private long epoch;
  private Instant expiresAt = Instant.EPOCH;
  private String wantedBy = "";
  private boolean offered;

  /** What each node has seen of the lane. */
  private final Map<String, LeaseWatch> watches = new HashMap<>();

  private Optional<PaceMemory> pace = Optional.empty();
  private String trouble = "";
  private Mutant mutant = Mutant.NONE;
  private Kept kept = Kept.NOTHING;
  private final List<Rest> rests = new ArrayList<>();
  private Optional<Instant> quiet = Optional.empty();

  MemoryLedger(AppName app, Time time, Duration leaseTtl) {
    lane = LaneId.first(app);
    this.time = time;
    this.leaseTtl = leaseTtl;
    runs = new TreeMap<>((a, b) -> Long.compare(a.value(), b.value()));
    echoes = new HashMap<>();
    epochs = new AtomicLong();
  }

  /** The lane of another bot, in the same ledger. */
  MemoryLedger(MemoryLedger first, int bot) {
    lane = new LaneId(first.lane.app(), bot);
    time = first.time;
    leaseTtl = first.leaseTtl;
    runs = first.runs;
    echoes = first.echoes;
    epochs = first.epochs;
  }

  /** A run and its recipients. */
  private static final class RunRow {
    private Run run;
    private Run.Gate gate = Run.Gate.OPEN;
    private Optional<Instant> started = Optional.empty();
    private Optional<Instant> finished = Optional.empty();
    private long nextSeq;

    /** How far each bot has come, of a run that not only the first sends. */
    private final Map<Integer, Long> fronts = new TreeMap<>();

    private long restored = -1;
    private Optional<Wave> wave = Optional.empty();
    private final List<MemoryRow> recipients = new ArrayList<>();

    /** Kept and not counted: thousands of stories ask for them each turn. */
    private final Map<RecipientState, Long> counts = new EnumMap<>(RecipientState.class);

    private RunRow(Run run) {
      this.run = run;
    }

    private Tally tally() {
      return Tally.of(counts);
    }

    private RunProgress progress(int lane) {
      return new RunProgress(
          gate,
          true,
          started,
          Optional.empty(),
          fronts.isEmpty() ? nextSeq : Collections.min(fronts.values()),
          recipients.size(),
          tally(),
          wave,
          front(lane));
    }

    private long front(int lane) {
      var end = (long) recipients.size();
      return fronts.isEmpty() && lane == 0 ? nextSeq : fronts.getOrDefault(lane, end);
    }

    private void reached(int lane, long seq) {
      if (fronts.isEmpty() && lane == 0) {
        nextSeq = seq;
      }
      fronts.replace(lane, seq);
    }

    private long end() {
      return wave.map(Wave::end).orElse((long) recipients.size());
    }

    private Run view(int lane) {
      return new Run(
          run.id(),
          run.app(),
          run.job(),
          run.kind(),
          run.content(),
          run.onUnknown(),
          run.firstWave(),
          run.startedBy(),
          run.urgent(),
          run.late(),
          run.notes(),
          run.question(),
          run.created(),
          finished,
          progress(lane));
    }
  }

  /** A run that is written down and may begin. */
  RunId addRun(Run.Kind kind, String markdown, List<Target> targets) {
    return addRun(kind, new Content(markdown, Optional.empty()), targets);
  }

  RunId addRun(Run.Kind kind, Content content, List<Target> targets) {
    return addRun(kind, content, targets, Optional.empty());
  }

  RunId addRun(
      Run.Kind kind, Content content, List<Target> targets, Optional<FirstWave> firstWave) {
    return addRun(kind, kind == Run.Kind.TEST, content, targets, firstWave);
  }

  RunId addRun(
      Run.Kind kind,
      boolean urgent,
      Content content,
      List<Target> targets,
      Optional<FirstWave> firstWave) {
    var id = new RunId(runs.size() + 1);
    var row =
        new RunRow(
            new Run(
                id,
                lane.app(),
                new JobId(id.value()),
                kind,
                content,
                OnUnknown.HOLD,
                firstWave,
                new PersonId("author"),
                urgent,
                false,
                List.of(),
                "",
                time.now(),
                Optional.empty(),
                new RunProgress(
                    Run.Gate.OPEN,
                    true,
                    Optional.empty(),
                    Optional.empty(),
                    0,
                    targets.size(),
                    Tally.NONE,
                    Optional.empty())));
    var personal = PersonalContent.of(content).isPersonal();
    for (var target : targets) {
      row.recipients.add(new MemoryRow(row.recipients.size(), target, personal, row.counts));
    }
    row.wave =
        firstWave.flatMap(first -> first.of(targets.size())).map(size -> Wave.begun(size, size));
    runs.put(id, row);
    return id;
  }

  /** Each recipient is sent to by the bot that this names. */
  void split(RunId run, ToIntFunction<String> bots) {
    for (var row : row(run).recipients) {
      row.lane = bots.applyAsInt(row.target);
      row(run).fronts.put(row.lane, 0L);
    }
  }

  /** What a run was begun with. */
  Content content(RunId run) {
    return row(run).run.content();
  }

  boolean isUrgent(RunId run) {
    return row(run).run.urgent();
  }

  boolean isPersonal(RunId run) {
    return PersonalContent.of(row(run).run.content()).isPersonal();
  }

  /** A person stops, pauses or resumes a run. */
  void setGate(RunId run, Run.Gate gate) {
    row(run).gate = gate;
    row(run).wave = row(run).wave.flatMap(wave -> wave.after(gate));
  }

  /** Lets runs go on by themselves whose time has come, and returns them. */
  List<RunId> goOn() {
    var due =
        runs.values().stream()
            .filter(run -> run.wave.filter(wave -> wave.goesOn(time.now())).isPresent())
            .map(run -> run.run.id())
            .toList();
    due.forEach(run -> setGate(run, Run.Gate.OPEN));
    return due;
  }

  RunProgress progress(RunId run) {
    return row(run).progress(lane.bot());
  }

  Optional<Wave> wave(RunId run) {
    return row(run).wave;
  }

  /** For mutants: what a rule would have left otherwise. */
  void setWave(RunId run, Optional<Wave> wave) {
    row(run).wave = wave;
  }

  /** A person wants the refused ones tried again. */
  void retryFailed(RunId run) {
    row(run).recipients.stream()
        .filter(row -> row.state == RecipientState.FAILED)
        .forEach(row -> row.become(RecipientState.RETRY));
    if (row(run).gate == Run.Gate.CLOSED) {
      row(run).gate = Run.Gate.OPEN;
    }
  }

  /** Another node asks for the lane. */
  void ask(String node) {
    wantedBy = owner.isEmpty() || owner.equals(node) ? "" : node;
  }

  Tally tally(RunId run) {
    return row(run).tally();
  }

  Run.Gate gate(RunId run) {
    return row(run).gate;
  }

  List<MemoryRow> rows(RunId run) {
    return List.copyOf(row(run).recipients);
  }

  boolean offered() {
    return offered;
  }

  String trouble() {
    return trouble;
  }

  Kept kept() {
    return kept;
  }

  List<Rest> rests() {
    return List.copyOf(rests);
  }

  private RunRow row(RunId run) {
    return Optional.ofNullable(runs.get(run)).orElseThrow();
  }

  @Override
  public Optional<Acquired> acquire(String newOwner) {
    var watch = watches.computeIfAbsent(newOwner, _ -> new LeaseWatch(leaseTtl, time, _ -> false));
    if (!watch.isFree(new LaneRow(owner, epoch, expiresAt, wantedBy), newOwner)) {
      return Optional.empty();
    }
    owner = newOwner;
    epoch = epochs.incrementAndGet();
    expiresAt = time.now().plus(leaseTtl);
    wantedBy = "";
    offered = false;
    var restsUntil = rests.stream().map(Rest::until).max(Comparator.naturalOrder());
    return Optional.of(
        new Acquired(new Lease(lane, owner, epoch), pace, restsUntil.orElse(Instant.EPOCH), kept));
  }

  private boolean renew(Lease lease) {
    if (!lease.owner().equals(owner) || lease.epoch() != epoch) {
      return false;
    }
    expiresAt = time.now().plus(leaseTtl);
    return true;
  }

  @Override
  public void release(Lease lease) {
    if (lease.owner().equals(owner) && lease.epoch() == epoch) {
      owner = "";
      expiresAt = Instant.EPOCH;
    }
  }

  /**
   * Of a bot that is gone: whoever was not begun with, of those that may be, is another one's from
   * now on. Nobody does so while somebody else has the lane.
   */
  void passOn(String holder, int other) {
    if (!owner.equals(holder) && acquire(holder).isEmpty()) {
      return;
    }
    expiresAt = time.now().plus(leaseTtl);
    for (var run : runs.values()) {
      if (run.gate != Run.Gate.CLOSED && run.fronts.containsKey(lane.bot())) {
        run.recipients.stream()
            .filter(row -> row.lane == lane.bot() && row.seq < run.end())
            .filter(this::mayBePassedOn)
            .forEach(row -> {
              row.become(RecipientState.RETRY);
              row.lane = other;
            });
        run.fronts.putIfAbsent(other, (long) run.recipients.size());
        run.reached(lane.bot(), run.end());
      }
    }
  }

  private boolean mayBePassedOn(MemoryRow row) {
    return switch (row.state) {
      case PENDING, RETRY -> true;
      case SENDING, UNKNOWN -> mutant == Mutant.PASSES_ON_DOUBTS;
      case SENT, FAILED, SKIPPED, HELD -> false;
    };
  }

  @Override
  public Optional<List<Doubtful>> takeOver(Lease lease) {
    if (!renew(lease)) {
      return Optional.empty();
    }
    var doubtful = new ArrayList<Doubtful>();
    for (var run : runs.values()) {
      for (var row : run.recipients) {
        if (row.lane != lane.bot() && mutant != Mutant.DOUBTS_OF_ALL_BOTS) {
          continue;
        }
        if (row.state == RecipientState.SENDING && row.epoch < lease.epoch()) {
          row.become(RecipientLife.after(row.state, new RecipientLife.Event.SenderLost()));
          row.bot = kept.bot();
        }
        if (row.state == RecipientState.UNKNOWN) {
          doubtful.add(row.doubtful(run.run.id()));
        }
      }
    }
    return Optional.of(doubtful);
  }

  @Override
  public List<Run> open() {
    return runs.values().stream()
        .filter(run -> run.gate != Run.Gate.CLOSED)
        .filter(run -> lane.bot() == 0 || run.fronts.containsKey(lane.bot()))
        .map(run -> run.view(lane.bot()))
        .toList();
  }

  /** A person lets quiet hours begin, or ends them. */
  void quietUntil(Optional<Instant> until) {
    quiet = until;
  }

  @Override
  public Optional<Instant> quietUntil() {
    return quiet.filter(time.now()::isBefore);
  }

  @Override
  public List<Long> retries(RunId run, long seq, int most) {
    return row(run).recipients.stream()
        .filter(row -> row.state == RecipientState.RETRY && row.seq > seq)
        .filter(row -> row.lane == lane.bot())
        .map(row -> row.seq)
        .limit(most)
        .toList();
  }

  @Override
  public Turn turn(Lease lease, Order order) {
    if (!renew(lease)) {
      return new Turn.Lost();
    }
    pace = Optional.of(order.pace());
    var botBefore = kept.bot();
    kept = order.kept();
    if (kept.bot().isEmpty()) {
      kept = new Kept(botBefore, kept.lag(), kept.clock(), kept.stranger());
    }
    order.echoes().forEach(echoes::putIfAbsent);
    trouble = order.trouble();
    offered = order.offered();
    rests.addAll(order.rests());
    var doubts = new ArrayList<Doubtful>();
    order.abandoned().forEach(attempt -> abandon(attempt, doubts));
    var contested = settle(order.settlements());
    order.skip().forEach(run -> skip(lease, run, order, doubts));
    var claimed = new ArrayList<Claimed>();
    var deferred = new HashMap<RunId, List<Long>>();
    var taken =
        Stream.concat(doubts.stream(), contested.stream())
            .map(Doubtful::target)
            .collect(Collectors.toCollection(HashSet::new));
    order.claims().forEach(claim -> claim(lease, claim, order, taken, claimed, doubts, deferred));
    var progresses = new LinkedHashMap<RunId, RunProgress>();
    runs.values().forEach(run -> progresses.put(run.run.id(), run.progress(lane.bot())));
    return new Turn.Done(claimed, doubts, contested, deferred, progresses, !wantedBy.isEmpty());
  }

  private void abandon(Abandoned attempt, List<Doubtful> doubts) {
    rows(attempt.run()).stream()
        .filter(row -> row.state == RecipientState.UNKNOWN && row.attemptId == attempt.attemptId())
        .filter(row -> row.lane == lane.bot())
        .map(row -> row.doubtful(attempt.run()))
        .forEach(doubts::add);
    row(attempt.run()).recipients.stream()
        .filter(row -> row.state == RecipientState.SENDING && row.attemptId == attempt.attemptId())
        .filter(row -> row.lane == lane.bot())
        .forEach(row -> {
          row.become(RecipientLife.after(row.state, new RecipientLife.Event.Abandoned()));
          row.attempt--;
        });
  }

  /** Leaves out what this stands for. */
  void leaveOut(Mutant some) {
    mutant = some;
  }

  /** Returns those whose answer named a message on record. */
  private List<Doubtful> settle(Collection<Settlement> settlements) {
    var contested = new ArrayList<Doubtful>();
    for (var settlement : settlements) {
      var row = row(settlement.run()).recipients.get((int) settlement.seq());
      var unsettled = row.state == RecipientState.SENDING || row.state == RecipientState.UNKNOWN;
      if (!unsettled || row.attemptId != settlement.attemptId()) {
        continue;
      }
      var taken =
          settlement.to() == RecipientState.SENT
              && mutant != Mutant.ANY_ID
              && isRecorded(settlement.messageId());
      var event = new RecipientLife.Event.Contested();
      row.become(taken ? RecipientLife.after(row.state, event) : settlement.to());
      row.messageId = row.state == RecipientState.HELD ? "" : settlement.messageId();
      row.bot = row.state == RecipientState.UNKNOWN ? kept.bot() : row.bot;
      if (taken && row.state == RecipientState.UNKNOWN) {
        contested.add(row.doubtful(settlement.run()));
      }
    }
    return contested;
  }

  @Override
  public boolean isRecorded(String messageId) {
    var forms = PlatformId.formsOfMessage(messageId);
    return runs.values().stream()
        .flatMap(run -> run.recipients.stream())
        .filter(row -> row.state == RecipientState.SENT && !row.messageId.isEmpty())
        .anyMatch(row -> forms.contains(row.messageId));
  }

  private void skip(Lease lease, RunId id, Order order, List<Doubtful> doubts) {
    var run = row(id);
    for (var row : run.recipients) {
      if (row.lane != lane.bot()) {
        continue;
      }
      var to = RecipientLife.after(row.state, new RecipientLife.Event.Unaccounted());
      if (row.epoch <= run.restored && to != row.state) {
        doubts.add(unaccounted(run, row, order, lease));
      }
      row.become(RecipientLife.after(row.state, new RecipientLife.Event.Cancelled()));
    }
    run.reached(lane.bot(), run.recipients.size());
  }

  private void claim(
      Lease lease,
      Claim claim,
      Order order,
      Set<String> taken,
      List<Claimed> claimed,
      List<Doubtful> doubts,
      Map<RunId, List<Long>> deferred) {
    var run = row(claim.run());
    if (run.gate != Run.Gate.OPEN) {
      return;
    }
    var wanted = new ArrayList<MemoryRow>();
    claim.retries().stream()
        .map(seq -> run.recipients.get((int) (long) seq))
        .filter(row -> row.state == RecipientState.RETRY && row.lane == lane.bot())
        .forEach(wanted::add);
    var left = claim.fresh();
    var next = run.front(lane.bot());
    for (; left > 0 && next < run.end(); next++) {
      var row = run.recipients.get((int) next);
      // Whoever was passed on may have been sent to before their number came.
      var waits = row.state == RecipientState.PENDING;
      if (waits && (row.lane == lane.bot() || mutant == Mutant.CLAIMS_OF_ALL_BOTS)) {
        wanted.add(row);
        left--;
      }
    }
    run.reached(lane.bot(), next);
    if (mutant == Mutant.ONE_FRONT) {
      var front = next;
      run.fronts.replaceAll((_, _) -> front);
    }
    for (var row : wanted) {
      var busy = order.busy().contains(row.target) || claim.busy().contains(row.target);
      if (busy || !taken.add(row.target)) {
        row.become(RecipientLife.after(row.state, new RecipientLife.Event.Deferred()));
        deferred.computeIfAbsent(claim.run(), _ -> new ArrayList<>()).add(row.seq);
        continue;
      }
      if (row.epoch <= run.restored) {
        doubts.add(unaccounted(run, row, order, lease));
        continue;
      }
      row.become(RecipientLife.after(row.state, new RecipientLife.Event.Intended()));
      row.attempt++;
      row.attemptId = order.attemptId();
      row.dated = order.dated();
      row.epoch = lease.epoch();
      run.started = run.started.or(() -> Optional.of(time.now()));
      claimed.add(new Claimed(claim.run(), row.seq, row.kind, row.target, row.attempt, row.values));
    }
  }

  private static Doubtful unaccounted(RunRow run, MemoryRow row, Order order, Lease lease) {
    row.become(RecipientLife.after(row.state, new RecipientLife.Event.Unaccounted()));
    row.attemptId = order.attemptId();
    row.epoch = lease.epoch();
    return row.doubtful(run.run.id());
  }

  /** A backup was restored, since which whoever is open may have been sent to. */
  void restored(RunId run) {
    row(run).restored = epoch;
  }

  @Override
  public void late(Collection<Settlement> settlements, Collection<Rest> heard) {
    settle(settlements);
    rests.addAll(heard);
  }

  @Override
  public Set<RunId> finish(List<Run> runs) {
    return runs.stream().filter(this::finish).map(Run::id).collect(Collectors.toSet());
  }

  private boolean finish(Run run) {
    var row = row(run.id());
    if (row.gate == Run.Gate.CLOSED || row.tally().open() > 0) {
      return false;
    }
    row.gate = Run.Gate.CLOSED;
    row.finished = Optional.of(time.now());
    return true;
  }

  @Override
  public Map<RunId, RunProgress> pause(List<Run> pausing) {
    return pausing.stream().collect(Collectors.toMap(Run::id, this::pause));
  }

  private RunProgress pause(Run run) {
    var row = row(run.id());
    var first = run.firstWave().orElseThrow();
    first
        .pauses(row.progress(lane.bot()))
        .ifPresent(why -> {
          row.gate = Run.Gate.PAUSED;
          row.wave = row.wave.map(wave -> first.paused(wave, why, time.now()));
        });
    return row.progress(lane.bot());
  }

  @Override
  public KnownMessages known(String target, Collection<String> messageIds, Instant since) {
    var rows =
        runs.values().stream()
            .flatMap(run -> run.recipients.stream())
            .filter(row -> row.target.equals(target) && row.lane == lane.bot())
            .toList();
    var recorded =
        rows.stream()
            .filter(row -> row.state != RecipientState.UNKNOWN)
            .map(row -> row.messageId)
            .filter(id -> !id.isEmpty())
            .toList();
    var vouched =
        rows.stream()
            .filter(row -> !row.dated.certain().isBefore(since))
            .anyMatch(row ->
                row.state == RecipientState.HELD
                    || (row.state == RecipientState.SENT && row.messageId.isEmpty()));
    return new KnownMessages(KnownMessages.among(messageIds, recorded), vouched);
  }

  @Override
  public List<Addressee> sent(RunId run, List<Long> from) {
    return from.stream()
        .flatMap(seq ->
            row(run).recipients.stream()
                .filter(row -> row.seq >= seq && row.kind == Target.Kind.PERSON)
                .filter(row -> row.lane == lane.bot())
                .filter(row -> row.state == RecipientState.SENT && !row.messageId.isEmpty())
                .map(row -> new Addressee(row.seq, new PersonId(row.target), row.values))
                .limit(1))
        .distinct()
        .toList();
  }

  @Override
  public Optional<ShownContent> echo(RunId run) {
    return Optional.ofNullable(echoes.get(run));
  }

  @Override
  public Optional<Control> control(RunId run, Target.Kind kind) {
    return Stream.concat(Stream.of(row(run)), runs.values().stream())
        .flatMap(one ->
            one.recipients.reversed().stream()
                .filter(row -> row.lane == lane.bot())
                .map(row -> control(one, row)))
        .filter(found -> found.kind == kind && !found.control.messageId().isEmpty())
        .map(Found::control)
        .findFirst();
  }

  @Override
  public Contact contact(String target) {
    return Contact.UNKNOWN;
  }

  private record Found(Target.Kind kind, Control control) {}

  private static Found control(RunRow run, MemoryRow row) {
    var messageId = row.state == RecipientState.SENT ? row.messageId : "";
    return new Found(row.kind, new Control(run.run.id(), row.target, messageId, Optional.empty()));
  }
}
