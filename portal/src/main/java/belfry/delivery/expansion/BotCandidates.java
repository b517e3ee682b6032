package belfry.delivery.expansion;

import belfry.apps.App;
import belfry.apps.Apps;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.LaneMemory;
import belfry.runs.recipients.BotChoice.Candidate;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;

/** Which bots of an app may be chosen to write to people, and how fast each is. */
public final class BotCandidates {
  private final Apps apps;

  public BotCandidates(Apps apps) {
    this.apps = apps;
  }

  /** As long as the pace of one is not known, all count alike. */
  public List<Candidate> of(Handle handle, App app) {
    if (apps.numbers(app).size() == 1) {
      return List.of();
    }
    var bots = apps.bots(app);
    var ids = bots.stream().map(bot -> new LaneId(app.name(), bot.number())).toList();
    if (ids.isEmpty()) {
      return List.of();
    }
    var lanes =
        LaneMemory.of(handle, ids).stream()
            .collect(Collectors.toMap(LaneMemory::id, Function.identity()));
    // A lane may only be about to be there.
    var each = ids.stream().map(id -> lanes.getOrDefault(id, LaneMemory.none(id))).toList();
    var isLearned = each.stream().noneMatch(lane -> lane.pace().searching());
    return IntStream.range(0, bots.size())
        .mapToObj(i ->
            new Candidate(
                bots.get(i),
                isLearned ? each.get(i).pace().perSecond() : 1,
                each.get(i).trouble().isEmpty()
                    && apps.token(app, bots.get(i).number()).isPresent()))
        .toList();
  }
}
