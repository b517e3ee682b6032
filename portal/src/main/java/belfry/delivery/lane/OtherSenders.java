package belfry.delivery.lane;

import belfry.base.Time;
import belfry.delivery.evidence.ContentComparison;
import belfry.delivery.evidence.Evidence;
import belfry.delivery.evidence.KnownMessages;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Tuning;
import belfry.people.audience.Target;
import belfry.platform.Posted;
import belfry.platform.ids.Likeness;
import belfry.platform.wire.Dating;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Addressee;
import belfry.runs.recipients.Causes;
import belfry.runs.recipients.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects other programs that send as the same bot. Before a message is believed to be ours, a
 * sample of the run's other conversations must show only ours. Used by its lane's thread only.
 */
final class OtherSenders {
  private static final Logger LOG = LoggerFactory.getLogger(OtherSenders.class);

  /** How old, relative to an intent, a message of the bot may be to reveal another sender. */
  static final Duration LATELY = Duration.ofHours(1);

  /** Reveals a program that writes to half of the people in all but 1 of 4,096 cases. */
  private static final int SAMPLE = 12;

  /** How many positions to try for that many people; at some, nobody has a message yet. */
  private static final int PLACES = 4 * SAMPLE;

  private static final Dating WHENEVER = new Dating(Instant.EPOCH, Instant.EPOCH);

  private final LaneId lane;
  private final Ledger ledger;
  private final Wire wire;
  private final RunTurns turns;
  private final Tuning tuning;
  private final Time time;
  private final RandomGenerator random;

  /** When the first message of each run was intended, as far as this process knows. */
  private final Map<RunId, Instant> begun = new HashMap<>();

  /** Runs whose words another program is currently sending through the same bot. */
  private final Set<RunId> spoken = new HashSet<>();

  private final Map<RunId, Sample> samples = new HashMap<>();
  private final Set<Probe> open = new HashSet<>();
  private final List<Postponed> postponed = new ArrayList<>();
  private final List<Alike> waiting = new ArrayList<>();
  private Optional<Instant> lastSeen = Optional.empty();
  private boolean told = true;

  /** A look into some conversations of a run. */
  static final class Sample {
    private final long began;
    private final int size;

    /** Whether nobody else is available yet. */
    private final boolean complete;

    private int open;
    private int seen;

    private Sample(long began, int size, boolean complete) {
      this.began = began;
      this.size = size;
      this.complete = complete;
      open = size;
    }

    private void ends(boolean seen) {
      open--;
      this.seen += seen ? 1 : 0;
    }

    private boolean isUnderWay() {
      return open > 0;
    }

    /** A sample that can only partly be read must not keep everybody in doubt. */
    private boolean isUseful() {
      return !isUnderWay() && (seen > 0 || size == 0);
    }
  }

  /** A conversation of a sample, to be read. */
  record Probe(Run run, Addressee addressee, Sample sample) {
    String target() {
      return addressee.person().value();
    }
  }

  /** A conversation that the platform did not permit to be read yet; no request is in flight. */
  private record Postponed(Probe probe, long until) {}

  /** A message that is ours if nobody else sends the same. */
  record Alike(RunId run, Doubt doubt, Finding.Ours message, long at) {}

  /** The verdict on a message that was found. */
  record Judged(Doubt doubt, Finding finding) {}

  OtherSenders(LaneId lane, Ledger ledger, Wire wire, RunTurns turns, Surroundings around) {
    this.lane = lane;
    this.ledger = ledger;
    this.wire = wire;
    this.turns = turns;
    tuning = around.tuning();
    time = around.time();
    random = around.random();
  }

  /** Continues where the previous owner of the lane was. */
  void taken(Ledger.Kept kept) {
    lastSeen = kept.stranger();
  }

  void clear() {
    begun.clear();
    spoken.clear();
    samples.clear();
    open.clear();
    postponed.clear();
    waiting.clear();
  }

  /** This run has ended. */
  void ended(RunId run) {
    begun.remove(run);
    spoken.remove(run);
    samples.remove(run);
    open.removeIf(probe -> probe.run.id().equals(run));
    postponed.removeIf(one -> one.probe.run.id().equals(run));
  }

