package belfry.delivery;

import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Time;
import belfry.base.Wait;
import belfry.delivery.foundation.Infrastructure;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.lane.Lane;
import belfry.delivery.lane.Reconciler;
import belfry.delivery.lane.Rivals;
import belfry.delivery.lane.RunTurns;
import belfry.jobs.job.SendingRules;
import belfry.jobs.schedule.QuietHours;
import belfry.runs.RecipientList;
import belfry.runs.Remarks;
import belfry.runs.Run;
import belfry.runs.RunWaits;
import belfry.runs.Runs;
import belfry.runs.Timeline;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.RecipientState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What keeps a bot, its runs and their recipients waiting, as of now. Read-only. */
public final class Waits {
  private static final int A_FEW = 5;

  private final Apps apps;
  private final Lanes lanes;
  private final Elsewhere elsewhere;
  private final Progress progress;
  private final SendingRules rules;
  private final Runs runs;
  private final RecipientList recipients;
  private final Timeline timeline;
  private final Time time;

  Waits(
      Infrastructure below,
      Apps apps,
      Lanes lanes,
      Elsewhere elsewhere,
      Progress progress,
      SendingRules rules) {
    this.apps = apps;
    this.lanes = lanes;
    this.elsewhere = elsewhere;
    this.progress = progress;
    this.rules = rules;
    time = below.time();
    runs = new Runs(below.database());
    recipients = new RecipientList(below.database());
    timeline = new Timeline(below.database(), time);
  }

  /** What holds up all bots of this app. */
  public RunWaits.Bot bot(AppName app) {
    return around(app).bot();
  }

  /** Whoever waits for several waits for the first that goes on. */
  private static RunWaits.Bot together(Collection<RunWaits.Bot> all) {
    return new RunWaits.Bot(
        first(all, RunWaits.Bot::here),
        first(all, RunWaits.Bot::there),
        first(all, RunWaits.Bot::rest));
  }

  private static Optional<Wait> first(
      Collection<RunWaits.Bot> all, Function<RunWaits.Bot, Optional<Wait>> what) {
    return all.stream().map(what).anyMatch(Optional::isEmpty)
        ? Optional.empty()
        : all.stream()
            .flatMap(bot -> what.apply(bot).stream())
            .min(Comparator.comparing(wait -> wait.until().orElse(Instant.MAX)));
  }

  /** What holds up each bot of this app. */
  private SortedMap<Integer, RunWaits.Bot> each(AppName app) {
    var rows = progress.each(app);
    var each = new TreeMap<Integer, RunWaits.Bot>();
    for (var number : apps.find(app).map(apps::numbers).orElse(List.of(0))) {
      var trouble = Optional.ofNullable(rows.get(number)).flatMap(one -> one.pace().trouble());
      each.put(number, bot(new LaneId(app, number), trouble.isPresent()));
    }
    return each;
  }

  /** A bot that is gone holds up nobody else. */
  private SortedMap<Integer, RunWaits.Bot> present(
      AppName app, SortedMap<Integer, RunWaits.Bot> each) {
    var there = new TreeMap<>(each);
    apps.find(app).ifPresent(known -> there.keySet().removeIf(it -> apps.isRemoved(known, it)));
    return there.isEmpty() ? each : there;
  }

  private RunWaits.Bot bot(LaneId id, boolean isTroubled) {
    var lane = lanes.lane(id);
    var rest = progress.restingUntil(id);
    var isOurs = lane.flatMap(Lane::lease).isPresent();
    var unknown = apps.find(id.app()).filter(app -> isOurs && apps.bot(app, id.bot()).isEmpty());
    var isSilent =
        silence(id).isPresent() || unknown.flatMap(app -> apps.silent(app, id.bot())).isPresent();
    var there =
        isTroubled
            ? Optional.of(Wait.For.TOKEN)
            : isSilent
                ? Optional.of(Wait.For.OUTAGE)
                // Nobody is sent to before the platform has said who the bot is.
                : unknown.filter(_ -> rest.isEmpty()).map(_ -> Wait.For.ANSWER);
    return new RunWaits.Bot(
        here(lane).map(Wait.For::open), there.map(Wait.For::open), rest.map(Wait.For.LIMIT::until));
  }

  /** What comes instead of answers to what is sent for this app, here or by another node. */
  private Optional<String> silence(LaneId id) {
    var lane = lanes.lane(id).filter(one -> one.lease().isPresent());
    return lane.isPresent() ? lane.flatMap(Lane::silence) : elsewhere.silence(id);
  }

