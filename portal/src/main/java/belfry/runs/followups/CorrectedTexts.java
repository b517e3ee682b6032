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
    FollowUps.of(handle, run).reversed().stream()
        .filter(one -> one.kind() == FollowUp.Kind.CORRECTION)
        .forEach(one -> correct(texts, one));
    return texts.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
  }

  private static void correct(Map<FollowUp.Part, Set<MessageText>> texts, FollowUp correction) {
    var text = new MessageText(correction.markdown());
    for (var wave : correction.part() == FollowUp.Part.ALL ? WAVES : List.of(correction.part())) {
      // Of the others who were not chosen, each keeps what they had.
      var now = correction.chosen() ? new HashSet<>(texts.get(wave)) : new HashSet<MessageText>();
      now.add(text);
      texts.put(wave, now);
    }
  }
}
