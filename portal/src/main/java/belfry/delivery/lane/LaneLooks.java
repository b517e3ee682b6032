package belfry.delivery.lane;

import belfry.base.Time;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Tuning;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Causes;
import belfry.runs.recipients.Doubtful;
import belfry.runs.recipients.Finding;
import belfry.runs.recipients.OnUnknown;
import belfry.storage.StorageException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a lane looks up unsure sends: it asks, and judges the results. */
final class LaneLooks {
  private static final Logger LOG = LoggerFactory.getLogger(LaneLooks.class);

  /** When a look is repeated that showed what may be a message under way. */
  private static final Duration SOON = Duration.ofSeconds(1);

  /** Limited, so that reads leave room for sending. */
  private static final int AT_ONCE = 8;

  private final LaneId lane;
  private final Wire wire;
  private final Tuning tuning;
  private final RunTurns turns;
  private final Reconciler reconciler;
  private final Inquiry inquiry;
  private final OtherSenders others;
  private final Flights flights;
  private final Rivals rivals;
  private final BotWatch bot;
  private final Outbox outbox;
  private final Consumer<LaneEvent> deliver;

  /** Conversations that were read and have yet to be judged, which requires the ledger. */
  private final Queue<LaneEvent.Looked> listed = new ArrayDeque<>();

  private final Queue<LaneEvent.Probed> probed = new ArrayDeque<>();

  private final Time time;
  private long takenAt;

  LaneLooks(LaneParts parts, Time time, Consumer<LaneEvent> deliver) {
    this.time = time;
    this.deliver = deliver;
    lane = parts.lane();
    wire = parts.wire();
    tuning = parts.tuning();
    turns = parts.turns();
    reconciler = parts.reconciler();
    inquiry = parts.inquiry();
    others = parts.others();
    flights = parts.flights();
    rivals = new Rivals(turns, reconciler);
    bot = parts.bot();
    outbox = parts.outbox();
  }

  /** The lane was taken, with what an earlier owner left in doubt. */
  void taken(List<Doubtful> doubts) {
    takenAt = time.nanos();
    inherited(doubts);
    if (reconciler.size() > 0) {
      LOG.info(
          "App {}: {} sends of an earlier owner are unsure; each is looked up before anything is sent again",
          lane,
          reconciler.size());
    }
  }

  /**
   * What another process may have sent is in doubt since the lane was taken, whenever it is found:
   * nothing of it can have left later.
   */
  private void inherited(List<Doubtful> doubts) {
    for (var doubt : doubts) {
      reconciler.inherit(doubt, takenAt);
      var now = wire.platformTime();
      var certain = doubt.dated().certain();
      others.intended(doubt.run(), certain.isBefore(now) ? certain : now);
    }
  }

  /** These have come into doubt. */
  void doubted(Ledger.Turn.Done done) {
    contested(done.contested());
    inherited(done.doubts());
  }

  /** Their answer, which has just come, named a message on record: it can still be shown late. */
  private void contested(List<Doubtful> doubts) {
    for (var doubt : doubts) {
      doubt.named().ifPresent(reconciler::isNoControl);
      reconciler.inherit(doubt, time.nanos());
      reconciler.misunderstood(new Reconciler.Key(doubt.run(), doubt.seq()));
    }
  }

  /** An answer came; what it shows is judged later. */
  void received(LaneEvent.Looked looked) {
    switch (looked.finding()) {
      case Finding.Listed _, Finding.Named _ -> listed.add(looked);
      default -> looked(looked);
    }
  }

  void received(LaneEvent.Probed one) {
    probed.add(one);
  }

  /** Whether something has yet to be judged. */
  boolean isPending() {
    return !listed.isEmpty() || !probed.isEmpty();
  }

  /** The lane is no longer ours. */
  void clear() {
    listed.clear();
    probed.clear();
  }

  /** When the next look is due, if before {@code otherwise}. */
  long nextOr(long otherwise) {
    return others.nextOr(Math.min(otherwise, reconciler.next(AT_ONCE).orElse(otherwise)));
  }

  private void looked(LaneEvent.Looked looked) {
    var finding =
        looked
            .question()
            .map(question -> inquiry.believed(looked.doubt(), question, looked.finding()))
            .orElse(looked.finding());
    switch (finding) {
      case Finding.Unanswered _, Finding.Unreadable _ -> bot.silent();
      case Finding.Ours _, Finding.None _, Finding.Undecidable _, Finding.Unclear _ -> bot.heard();
      case Finding.NotListable _, Finding.Throttled _, Finding.Listed _, Finding.Named _ -> {}
    }
    settle(looked.doubt(), finding);
  }

  private void settle(Doubt doubt, Finding finding) {
    var reachable = bot.isGone() || (bot.works() && !bot.isCutOff());
    reconciler
        .looked(doubt, finding, sent(doubt.what().run()), reachable)
        .ifPresent(settlement -> {
          outbox.found(settlement);
          flights.learned(doubt.what().target());
        });
  }

