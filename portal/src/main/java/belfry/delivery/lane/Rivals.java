package belfry.delivery.lane;

import belfry.delivery.evidence.ContentComparison;
import belfry.messages.Card;
import belfry.messages.Content;
import belfry.messages.PersonalContent;
import belfry.platform.ShownContent;
import belfry.platform.ids.Likeness;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Doubtful;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Messages to one person of which the platform's record could show one for the other: while one is
 * in doubt, the other waits, unless it is urgent. Used only by its lane's thread.
 */
public final class Rivals {
  private static final int MOST_KEPT = 50_000;
  private static final long EVERYBODY = -1;

  private final RunTurns turns;
  private final Reconciler reconciler;

  /** What was compared: neither a run nor a recipient's values change while it is in doubt. */
  private final Map<Pair, Boolean> alike = new HashMap<>();

  /**
   * A message in doubt, and a run.
   *
   * @param seq whose message it is; the same for all if the run says the same to everybody
   */
  private record Pair(RunId one, long seq, RunId other) {}

  Rivals(RunTurns turns, Reconciler reconciler) {
    this.turns = turns;
    this.reconciler = reconciler;
  }

  /** The targets in doubt to which this run may not write yet. */
  Set<String> of(RunId run) {
    var open = turns.run(run);
    if (open.isEmpty() || open.get().urgent()) {
      return Set.of();
    }
    return reconciler.doubts().stream()
        .map(Doubt::what)
        .filter(doubt -> areAlike(doubt, open.get()))
        .map(Doubtful::target)
        .collect(Collectors.toSet());
  }

  private boolean areAlike(Doubtful doubt, Run run) {
    if (alike.size() >= MOST_KEPT) {
      alike.clear();
    }
    var seq = doubt.values().isPresent() ? doubt.seq() : EVERYBODY;
    return alike.computeIfAbsent(new Pair(doubt.run(), seq, run.id()), _ -> compare(doubt, run));
  }

  /** Whether a run may have to wait for a doubt of another; nobody's values are looked at. */
  public static boolean mayHoldUp(Run doubted, Run run) {
    return !run.urgent()
        && (PersonalContent.of(run.content()).isPersonal()
            || PersonalContent.of(doubted.content()).isPersonal()
            || areAlike(doubted.content(), run.content()));
  }

  /** What a run says that has placeholders is known only when somebody is claimed. */
  private boolean compare(Doubtful doubt, Run run) {
    return PersonalContent.of(run.content()).isPersonal()
        || turns
            .run(doubt.run())
            .map(its -> areAlike(its.content().filled(doubt.values()), run.content()))
            .orElse(true);
  }

  /** Whether another message to the same target is in doubt that could be taken for this one. */
  boolean hasAny(Doubt doubt) {
    var what = doubt.what();
    return reconciler.doubts().stream()
        .map(Doubt::what)
        .filter(other -> other.target().equals(what.target()) && !other.run().equals(what.run()))
        .anyMatch(other -> areAlike(what, other));
  }

  private boolean areAlike(Doubtful one, Doubtful other) {
    var its = turns.run(one.run()).map(run -> run.content().filled(one.values()));
    var others = turns.run(other.run()).map(run -> run.content().filled(other.values()));
    return its.isEmpty() || others.isEmpty() || areAlike(its.get(), others.get());
  }

  /** Whether one could be shown for the other, as far as can be told. */
  static boolean areAlike(Content one, Content other) {
    try {
      return !isAnother(one, other) || !isAnother(other, one);
    } catch (RuntimeException _) {
      return true;
    }
  }

  private static boolean isAnother(Content ours, Content other) {
    var card = other.card().map(Card::json).orElse("");
    var files = other.attachment().isPresent() ? 1 : 0;
    var shown = new ShownContent(other.markdown(), "", "", files, true, card);
    return new ContentComparison(ours, List.of()).with(shown) == Likeness.OTHER;
  }
}