  /** Tells other nodes what only the one that sends through a bot can see. */
  void tellOthers(AppName app) {
    lanes.of(app).entrySet().stream()
        .filter(one -> one.getValue().lease().isPresent())
        .forEach(one -> {
          var refused = new HashMap<Reconciler.Key, Instant>();
          one.getValue().turns().refused().forEach((key, until) -> refused.put(key, moment(until)));
          elsewhere.tell(one.getKey(), Elsewhere.Condition.of(one.getValue().silence(), refused));
        });
  }

  /** What comes instead of answers, by app, where Webex answers no send now. */
  Map<AppName, String> silences() {
    var silences = new LinkedHashMap<AppName, String>();
    for (var app : apps.all()) {
      apps.numbers(app).stream()
          .flatMap(number -> silence(new LaneId(app.name(), number)).stream())
          .findFirst()
          .ifPresent(instead -> silences.put(app.name(), instead));
    }
    return silences;
  }

  private static Optional<Wait.For> here(Optional<Lane> lane) {
    return lane.flatMap(Lane::storageTrouble).isPresent()
        ? Optional.of(Wait.For.DATABASE)
        : lane.filter(one -> one.lease().isPresent() || one.isElsewhere()).isPresent()
            ? Optional.empty()
            : Optional.of(Wait.For.LANE);
  }

  /** Whether no process starts what is due in this app. */
  boolean isLeft(AppName app) {
    return here(lanes.lane(LaneId.first(app))).isPresent();
  }

  /**
   * What all runs of an app have around them.
   *
   * @param bot whatever holds up all of its bots
   * @param each of them, by number, also those that are gone
   * @param quiet until when quiet hours last
   */
  public record Around(
      RunWaits.Bot bot, SortedMap<Integer, RunWaits.Bot> each, Optional<Instant> quiet) {
    private RunWaits.Bot of(int number) {
      return each.getOrDefault(number, bot);
    }

    private boolean isFree(Run run) {
      return bot.any().isEmpty() && (run.urgent() || quiet.isEmpty());
    }
  }

  /** When quiet hours are over in which this moment falls. */
  public Optional<Instant> quietUntil(AppName app, Instant moment) {
    return rules.quietUntil(app, moment);
  }

  /** When nothing of this app begins. */
  public Optional<QuietHours> quiet(AppName app) {
    return rules.of(app).quiet();
  }

  public Around around(AppName app) {
    var each = each(app);
    return new Around(together(present(app, each).values()), each, rules.quietUntil(app));
  }

  /** What a run that is not over waits for; empty if it goes on. */
  public Optional<Wait> of(Run run, Around around, Optional<Progress.Checking> checked) {
    var moves = run.progress().fresh() > 0 && timeline.isMoving(run);
    return waits(run, around, until(checked), moves, isBusy(run, around), bot(run, around)).run();
  }

  /** What holds up those bots for whom somebody of this run still waits. */
  private RunWaits.Bot bot(Run run, Around around) {
    if (around.each.size() == 1) {
      return around.bot;
    }
    var some = runs.waitedFor(run.id()).stream().map(around::of).toList();
    return some.isEmpty() ? around.bot : together(some);
  }

  private Optional<Instant> until(Optional<Progress.Checking> checked) {
    return checked.map(Progress.Checking::until).filter(time.now()::isBefore);
  }

  private RunWaits waits(
      Run run,
      Around around,
      Optional<Instant> checked,
      boolean moves,
      boolean busy,
      RunWaits.Bot bot) {
    return new RunWaits(
        run.progress(),
        !run.question().isEmpty(),
        Remarks.cannotBegin(run.notes()),
        moves,
        around.quiet.filter(_ -> !run.urgent()),
        checked,
        again(run),
        busy,
        bot);
  }

  /** Whether those who are left of it, as far as a few show it, let another message go first. */
  private boolean isBusy(Run run, Around around) {
    var tally = run.progress().tally();
    if (run.progress().gate() != Run.Gate.OPEN
        || run.progress().fresh() > 0
        || tally.sending() > 0
        || tally.retry() == 0
        || !around.isFree(run)
        || again(run).isPresent()) {
      return false;
    }
    var retry = List.of(RecipientState.RETRY);
    var query = new RecipientList.Query(run.id(), retry, "", Optional.empty(), A_FEW);
    var few = recipients.page(query).recipients();
    var busy = busy(run, few);
    return !few.isEmpty() && few.stream().allMatch(one -> busy.contains(one.target()));
  }

