package belfry.runs.followups;

import belfry.messages.MessageText;
import belfry.runs.ids.RunId;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** The texts that recipients of a run may have by its corrections; one if all have the same. */
public final class CorrectedTexts {
  private static final List<FollowUp.Part> WAVES =
      List.of(FollowUp.Part.FIRST_WAVE, FollowUp.Part.REST);

  private CorrectedTexts() {}

  /**
   * Those of a run.
   *
   * @param markdown its text as it was sent
   */
  public static Set<MessageText> of(Handle handle, RunId run, String markdown) {
    var sent = Set.of(new MessageText(markdown));
    var texts = new EnumMap<FollowUp.Part, Set<MessageText>>(FollowUp.Part.class);
    WAVES.forEach(wave -> texts.put(wave, sent));
    var followUps = FollowUps.of(handle, run).reversed();
    var having = followUps.isEmpty() ? 0 : having(handle, run);
    for (var one : followUps) {
      switch (one.kind()) {
        case RECALL -> having -= one.tally().done();
        case CORRECTION -> correct(texts, one, having);
      }
    }
    return texts.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
  }

  /** How many have a message, or may have one, as if nothing had been recalled. */
  private static long having(Handle handle, RunId run) {
    return handle
        .createQuery("SELECT sent + held FROM run WHERE id = ?")
        .bind(0, run.value())
        .mapTo(Long.class)
        .findOne()
        .orElse(0L);
  }

  private static void correct(
      Map<FollowUp.Part, Set<MessageText>> texts, FollowUp correction, long having) {
    var text = new MessageText(correction.markdown());
    for (var wave : correction.part() == FollowUp.Part.ALL ? WAVES : List.of(correction.part())) {
      // Whom it does not reach, each keeps what they had.
      var now =
          leavesSome(correction, having)
              ? new HashSet<>(texts.get(wave))
              : new HashSet<MessageText>();
      now.add(text);
      texts.put(wave, now);
    }
  }

  /** How many a part of a run has is not counted, only how many of them were written down. */
  private static boolean leavesSome(FollowUp correction, long having) {
    var tally = correction.tally();
    if (correction.chosen()) {
      return true;
    }
    return switch (correction.gate()) {
      case OPEN -> tally.refused() + tally.unclear() > 0;
      case STOPPING -> true;
      // Also one that was stopped before all were written down, or before somebody was sent to
      // again.
      case CLOSED ->
          tally.done() < (correction.part() == FollowUp.Part.ALL ? having : tally.total());
    };
  }
}
