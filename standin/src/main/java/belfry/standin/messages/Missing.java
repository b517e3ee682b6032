package belfry.standin.messages;

import static belfry.standin.manners.MissingManner.CONVERSATION_LAG;
import static belfry.standin.manners.MissingManner.DIRECT_BY_ID_MISSING;
import static belfry.standin.manners.MissingManner.DIRECT_FALSELY_MISSING;
import static belfry.standin.manners.MissingManner.MISSING_AS_400;
import static belfry.standin.manners.MissingManner.MISSING_AS_403;
import static belfry.standin.manners.MissingManner.MISSING_AS_EMPTY;
import static belfry.standin.manners.MissingManner.MISSING_AS_HTML;
import static belfry.standin.manners.MissingManner.MISSING_AS_OTHER_JSON;

import belfry.standin.answers.Errors;
import belfry.standin.answers.Json;
import belfry.standin.manners.Manner;
import belfry.standin.switches.Switchboard;
import belfry.standin.wire.Reply;
import belfry.standin.world.PlatformClock;
import belfry.standin.world.Room;
import java.util.List;

/** Conversations that are not there, or not to be found. */
final class Missing {
  private final Switchboard<Manner> manners;
  private final PlatformClock clock;

  Missing(Switchboard<Manner> manners, PlatformClock clock) {
    this.manners = manners;
    this.clock = clock;
  }

  /** Whether a conversation of two cannot be found, though it is there. */
  boolean hides(Room room, boolean askedById) {
    return (askedById && manners.draw(DIRECT_BY_ID_MISSING))
        || manners.draw(DIRECT_FALSELY_MISSING)
        || (isYoung(room) && manners.draw(CONVERSATION_LAG));
  }

  private boolean isYoung(Room room) {
    return room.made().truly().plusMillis(manners.value(CONVERSATION_LAG)).isAfter(clock.truth());
  }

  /** In these words, and in the manner that is on. */
  Reply reply(String words) {
    if (manners.draw(MISSING_AS_HTML)) {
      return Errors.page(404, "404 Not Found");
    }
    if (manners.draw(MISSING_AS_OTHER_JSON)) {
      return Errors.otherJson(404);
    }
    if (manners.draw(MISSING_AS_EMPTY)) {
      return Json.reply(Json.items(List.of()));
    }
    if (manners.draw(MISSING_AS_400)) {
      return Errors.of(400, words);
    }
    return Errors.of(manners.draw(MISSING_AS_403) ? 403 : 404, words);
  }
}
