package belfry.standin.messages;

import static belfry.standin.manners.PostManner.REFUSED_ALONE;
import static belfry.standin.manners.PostManner.REFUSED_ALONE_AT_TIMES;
import static belfry.standin.manners.PostManner.STRAY_401;
import static belfry.standin.manners.PostManner.STRAY_404;
import static belfry.standin.manners.PostManner.STRAY_429;

import belfry.standin.answers.DateHeader;
import belfry.standin.answers.Errors;
import belfry.standin.manners.Manner;
import belfry.standin.switches.Switchboard;
import belfry.standin.wire.Reply;
import belfry.standin.world.Destination;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Refusals without a reason. */
final class Strays {
  private static final int FORMS = 7;

  private final Switchboard<Manner> manners;

  Strays(Switchboard<Manner> manners) {
    this.manners = manners;
  }

  Optional<Reply> next() {
    if (manners.draw(STRAY_401)) {
      return Optional.of(Errors.unauthorized());
    }
    if (manners.draw(STRAY_404)) {
      return Optional.of(Errors.of(404, Letters.NO_CONVERSATION));
    }
    return manners.draw(STRAY_429) ? Optional.of(throttled()) : Optional.empty();
  }

  /** The same people and rooms each time, or every other time. */
  Optional<Reply> alone(Destination to) {
    var whom =
        switch (to) {
          case Destination.ToPerson(var person, _) -> person.uuid();
          case Destination.ToRoom(var room) -> room.uuid();
        };
    return isRefused(REFUSED_ALONE, whom) || isRefusedAtTimes(whom)
        ? Optional.of(Errors.throttled(1))
        : Optional.empty();
  }

  private boolean isRefused(Manner manner, UUID whom) {
    var holds = manners.holdsFor(manner, whom);
    if (holds) {
      manners.count(manner);
    }
    return holds;
  }

  private boolean isRefusedAtTimes(UUID whom) {
    return manners.holdsFor(REFUSED_ALONE_AT_TIMES, whom)
        && manners.turn(REFUSED_ALONE_AT_TIMES, 2) == 0
        && isRefused(REFUSED_ALONE_AT_TIMES, whom);
  }

  private Reply throttled() {
    var seconds = manners.value(STRAY_429);
    var bare = Errors.of(429, "Too many requests; try again later.");
    return switch (manners.turn(STRAY_429, FORMS)) {
      case 0 -> Errors.throttled(seconds);
      case 1 -> bare;
      case 2 -> Errors.throttled(0);
      case 3 -> Errors.throttled(-1);
      case 4 -> bare.with("Retry-After", DateHeader.usual(Instant.now().plusSeconds(seconds)));
      case 5 -> bare.with("Retry-After", "rand(30),add(30)");
      default ->
          Errors.page(429, "429 Too Many Requests").with("Retry-After", Long.toString(seconds));
    };
  }
}
