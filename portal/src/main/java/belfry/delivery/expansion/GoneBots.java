package belfry.delivery.expansion;

import belfry.apps.App;
import belfry.apps.Apps;
import belfry.base.Time;
import belfry.delivery.foundation.Infrastructure;
import belfry.delivery.foundation.Lease;
import belfry.people.directory.Spaces;
import belfry.platform.ids.SpaceId;
import belfry.runs.RecipientMoves;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.recipients.BotChoice;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.RunLanes;
import belfry.storage.Database;
import java.time.Duration;
import java.util.HashMap;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives those who wait for a bot that the settings no longer have to the app's other bots. Whoever
 * it has begun to send to stays with it.
 */
public final class GoneBots {
  private static final Logger LOG = LoggerFactory.getLogger(GoneBots.class);

  private final Database database;
  private final Runs runs;
  private final BotCandidates candidates;
  private final Spaces spaces;
  private final Time time;
  private final Duration leaseTtl;

  public GoneBots(Infrastructure below, Apps apps, Spaces spaces) {
    database = below.database();
    runs = new Runs(database);
    candidates = new BotCandidates(apps);
    this.spaces = spaces;
    time = below.time();
    leaseTtl = below.tuning().leaseTtl();
  }

  /** Nobody else may send through the bot whose lane this is. */
  public void passOn(App app, Lease lease, Run run) {
    var bot = lease.lane().bot();
    if (!database.read(handle -> RunLanes.isWaitedFor(handle, run.id(), bot))) {
      return;
    }
    var inSpaces = new HashMap<SpaceId, Integer>();
    // Before the transaction: the platform may be asked.
    for (var space : database.read(handle -> RecipientRows.waitingSpaces(handle, run.id(), bot))) {
      spaces.bot(app, space).ifPresent(number -> inSpaces.put(space, number));
    }
    var until = time.now().plus(leaseTtl);
    var given =
        database.<Integer>write(handle -> {
          var others = candidates.of(handle, app);
          if (others.isEmpty() || !lease.renew(handle, until)) {
            return 0;
          }
          var choice =
              new BotChoice(
                  app.name(),
                  others,
                  Optional.empty(),
                  space -> Optional.ofNullable(inSpaces.get(space)));
          var moves = new RecipientMoves(handle, runs, bot, time.now());
          var count = moves.passOn(run.id(), choice);
          moves.count();
          return count;
        });
    if (given > 0) {
      LOG.info(
          "App {}: run {}: {} who waited for a bot that is gone are sent to by the others",
          lease.lane(),
          run.id(),
          given);
    }
  }
}