  /** Targets that must not be sent to now: it could be taken for another program's message. */
  List<String> probing() {
    return open.stream().map(Probe::target).toList();
  }

  /** When a message of the bot that Belfry did not send was last seen. */
  Optional<Instant> lastSeen() {
    return lastSeen;
  }

  /** Whether that has yet to be recorded. */
  boolean hasNews() {
    return !told;
  }

  void written() {
    told = true;
  }

  /** A message of this run is or was intended at this time on the platform's clock. */
  void intended(RunId run, Instant at) {
    begun.merge(run, at, (a, b) -> a.isBefore(b) ? a : b);
  }

  boolean sendTheWordsOf(RunId run) {
    return spoken.contains(run);
  }

  /** Keeps it until a sample that begins from now on has shown whether anybody else sends it. */
  void found(RunId run, Doubt doubt, Finding.Ours message) {
    waiting.add(new Alike(run, doubt, message, time.nanos()));
  }

  /**
   * Conversations to read now; each result is reported to {@link #probed}.
   *
   * @param busy targets read only for their own doubts: what is shown once may be hidden later
   */
  List<Probe> due(Set<String> busy) {
    var drawn = new LinkedHashMap<Run, List<Addressee>>();
    var searched = waiting.stream().map(Alike::run).distinct().map(turns::run);
    for (var run : searched.flatMap(Optional::stream).toList()) {
      var sample = samples.get(run.id());
      if (sample == null || (!sample.isUnderWay() && time.nanos() - after(sample) >= 0)) {
        drawn.put(run, drawn(run, busy));
      }
    }
    // Only after the ledger has answered; a sample that never began would be awaited for ever.
    var probes = again(busy);
    drawn.forEach((run, people) -> {
      var complete = people.size() == SAMPLE || !isUnderWay(run);
      var sample = new Sample(time.nanos(), people.size(), complete);
      samples.put(run.id(), sample);
      people.forEach(person -> probes.add(new Probe(run, person, sample)));
    });
    open.addAll(probes);
    return probes;
  }

  /** Postponed ones that may be read by now. */
  private List<Probe> again(Set<String> busy) {
    var probes = new ArrayList<Probe>();
    postponed.removeIf(one -> {
      var isDue = time.nanos() - one.until >= 0;
      if (isDue && busy.contains(one.probe.target())) {
        one.probe.sample.ends(false);
      } else if (isDue) {
        probes.add(one.probe);
      }
      return isDue;
    });
    return probes;
  }

  private List<Addressee> drawn(Run run, Set<String> busy) {
    var begunUpTo = Math.max(1, run.progress().front());
    var places = random.longs(PLACES, 0, begunUpTo).distinct().boxed().toList();
    return ledger.sent(run.id(), places).stream()
        .filter(one -> !busy.contains(one.person().value()))
        .filter(one -> waiting.stream().noneMatch(found -> found.message.isTo(one.person())))
        .limit(SAMPLE)
        .toList();
  }

  /** Whether more people will have the message soon. */
  private static boolean isUnderWay(Run run) {
    return run.progress().fresh() > 0;
  }

  /** When another sample may begin without finding the same as this one. */
  private long after(Sample sample) {
    return sample.began + tuning.secondLook().toNanos();
  }

  /** When something is due here; {@code otherwise} if nothing is. */
  long nextOr(long otherwise) {
    var next = otherwise;
    for (var one : postponed) {
      next = Math.min(next, one.until);
    }
    for (var found : waiting) {
      var sample = samples.get(found.run);
      if (sample == null || judged(found).isPresent()) {
        return time.nanos();
      }
      next = sample.isUnderWay() ? next : Math.min(next, after(sample));
    }
    return next;
  }

  /** When the first message of this run was intended, by this process or another. */
  private Instant since(Run run) {
    var now = wire.platformTime();
    var here = begun.getOrDefault(run.id(), now);
    return run.progress()
        .started()
        .map(at -> at.plus(Duration.between(time.now(), now)))
        .filter(here::isAfter)
        .orElse(here);
  }

  /** The question for a conversation: all of it since the run began. */
  Wire.Question question(Probe probe) {
    var since = since(probe.run);
    return Wire.Question.all(Target.Kind.PERSON, probe.target(), new Dating(since, since));
  }

