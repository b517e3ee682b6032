package belfry.delivery.lane;

import belfry.delivery.evidence.ClockRange;
import belfry.delivery.evidence.ContentComparison;
import belfry.delivery.evidence.Evidence;
import belfry.delivery.evidence.KnownMessages;
import belfry.people.audience.Target;
import belfry.platform.Posted;
import belfry.platform.ShownContent;
import belfry.platform.ids.Likeness;
import belfry.platform.ids.PersonRef;
import belfry.platform.wire.Dating;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Causes;
import belfry.runs.recipients.Contact;
import belfry.runs.recipients.Doubtful;
import belfry.runs.recipients.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Asks for looks into the platform's record for unsure sends, and judges the result by our own
 * records. Used only by its lane's thread.
 *
 * <p>The absence of a message is believed only of a listing that shows a message that certainly
 * exists.
 */
final class Inquiry {
  /** How far the platform's clock may have gone back before this could be noticed. */
  private static final Duration UNHEARD_JUMP = Duration.ofMinutes(15);

  /** How long before a message another one listed beside it may have been intended. */
  private static final Duration VOUCHED_FOR = Duration.ofDays(1);

  private final Ledger ledger;
  private final Wire wire;
  private final OtherSenders others;
  private Optional<ClockRange> clock = Optional.empty();

  Inquiry(Ledger ledger, Wire wire, OtherSenders others) {
    this.ledger = ledger;
    this.wire = wire;
    this.others = others;
  }

  /** Continues where the previous owner of the lane was. */
  void taken(Ledger.Kept kept) {
    clock = kept.clock();
  }

  /**
   * What to remember about the platform's clock.
   *
   * @param certain whether nothing is in doubt or in flight that it could matter for
   */
  Optional<ClockRange> clock(boolean certain) {
    var before = certain ? Optional.<ClockRange>empty() : clock;
    var now = wire.clockAhead();
    clock =
        now.isEmpty()
            ? before
            : Optional.of(
                before
                    .map(range -> range.with(now.get()))
                    .orElseGet(() -> ClockRange.of(now.get())));
    return clock;
  }

  /** The finding, if it cannot be looked up at all. */
  Optional<Finding> precluded(Doubtful what) {
    var bot = wire.bot();
    if (bot.isEmpty()) {
      return Optional.of(new Finding.Unanswered(Causes.NO_BOT_YET.english()));
    }
    var sender = new PersonRef(what.bot(), "");
    return what.bot().isEmpty() || sender.compare(bot.get()) == Likeness.SAME
        ? Optional.empty()
        : Optional.of(new Finding.NotListable(Causes.ANOTHER_BOT.english()));
  }

  /** The question to ask; {@code decisive} says whether absence counts. */
  Wire.Question question(Doubt doubt, boolean decisive) {
    var what = doubt.what();
    return new Wire.Question(
        what.kind(),
        what.target(),
        dated(doubt),
        decisive,
        decisive && what.kind() == Target.Kind.PERSON
            ? ledger.contact(what.target())
            : Contact.UNKNOWN,
        decisive
            ? doubt.control().or(() -> ledger.control(what.run(), what.kind()))
            : Optional.empty(),
        what.named().filter(_ -> !doubt.isAskedByName()));
  }

  /** The recorded bounds, or earlier ones if the platform's clock has gone back since. */
  private Dating dated(Doubt doubt) {
    var jump = ClockRange.back(clock(false));
    var unheard = wire.clockAhead().isEmpty() && jump.compareTo(UNHEARD_JUMP) < 0;
    var written = doubt.what().dated().possibly(unheard ? UNHEARD_JUMP : jump);
    // A message that another process sent may have arrived after its doubt began here, dated by a
    // clock that has gone back since.
    return written.or(wire.dating(doubt.intentNanos().orElse(doubt.since())));
  }

  /**
   * "None" is not believed if the platform's clock is known to have gone back since the request:
   * the message may be dated before everything that was read. Nor is it where the message that the
   * answer named may be ours.
   */
  Finding believed(Doubt doubt, Wire.Question question, Finding finding) {
    if (doubt.isLikely()
        && (finding instanceof Finding.None || finding instanceof Finding.Undecidable)) {
      return new Finding.Unclear(Causes.WAS_LIKE_IT.english());
    }
    return finding instanceof Finding.None
            && dated(doubt).certain().isBefore(question.dated().possible())
        ? new Finding.Unreadable(Causes.CLOCK_BACK.english())
        : finding;
  }

