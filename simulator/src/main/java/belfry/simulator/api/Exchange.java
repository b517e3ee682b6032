package belfry.simulator.api;

import belfry.simulator.base.Resource;
import belfry.simulator.directory.Principal;
import belfry.simulator.limits.Limits;
import belfry.simulator.limits.Verdict;
import belfry.simulator.manners.Manner;
import belfry.simulator.manners.Occasion;
import belfry.simulator.oauth.Caller;
import belfry.simulator.wire.Call;
import belfry.simulator.wire.Problem;
import java.time.Duration;

/** A call whose caller is known, admitted and about to be served. */
record Exchange(Call call, Caller caller, Duration lag, Limits limits, Occasion occasion) {
  /** A limit that stood in the way in the middle of the work. */
  static final class Throttled extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient Verdict.Throttled verdict;

    Throttled(Verdict.Throttled verdict) {
      super("Throttled", null, false, false);
      this.verdict = verdict;
    }

    Verdict.Throttled verdict() {
      return verdict;
    }
  }

  Principal principal() {
    return caller.principal();
  }

  /** How many a page shows: as many as were asked for, unless the platform cuts them smaller. */
  int pageOf(int size) {
    return occasion.cutsPages(Manner.PAGES_OF_ONE) ? 1 : size;
  }

  /** Bots have no consents; everybody else needs one of these. */
  void needs(String... anyOf) {
    if (!caller.isBot() && !caller.has(anyOf)) {
      throw new Problem(
          403, "The access token lacks a required scope: " + String.join(", ", anyOf));
    }
  }

  /** Reading the history of a room is limited per room: platform-api.md 8. */
  void reads(String roomId) {
    var key = new Limits.Key(Resource.MESSAGES_ROOM, roomId);
    if (limits.admit(key, call.arrived()) instanceof Verdict.Throttled verdict) {
      throw new Throttled(verdict);
    }
  }
}