  /** A conversation of a sample was read, or the platform did not permit it yet. */
  void probed(Probe probe, Finding finding) {
    if (!open.contains(probe)) {
      return;
    }
    if (finding instanceof Finding.Listed(var messages, var _, var _)) {
      inspect(probe, messages);
    }
    open.remove(probe);
    if (finding instanceof Finding.Throttled(var rest) && rest.compareTo(tuning.quiet()) <= 0) {
      postponed.add(new Postponed(probe, time.nanos() + rest.toNanos()));
    } else {
      probe.sample.ends(finding instanceof Finding.Listed);
    }
  }

  private void inspect(Probe probe, List<Posted> messages) {
    var since = since(probe.run);
    var bot = wire.bot();
    if (bot.isEmpty()) {
      return;
    }
    var recent = Evidence.candidates(messages, bot.get(), since);
    if (recent.isEmpty()) {
      return;
    }
    var known = ledger.knownOf(probe.target(), recent, since.minus(LATELY));
    var content =
        ContentComparison.with(
            probe.run.content(),
            probe.addressee.values(),
            ledger.echo(probe.run.id()),
            Optional.empty());
    notice(probe.run, new Finding.None(), recent, content, known);
  }

  /** The found messages that can be judged by now. */
  List<Judged> judged() {
    var judged = new ArrayList<Judged>();
    waiting.removeIf(found -> {
      var finding = judged(found);
      finding.ifPresent(one -> judged.add(new Judged(found.doubt, one)));
      return finding.isPresent();
    });
    return judged;
  }

  private Optional<Finding> judged(Alike found) {
    if (sendTheWordsOf(found.run)) {
      return Optional.of(new Finding.Unclear(Causes.SAME_WORDS.english()));
    }
    var sample = samples.get(found.run);
    var waited = time.nanos() - found.at;
    if (sample != null
        && sample.isUseful()
        && sample.began - found.at >= 0
        && (sample.complete || waited >= tuning.quiet().toNanos())) {
      return Optional.of(found.message);
    }
    return waited > tuning.listingPatience().toNanos()
        ? Optional.of(new Finding.Unanswered(Causes.NO_SENDER.english()))
        : Optional.empty();
  }

  /**
   * Reports a message by the bot that Belfry did not send: its token is used elsewhere.
   *
   * @param finding the resulting finding for a message in doubt
   * @param recent the shown messages that may be the bot's
   */
  void notice(
      Run run,
      Finding finding,
      List<Posted> recent,
      ContentComparison content,
      KnownMessages known) {
    var evidence = new Evidence(wire.bot().orElseThrow(), WHENEVER, content, known);
    var found = finding instanceof Finding.Ours(var id, var _, var _) ? id : "";
    var strange =
        recent.stream()
            .filter(message -> message.author().compare(evidence.bot()) == Likeness.SAME)
            .filter(message -> message.created().isPresent() && !message.id().isEmpty())
            .filter(message -> !known.recorded().contains(message.id()))
            .filter(message -> !message.id().equals(found))
            .toList();
    if (strange.isEmpty() || known.vouched()) {
      return;
    }
    var first = since(run);
    var certain =
        finding instanceof Finding.Unclear
            ? strange.stream().filter(message -> evidence.of(message) == Likeness.OTHER).toList()
            : strange;
    if (certain.stream()
        .filter(message -> evidence.of(message) == Likeness.SAME)
        .anyMatch(message -> message.created().filter(at -> at.isAfter(first)).isPresent())) {
      spoken.add(run.id());
    }
    if (!certain.isEmpty()) {
      seen(certain.getFirst());
    }
  }

  private void seen(Posted message) {
    var at = message.created().orElseThrow();
    var earlier = lastSeen;
    if (earlier.isEmpty() || earlier.get().plus(LATELY).isBefore(at)) {
      LOG.warn(
          "App {}: another program uses this bot: message {} of {} was not sent by Belfry. While it sends the same words, people have to decide about unsure messages. Give each program a bot of its own",
          lane,
          message.id(),
          at);
    }
    if (earlier.isEmpty() || earlier.get().isBefore(at)) {
      lastSeen = Optional.of(at);
      told = false;
    }
  }
}