  /** The content of a deleted run is unknown, so this is as careful as possible. */
  private Reconciler.Sent sent(RunId id) {
    return turns
        .run(id)
        .map(run -> new Reconciler.Sent(tuning.quiet(run.content()), run.onUnknown()))
        .orElseGet(() -> new Reconciler.Sent(tuning.quietAtMost(), OnUnknown.HOLD));
  }

  /** Begins the looks that are due; {@code busy} are targets with something unsettled. */
  void ask(Set<String> busy) {
    for (var doubt : reconciler.due(AT_ONCE)) {
      var what = doubt.what();
      var precluded =
          turns.run(what.run()).isEmpty()
              ? Optional.<Finding>of(new Finding.NotListable(Causes.RUN_GONE.english()))
              : bot.isGone()
                  ? Optional.<Finding>of(new Finding.NotListable(Causes.BOT_GONE.english()))
                  : inquiry.precluded(what);
      if (precluded.isPresent()) {
        reconciler.asked(doubt, false);
        deliver.accept(new LaneEvent.Looked(doubt, Optional.empty(), precluded.get()));
        continue;
      }
      // Only after the ledger has answered; a look that never began would be awaited for ever.
      var question = inquiry.question(doubt, reconciler.isDecisive(doubt, sent(what.run())));
      reconciler.asked(doubt, question.decisive());
      wire.look(
          question,
          found -> deliver.accept(new LaneEvent.Looked(doubt, Optional.of(question), found)));
    }
    for (var probe : others.due(busy)) {
      wire.look(
          others.question(probe), found -> deliver.accept(new LaneEvent.Probed(probe, found)));
    }
  }

  /** If the ledger fails, listings are judged in the next turn. */
  void judge() {
    for (var looked = listed.peek(); looked != null; looked = listed.peek()) {
      var what = looked.doubt().what();
      var question = looked.question().orElseThrow();
      var run = turns.run(what.run());
      var finding =
          run.isPresent()
              ? unlessRivalled(looked.doubt(), judged(run.get(), looked, question))
              : new Finding.NotListable(Causes.RUN_GONE.english());
      listed.remove();
      if (finding instanceof Finding.Ours ours) {
        bot.heard();
        reconciler.waits(looked.doubt());
        others.found(what.run(), looked.doubt(), ours);
      } else if (isOfAnother(looked, finding) && run.isPresent()) {
        bot.heard();
        reconciler.askedByName(looked.doubt(), finding instanceof Finding.Unclear);
      } else {
        looked(new LaneEvent.Looked(looked.doubt(), looked.question(), finding));
      }
    }
    for (var one = probed.peek(); one != null; one = probed.peek()) {
      others.probed(one.probe(), one.finding());
      probed.remove();
    }
    for (var one : others.judged()) {
      if (one.finding() instanceof Finding.Ours) {
        bot.found(one.doubt());
      }
      settle(one.doubt(), one.finding());
    }
  }

  /** Whether the message that an answer named is not certainly ours, so that all else is asked. */
  private static boolean isOfAnother(LaneEvent.Looked looked, Finding finding) {
    return looked.finding() instanceof Finding.Named && !(finding instanceof Finding.Throttled);
  }

  /** What is found may be another message to the same person, of which nothing is on record yet. */
  private Finding unlessRivalled(Doubt doubt, Finding finding) {
    if (!(finding instanceof Finding.Ours ours)) {
      return finding;
    }
    if (!flights.isBusy(doubt.what().target()) && !rivals.hasAny(doubt)) {
      return finding;
    }
    // It may not be shown again.
    doubt.shown(List.of(ours.messageId()), List.of());
    if (flights.isBusy(doubt.what().target())) {
      return new Finding.Throttled(SOON);
    }
    return new Finding.Unclear(Causes.TWO_ALIKE.english());
  }

  private Finding judged(Run run, Doubt doubt, Wire.Question question, Finding.Listed listed) {
    var target = doubt.what().target();
    var others =
        reconciler.doubts().stream()
            .filter(other -> other != doubt && other.what().target().equals(target))
            .toList();
    others.forEach(other ->
        turns.run(other.what().run()).ifPresent(its -> inquiry.alsoShown(its, other, listed)));
    var alone = others.isEmpty() && !flights.isBusy(target);
    return inquiry.judged(run, doubt, question, listed, alone);
  }

  /** An unforeseen answer must not stop the lane. */
  private Finding judged(Run run, LaneEvent.Looked looked, Wire.Question question) {
    try {
      return switch (looked.finding()) {
        case Finding.Listed all -> judged(run, looked.doubt(), question, all);
        case Finding.Named(var one) -> inquiry.judged(run, looked.doubt(), question, one);
        case Finding finding -> finding;
      };
    } catch (StorageException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.error(
          "App {}: a conversation could not be evaluated. It will be read again; please report this",
          lane,
          e);
      return new Finding.Unreadable(Causes.NOT_JUDGED.english());
    }
  }
}
