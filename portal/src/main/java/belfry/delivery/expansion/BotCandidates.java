package belfry.delivery.expansion;

import belfry.apps.App;
import belfry.apps.Apps;
import belfry.delivery.foundation.LaneId;
import belfry.pace.PaceMemory;
import belfry.runs.recipients.BotChoice.Candidate;
import belfry.storage.Json;
import belfry.storage.Unreadable;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
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
    var lanes = new HashMap<Integer, Known>();
    for (var bot : apps.bots(app)) {
      Known.read(handle, new LaneId(app.name(), bot.number()))
          .ifPresent(known -> lanes.put(bot.number(), known));
    }
    var isLearned =
        apps.bots(app).stream()
            .allMatch(bot ->
                Optional.ofNullable(lanes.get(bot.number())).filter(Known::isLearned).isPresent());
    return apps.bots(app).stream()
        .map(bot -> {
          var lane = Optional.ofNullable(lanes.get(bot.number()));
          return new Candidate(
              bot,
              isLearned ? lane.orElseThrow().perSecond : 1,
              // Its lane may only be about to be there.
              lane.map(known -> known.works).orElse(true)
                  && apps.token(app, bot.number()).isPresent());
        })
        .toList();
  }

  /** What is known of a bot by its lane. */
  private record Known(double perSecond, boolean isLearned, boolean works) {
    static Optional<Known> read(Handle handle, LaneId lane) {
      return handle
          .createQuery("SELECT pace, trouble FROM lane WHERE app = ?")
          .bind(0, lane)
          .map((row, _) -> {
            var pace = pace(row.getString("pace"));
            return new Known(
                pace.perSecond(), !pace.searching(), row.getString("trouble").isEmpty());
          })
          .findOne();
    }

    private static PaceMemory pace(String json) {
      try {
        return json.isEmpty() ? PaceMemory.none() : Json.read(json, PaceMemory.class);
      } catch (Unreadable _) {
        return PaceMemory.none();
      }
    }
  }
}