  /** What the message that the answer named shows about the doubt. */
  Finding judged(Run run, Doubt doubt, Wire.Question question, Posted named) {
    var what = doubt.what();
    var dated = question.dated();
    var known = known(what, List.of(named), dated);
    var recorded = ledger.isRecorded(named.id()) ? Set.of(named.id()) : known.recorded();
    var vouched = known.vouched() || others.sendTheWordsOf(run.id());
    return new Evidence(
            wire.bot().orElseThrow(),
            dated,
            content(run, what, Optional.empty()),
            new KnownMessages(recorded, vouched))
        .named(named, what.kind(), what.target());
  }

  /**
   * What the conversation shows about the doubt.
   *
   * @param alone whether nothing else to the same person is unsettled, so that whatever is not on
   *     record is somebody else's
   */
  Finding judged(
      Run run, Doubt doubt, Wire.Question question, Finding.Listed listed, boolean alone) {
    var dated = question.dated();
    var recent = recent(listed, dated);
    var known = recent.isEmpty() ? KnownMessages.NOTHING : known(doubt.what(), recent, dated);
    var content = content(run, doubt.what(), elsewhere(run.id(), question, listed));
    var trusted =
        others.sendTheWordsOf(run.id()) ? new KnownMessages(known.recorded(), true) : known;
    var evidence = new Evidence(wire.bot().orElseThrow(), dated, content, trusted);
    doubt.shown(ids(evidence, listed, Likeness.UNCLEAR), ids(evidence, listed, Likeness.OTHER));
    var finding = unlessBlind(doubt, question, listed, evidence.in(listed.messages()));
    if (alone) {
      others.notice(run, finding, recent, content, known);
    }
    return finding;
  }

  /**
   * What one look shows counts for everything to this person that is in doubt, because it may not
   * be shown again.
   */
  void alsoShown(Run run, Doubt other, Finding.Listed listed) {
    var dated = dated(other);
    var recent = recent(listed, dated);
    if (recent.isEmpty()) {
      return;
    }
    var what = other.what();
    var evidence =
        new Evidence(
            wire.bot().orElseThrow(),
            dated,
            content(run, what, Optional.empty()),
            known(what, recent, dated));
    var maybe = new ArrayList<>(ids(evidence, listed, Likeness.UNCLEAR));
    maybe.addAll(ids(evidence, listed, Likeness.SAME));
    other.shown(maybe, ids(evidence, listed, Likeness.OTHER));
  }

  private List<Posted> recent(Finding.Listed listed, Dating dated) {
    var since = dated.possibly(OtherSenders.LATELY).possible();
    return Evidence.candidates(listed.messages(), wire.bot().orElseThrow(), since);
  }

  private KnownMessages known(Doubtful what, List<Posted> shown, Dating dated) {
    return ledger.knownOf(what.target(), shown, dated.possibly(VOUCHED_FOR).possible());
  }

  private ContentComparison content(Run run, Doubtful what, Optional<ShownContent> elsewhere) {
    return ContentComparison.with(run.content(), what.values(), ledger.echo(run.id()), elsewhere);
  }

  /** Absence proves nothing in a listing that hides a message that certainly exists. */
  private static Finding unlessBlind(
      Doubt doubt, Wire.Question question, Finding.Listed listed, Finding finding) {
    if (listed.control().isPresent()) {
      doubt.sees();
    } else if (question.control().isPresent() && listed.trouble().isEmpty()) {
      doubt.missed();
    }
    if (!(finding instanceof Finding.None)) {
      return finding;
    }
    if (doubt.isUnclear()) {
      return new Finding.Unclear(Causes.WAS_LIKE_IT.english());
    }
    return doubt.isBlind()
        ? new Finding.Unreadable(Causes.BLIND.english())
        : listed.trouble().orElse(finding);
  }

  private static List<String> ids(Evidence evidence, Finding.Listed listed, Likeness likeness) {
    return listed.messages().stream()
        .filter(message -> evidence.of(message) == likeness)
        .map(Posted::id)
        .toList();
  }

  /**
   * How the platform shows this content in the control's conversation, if that is of the same run.
   */
  private static Optional<ShownContent> elsewhere(
      RunId run, Wire.Question question, Finding.Listed listed) {
    return question
        .control()
        .filter(control -> control.run().equals(run))
        .flatMap(_ -> listed.control())
        .map(Posted::content);
  }
}
