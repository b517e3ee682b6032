package belfry.delivery.lane;

import belfry.delivery.evidence.ContentComparison;
import belfry.messages.Content;
import belfry.messages.PersonalContent;
import belfry.platform.Posted;
import belfry.platform.ids.Likeness;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.platform.wire.Response;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUpTask;
import belfry.runs.followups.Sighting;
import java.text.Normalizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A follow-up that is not closed, as its lane knows it. Used only by its lane's thread. */
final class OpenFollowUp {
  private static final int UNAUTHORIZED = 401;

  private FollowUp followUp;
  private final FollowUpLedger.Sent sent;
  private final List<Text> before;
  private final Text after;

  /** How many messages may still be claimed, as far as is known. */
  private long left;

  /** Those of them that were refused for a while, and when they are tried again. */
  private final Map<Long, Refusals.Wait> refused = new LinkedHashMap<>();

  OpenFollowUp(FollowUp followUp, FollowUpLedger.Sent sent) {
    this.followUp = followUp;
    this.sent = sent;
    before =
        Stream.concat(
                Stream.of(sent.run().content()),
                sent.earlier().stream().map(markdown -> new Content(markdown, Optional.empty())))
            .filter(content -> !content.markdown().equals(followUp.markdown()))
            .map(Text::of)
            .toList();
    after = Text.of(new Content(followUp.markdown(), Optional.empty()));
  }

  /** A content, parsed once for all messages. */
  private record Text(Content content, PersonalContent personal) {
    static Text of(Content content) {
      return new Text(content, PersonalContent.of(content));
    }

    Content to(FollowUpTask task) {
      return task.values().map(personal::filled).orElse(content);
    }

    /** Whether the platform gives it back letter by letter. */
    boolean isExactly(FollowUpTask task, Posted posted) {
      var shown = posted.content().markdown();
      return !shown.isBlank() && canonical(shown).equals(canonical(to(task).markdown()));
    }

    private static String canonical(String text) {
      return Normalizer.normalize(text.replace("\r\n", "\n"), Normalizer.Form.NFC).strip();
    }

    boolean isShown(FollowUpTask task, Posted posted) {
      return new ContentComparison(to(task), List.of()).with(posted.content()) == Likeness.SAME;
    }
  }

  /** As it is in the ledger now. */
  void is(FollowUp now) {
    followUp = now;
    left = now.gate() == FollowUp.Gate.OPEN ? now.tally().planned() + now.tally().retry() : 0;
  }

  FollowUp followUp() {
    return followUp;
  }

  FollowUp.Kind kind() {
    return followUp.kind();
  }

  /** The bot that sent the messages; empty if that was not recorded. */
  Optional<PersonId> bot() {
    return sent.bot();
  }

  long left() {
    return left;
  }

  /** How many of them wait because they were refused. */
  int waiting() {
    return refused.size();
  }

  /** How many do not. */
  long unrefused() {
    return Math.max(0, left - refused.size());
  }

  /** Whether some may be claimed, if nobody else goes first. */
  boolean hasWork(long now) {
    return unrefused() > 0 || (left > 0 && refused.values().stream().anyMatch(isDue(now)));
  }

  private static Predicate<Refusals.Wait> isDue(long now) {
    return wait -> now - wait.until() >= 0;
  }

  /** When the next that was refused is due, if before {@code otherwise}. */
  long nextOr(long otherwise, long now) {
    return left == 0
        ? otherwise
        : refused.values().stream()
            .filter(isDue(now).negate())
            .mapToLong(Refusals.Wait::until)
            .reduce(otherwise, Math::min);
  }

  /**
   * What to claim, at most so many.
   *
   * @param others how many others began since one was claimed that had been refused; empty if there
   *     are none now
   */
  FollowUpLedger.Claim claim(int most, OptionalLong others, long now) {
    var fresh = (int) Math.min(most, unrefused());
    var again =
        refused.entrySet().stream()
            .filter(one -> isDue(now).test(one.getValue()))
            .filter(one -> others.isEmpty() || others.getAsLong() >= one.getValue().others())
            .map(Map.Entry::getKey)
            .limit(others.isPresent() ? 1 : most)
            .toList();
    again.forEach(refused::remove);
    var count = Math.min(most, fresh + again.size());
    return new FollowUpLedger.Claim(count, Set.copyOf(refused.keySet()));
  }

  /** Fewer were claimed than {@code asked} for if there are no more until it is read again. */
  void claimed(long taken, int asked) {
    left = taken < asked ? 0 : left - taken;
  }

  /** One more may be claimed: it is to be tried again. */
  void oneMore() {
    left += followUp.gate() == FollowUp.Gate.OPEN ? 1 : 0;
  }

  /** Likewise, after a wait. */
  void oneMore(FollowUpTask task, Refusals.Wait wait) {
    oneMore();
    if (wait.others() > 0) {
      refused.put(task.number(), wait);
    }
  }

  boolean isSettled() {
    return followUp.isSettled();
  }

  /** Whether it was stopped, and has messages that were not begun. */
  boolean isToSkip() {
    var tally = followUp.tally();
    return followUp.gate() == FollowUp.Gate.STOPPING && tally.planned() + tally.retry() > 0;
  }

  /** The corrected text for one recipient. */
  String corrected(FollowUpTask task) {
    return after.to(task).markdown();
  }

  /**
   * What the platform's answer says about a message.
   *
   * @param sameBot whether the bot that asked is the one that sent it
   */
  Sighting sighting(FollowUpTask task, Response<Posted> answer, boolean sameBot) {
    return switch (answer) {
      case Response.Got<Posted>(var posted) -> sighting(task, posted);
      case Response.Absent<Posted> _ -> sameBot ? Sighting.GONE : Sighting.UNREADABLE;
      case Response.Denied<Posted>(var status, _) when status == UNAUTHORIZED ->
          Sighting.UNANSWERED;
      case Response.Denied<Posted> _, Response.Unreadable<Posted> _ -> Sighting.UNREADABLE;
      case Response.Throttled<Posted> _, Response.Unreachable<Posted> _ -> Sighting.UNANSWERED;
    };
  }

  private Sighting sighting(FollowUpTask task, Posted posted) {
    if (PlatformId.compare(posted.id(), task.messageId()) != Likeness.SAME) {
      return Sighting.UNREADABLE;
    }
    if (kind() == FollowUp.Kind.RECALL) {
      return Sighting.OLD;
    }
    if (after.isExactly(task, posted)) {
      return Sighting.NEW;
    }
    if (before.stream().anyMatch(text -> text.isExactly(task, posted))) {
      return Sighting.OLD;
    }
    var isNew = after.isShown(task, posted);
    var isOld = before.stream().anyMatch(text -> text.isShown(task, posted));
    // Words alone do not tell apart texts that differ in a link or a comma.
    return isNew == isOld ? Sighting.OTHER : isNew ? Sighting.NEW : Sighting.OLD;
  }
}
