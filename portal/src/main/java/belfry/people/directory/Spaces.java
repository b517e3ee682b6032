package belfry.people.directory;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.apps.Bot;
import belfry.base.Folded;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.platform.Platform;
import belfry.platform.Space;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Response;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The group spaces an app's bot is in, and whether it may write there. */
public final class Spaces {
  private static final Duration FRESH = Duration.ofMinutes(1);

  private final Platform platform;
  private final Apps apps;
  private final Time time;
  private final Map<AppName, Cached> byApp = new ConcurrentHashMap<>();

  private record Cached(List<SpaceChoice> choices, long nanos) {}

  public Spaces(Platform platform, Apps apps, Time time) {
    this.platform = platform;
    this.apps = apps;
    this.time = time;
  }

  /** A space as it is offered for choosing. */
  public record SpaceChoice(SpaceId id, String title, Posting posting) {}

  /** Spaces by title, and why the list is out of date, if it is. */
  public record Listing(List<SpaceChoice> choices, Optional<Phrase> trouble) {
    /** Whether the bot may post in this space; an older list does not say. */
    public Posting posting(SpaceId id) {
      return trouble
          .<Posting>map(Posting.Unknown::new)
          .orElseGet(() ->
              choices.stream()
                  .filter(choice -> choice.id().equals(id))
                  .findFirst()
                  .map(SpaceChoice::posting)
                  .orElseGet(() -> new Posting.Refused(Posting.NOT_IN_SPACE)));
    }
  }

  public Listing list(App app) {
    var cached = byApp.get(app.name());
    if (cached != null && time.nanos() - cached.nanos < FRESH.toNanos()) {
      return new Listing(cached.choices, Optional.empty());
    }
    return switch (platform.spaces().list(app.botToken())) {
      case Response.Got<List<Space>>(var spaces) -> {
        var choices =
            spaces.stream()
                .map(space -> new SpaceChoice(space.id(), space.title(), posting(app, space)))
                .sorted(Comparator.comparing(choice -> Folded.of(choice.title())))
                .toList();
        byApp.put(app.name(), new Cached(choices, time.nanos()));
        yield new Listing(choices, Optional.empty());
      }
      case Response<List<Space>> failed ->
          new Listing(cached == null ? List.of() : cached.choices, Optional.of(failed.trouble()));
    };
  }

  public Listing find(App app, String words, int most) {
    var all = list(app);
    var key = Folded.of(words);
    return new Listing(
        all.choices.stream()
            .filter(choice -> Folded.of(choice.title()).contains(key))
            .limit(most)
            .toList(),
        all.trouble);
  }

  /** In an announcement space, only moderators may write. */
  private Posting posting(App app, Space space) {
    if (space.readOnly()) {
      return new Posting.Refused(Posting.READ_ONLY);
    }
    if (!space.announcementOnly()) {
      return new Posting.Allowed();
    }
    return apps.bot(app)
        .map(Bot::personId)
        .map(bot -> posting(platform.spaces().moderates(app.botToken(), space.id(), bot)))
        .orElseGet(() -> unknown(Troubles.NO_BOT));
  }

  /** What is not understood does not mean that the bot is no moderator. */
  static Posting posting(Response<Boolean> moderates) {
    return switch (moderates) {
      case Response.Got<Boolean>(var moderator) ->
          moderator ? new Posting.Allowed() : new Posting.Refused(Posting.NO_MODERATOR);
      case Response<Boolean> failed -> unknown(failed.trouble());
    };
  }

  private static Posting unknown(Phrase why) {
    return new Posting.Unknown(Posting.MODERATORS_NOT_READ.with("why", why));
  }
}
