package belfry.delivery.lane;

import belfry.people.audience.Target;
import belfry.runs.recipients.Control;
import belfry.runs.recipients.Doubtful;
import belfry.runs.recipients.Finding;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A recipient in doubt, and what the looks into the platform's record have shown of them. Times are
 * on our monotonic clock. Used only by its lane's thread.
 */
final class Doubt {
  /** After this many listings that do not show it, a control is replaced. */
  private static final int MOST_MISSES = 3;

  private final Doubtful what;
  private final OptionalLong intentNanos;
  private final long since;
  private long nextLook;
  private long lookedAt;
  private boolean asked;
  private boolean decisive;

  /** Whether a found message has yet to be confirmed. */
  private boolean waits;

  /** Whether the message that the answer named was asked for by its id in this look. */
  private boolean askedByName;

  /** Whether that message may be this one. */
  private boolean likely;

  /** Messages that were shown and may be this one, until they turn out to be another. */
  private final Set<String> unclear = new HashSet<>();

  private Optional<Control> control = Optional.empty();
  private int misses;
  private boolean blind;

  /** Whether the current look asks for a control that is no older than the doubt. */
  private boolean controlled;

  private Duration absentAt = Duration.ZERO;

  /** Since when the platform has shown nothing, although it answers. */
  private Optional<Long> closedSince = Optional.empty();

  Doubt(Doubtful what, OptionalLong intentNanos, long since, long firstLook) {
    this.what = what;
    this.intentNanos = intentNanos;
    this.since = since;
    nextLook = firstLook;
  }

  Doubtful what() {
    return what;
  }

  /** The time of its intent; empty if another process made it. */
  OptionalLong intentNanos() {
    return intentNanos;
  }

  /** Since when it is in doubt here. */
  long since() {
    return since;
  }

  Duration age(long now) {
    return Duration.ofNanos(now - since);
  }

  // Looking ----------------------------------------------------------------------------------

  /** Whether a look is under way. */
  boolean isAsked() {
    return asked;
  }

  long nextLook() {
    return nextLook;
  }

  void looksNextAt(long moment) {
    nextLook = moment;
  }

  /** A look begins. */
  void asked(boolean isDecisive, long now) {
    asked = true;
    decisive = isDecisive;
    controlled = control.isPresent();
    lookedAt = now;
  }

  /** The message that its answer named is not certainly this one; now everything else is asked. */
  void askedByName(boolean mayBeIt, long now) {
    asked = false;
    askedByName = true;
    likely = mayBeIt;
    nextLook = now;
  }

  boolean isAskedByName() {
    return askedByName;
  }

  /** A message was found and has yet to be confirmed. */
  void waits() {
    waits = true;
  }

  /** The look has ended; returns whether it was one of those under way until now. */
  boolean ended() {
    var underWay = !waits;
    waits = false;
    asked = false;
    askedByName = false;
    return underWay;
  }

  /** How old it was when the last look began. */
  Duration ageAtLook() {
    return age(lookedAt);
  }

  /** Whether absence counts in the last look. */
  boolean isDecisive() {
    return decisive;
  }

  // What was shown ---------------------------------------------------------------------------

  /** Records the result of a look: these may be the message, those are certainly others. */
  void shown(Collection<String> maybe, Collection<String> others) {
    unclear.addAll(maybe);
    unclear.removeAll(others);
  }

  /** Whether something was shown that may be it, even if it is no longer shown. */
  boolean isUnclear() {
    return likely || !unclear.isEmpty();
  }

  /** Whether the message that its answer named may be it. */
  boolean isLikely() {
    return likely;
  }

  /** The conversation was read without showing the message. */
  void absent() {
    absentAt = ageAtLook();
  }

  /** How old it was when it was last certainly not shown. */
  Duration absentAt() {
    return absentAt;
  }

  /** An outage must not burden people with doubts that can be settled when it is over. */
  void answered(Finding finding, boolean reachable) {
    closedSince =
        switch (finding) {
          case Finding.NotListable _ -> closed();
          case Finding.Unanswered _, Finding.Unreadable _ ->
              reachable ? closed() : Optional.empty();
          case Finding.Throttled _, Finding.Listed _, Finding.Named _ -> closedSince;
          case Finding.Ours _, Finding.None _, Finding.Undecidable _, Finding.Unclear _ ->
              Optional.empty();
        };
  }

  private Optional<Long> closed() {
    return closedSince.or(() -> Optional.of(lookedAt));
  }

  /** Whether it has been shown nothing for so long. */
  boolean isClosedFor(Duration patience) {
    return closedSince.filter(begun -> lookedAt - begun >= patience.toNanos()).isPresent();
  }

  // Controls ---------------------------------------------------------------------------------

  /** A message that must be shown as well, the first of its kind that was accepted since. */
  Optional<Control> control() {
    return control;
  }

  /** A message was accepted. */
  void accepted(Target.Kind kind, Control other, long itsIntentNanos) {
    if (itsIntentNanos - since >= 0 && control.isEmpty() && what.kind() == kind) {
      control = Optional.of(other);
    }
  }

  /** This message proves nothing about what came after it: it was there before. */
  void isNoControl(String messageId) {
    control = control.filter(one -> !one.messageId().equals(messageId));
  }

  /** Whether the last look asked for a control that is no older than the doubt. */
  boolean isControlled() {
    return controlled;
  }

  /** A listing showed the control. */
  void sees() {
    misses = 0;
    blind = false;
  }

  /** A listing did not show the control: it lags by at least this much, or will never show it. */
  void missed() {
    blind = true;
    if (++misses >= MOST_MISSES) {
      misses = 0;
      control = Optional.empty();
    }
  }

  /** Whether the last requested control was not shown. */
  boolean isBlind() {
    return blind;
  }
}