  /** To which of these something else must be settled first. */
  private Set<String> busy(Run run, List<RecipientList.Recipient> some) {
    var found =
        some.isEmpty() ? List.<RecipientList.Unsettled>of() : recipients.unsettled(run, some);
    var doubted =
        runs.find(
            found.stream()
                .filter(RecipientList.Unsettled::inDoubt)
                .map(RecipientList.Unsettled::run)
                .distinct()
                .toList());
    return found.stream()
        .filter(one ->
            !one.inDoubt()
                || Optional.ofNullable(doubted.get(one.run()))
                    .filter(other -> Rivals.mayHoldUp(other, run))
                    .isPresent())
        .map(RecipientList.Unsettled::target)
        .collect(Collectors.toSet());
  }

  /**
   * How much waits for the same.
   *
   * @param why until when the last of it does
   * @param recipients of those runs that are prepared
   */
  public record Many(Wait why, long runs, long recipients) {
    private static Many sum(Many one, Many other) {
      var until =
          Stream.of(one, other)
              .flatMap(many -> many.why.until().stream())
              .max(Comparator.naturalOrder());
      return new Many(
          new Wait(one.why.what(), until),
          one.runs + other.runs,
          one.recipients + other.recipients);
    }
  }

  /** What these open runs of an app wait for, and how many recipients each reason holds up. */
  public List<Many> of(AppName app, List<Run> open) {
    if (open.isEmpty()) {
      return List.of();
    }
    var around = around(app);
    var sums = new EnumMap<Wait.For, Many>(Wait.For.class);
    for (var run : open) {
      // Whether each of thousands moves would have to be asked of each.
      var waits = waits(run, around, Optional.empty(), true, isBusy(run, around), bot(run, around));
      waits.run().ifPresent(wait -> add(sums, new Many(wait, 1, 0)));
      waits.recipients().forEach((wait, count) -> add(sums, new Many(wait, 0, count)));
    }
    return List.copyOf(sums.values());
  }

  private static void add(Map<Wait.For, Many> sums, Many more) {
    sums.merge(more.why.what(), more, Many::sum);
  }

  private Optional<Instant> again(Run run) {
    return run.progress().tally().retry() == 0
        ? Optional.empty()
        : again(
            run.app(),
            turns -> turns.refusedUntil(run.id()),
            lane -> elsewhere.refusedUntil(lane, run.id()));
  }

  private Optional<Instant> again(
      AppName app,
      Function<RunTurns, Optional<Long>> here,
      Function<LaneId, Optional<Instant>> there) {
    return lanes.of(app).entrySet().stream()
        .flatMap(one ->
            here
                .apply(one.getValue().turns())
                .map(this::moment)
                .or(() -> there.apply(one.getKey()))
                .stream())
        .min(Comparator.naturalOrder());
  }

  /** To the second: two clocks never agree on less, and a stream tells each change. */
  private Instant moment(long nanos) {
    return time.now()
        .plusNanos(Math.max(0, nanos - time.nanos()))
        .plusMillis(500)
        .truncatedTo(ChronoUnit.SECONDS);
  }

  /** What this recipient of a run waits for. */
  public Optional<Wait> recipient(RunId run, RecipientList.Recipient one) {
    return isSettled(one)
        ? Optional.empty()
        : runs.find(run)
            .flatMap(found -> Optional.ofNullable(recipients(found, List.of(one)).get(one.seq())));
  }

  private static boolean isSettled(RecipientList.Recipient one) {
    return !one.state().isOpen() && one.state() != RecipientState.HELD;
  }

  /** What each of these recipients of a run waits for, by number; of the others nothing. */
  public Map<Long, Wait> recipients(Run run, List<RecipientList.Recipient> some) {
    if (some.stream().allMatch(Waits::isSettled)) {
      return Map.of();
    }
    var around = around(run.app());
    var checked = until(progress.checking(run));
    var waiting = some.stream().filter(one -> isToSend(one.state())).toList();
    var busy = busy(run, waiting);
    var found = new HashMap<Long, Wait>();
    for (var one : some) {
      var alone = new RunWaits.Alone(busy.contains(one.target()), again(run, one));
      var waits = waits(run, around, checked, true, false, around.of(one.bot()));
      waits.recipient(one.state(), one.seq(), alone).ifPresent(wait -> found.put(one.seq(), wait));
    }
    return found;
  }

  private static boolean isToSend(RecipientState state) {
    return state == RecipientState.PENDING || state == RecipientState.RETRY;
  }

  private Optional<Instant> again(Run run, RecipientList.Recipient one) {
    var key = new Reconciler.Key(run.id(), one.seq());
    return again(
        run.app(), turns -> turns.refusedUntil(key), lane -> elsewhere.refusedUntil(lane, key));
  }
}
