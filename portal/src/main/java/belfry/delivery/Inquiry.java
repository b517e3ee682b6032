package belfry.delivery;

import belfry.people.Target;
import belfry.platform.Dating;
import belfry.platform.Likeness;
import belfry.platform.PlatformId;
import belfry.platform.Posted;
import belfry.platform.ShownContent;
import belfry.runs.Causes;
import belfry.runs.Contact;
import belfry.runs.Doubtful;
import belfry.runs.Finding;
import belfry.runs.Run;
import belfry.runs.RunId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Has the platform's record looked into for unsure sends, and judges what it shows by what is
 * recorded here. Its lane's thread only.
 *
 * <p>That something is not listed is believed only of a listing that shows what is certainly there.
 */
final class Inquiry {
  /** By how much the platform's clock may have gone back before it could be heard of. */
  private static final Duration UNHEARD_JUMP = Duration.ofMinutes(15);

  /** How long before a message another may have been intended that is listed beside it. */
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

  /** Goes on as whoever had the lane before. */
  void taken(Ledger.Kept kept) {
    clock = kept.clock();
  }

  /**
   * What is to be remembered of the platform's clock.
   *
   * @param certain whether nothing is in doubt or under way that it could matter for
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

  /** Whether it can be looked for at all; if not, what that means. */
  Optional<Finding> precluded(Doubtful what) {
    var bot = wire.bot();
    if (bot.isEmpty()) {
      return Optional.of(new Finding.Unanswered(Causes.NO_BOT_YET.words()));
    }
    return what.bot().isEmpty() || PlatformId.compare(what.bot(), bot.get().id()) == Likeness.SAME
        ? Optional.empty()
        : Optional.of(new Finding.NotListable(Causes.ANOTHER_BOT.words()));
  }

  /** What is asked; {@code decisive} whether what is not shown is to mean anything. */
  Wire.Question question(Reconciler.Doubt doubt, boolean decisive) {
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
            : Optional.empty());
  }

  /** As it was written down, or earlier where the platform's clock has gone back since. */
  private Dating dated(Reconciler.Doubt doubt) {
    var jump = ClockRange.back(clock(false));
    var unheard = wire.clockAhead().isEmpty() && jump.compareTo(UNHEARD_JUMP) < 0;
    var written = doubt.what().dated().possibly(unheard ? UNHEARD_JUMP : jump);
    // What another process sent may have come after its doubt began here, dated by a clock that has
    // gone back since.
    return written.or(wire.dating(doubt.intentNanos().orElse(doubt.since())));
  }

  /**
   * That nothing was found is not believed where the platform's clock was heard to have gone back
   * since it was asked: it may be dated before all that was looked at.
   */
  Finding believed(Reconciler.Doubt doubt, Wire.Question question, Finding finding) {
    return finding instanceof Finding.None
            && dated(doubt).certain().isBefore(question.dated().possible())
        ? new Finding.Unreadable(Causes.CLOCK_BACK.words())
        : finding;
  }

  /** What the conversation shows of it. */
  Finding judged(Run run, Reconciler.Doubt doubt, Wire.Question question, Finding.Listed listed) {
    var bot = wire.bot().orElseThrow();
    var dated = question.dated();
    var recent =
        Evidence.candidates(listed.messages(), bot, dated.possibly(OtherSenders.LATELY).possible());
    var known =
        recent.isEmpty()
            ? Ledger.Known.NOTHING
            : ledger.known(
                doubt.what().target(),
                recent.stream().map(Posted::id).toList(),
                dated.possibly(VOUCHED_FOR).possible());
    var content =
        ContentComparison.with(
            run.content(),
            doubt.what().values(),
            ledger.echo(run.id()),
            elsewhere(run.id(), question, listed));
    var trusted =
        others.sendTheWordsOf(run.id()) ? new Ledger.Known(known.recorded(), true) : known;
    var evidence = new Evidence(bot, dated, content, trusted);
    doubt.shown(ids(evidence, listed, Likeness.UNCLEAR), ids(evidence, listed, Likeness.OTHER));
    var finding = unlessBlind(doubt, question, listed, evidence.in(listed.messages()));
    others.notice(run, finding, recent, content, known);
    return finding;
  }

  /** That nothing is shown proves nothing of a listing that hides what is certainly there. */
  private static Finding unlessBlind(
      Reconciler.Doubt doubt, Wire.Question question, Finding.Listed listed, Finding finding) {
    if (listed.control().isPresent()) {
      doubt.sees();
    } else if (question.control().isPresent() && listed.trouble().isEmpty()) {
      doubt.missed();
    }
    if (!(finding instanceof Finding.None)) {
      return finding;
    }
    if (doubt.isUnclear()) {
      return new Finding.Unclear(Causes.WAS_LIKE_IT.words());
    }
    return doubt.isBlind()
        ? new Finding.Unreadable(Causes.BLIND.words())
        : listed.trouble().orElse(finding);
  }

  private static List<String> ids(Evidence evidence, Finding.Listed listed, Likeness likeness) {
    return listed.messages().stream()
        .filter(message -> evidence.of(message) == likeness)
        .map(Posted::id)
        .toList();
  }

  /** How the listing shows this content in the conversation that is looked into beside. */
  private static Optional<ShownContent> elsewhere(
      RunId run, Wire.Question question, Finding.Listed listed) {
    return question
        .control()
        .filter(control -> control.run().equals(run))
        .flatMap(_ -> listed.control())
        .map(Posted::content);
  }
}
