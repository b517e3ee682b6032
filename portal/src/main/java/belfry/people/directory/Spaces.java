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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The group spaces an app's bots are in, and whether they may write there. */
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

  /**
   * A space as it is offered for choosing.
   *
   * @param bot the number of the bot that writes there
   */
  public record SpaceChoice(SpaceId id, String title, Posting posting, int bot) {}

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
    var found = new LinkedHashMap<SpaceId, SpaceChoice>();
    for (var number : apps.numbers(app)) {
      var token = apps.token(app, number);
      if (token.isEmpty()) {
        continue;
      }
      switch (platform.spaces().list(token.get())) {
        case Response.Got<List<Space>>(var spaces) -> spaces.forEach(space -> add(found, app, space, number));
        // It can write nowhere as long as its token is refused; the others can.
        case Response.Denied<List<Space>>(var status, _)
            when status == 401 && apps.numbers(app).size() > 1 -> {}
        case Response<List<Space>> failed -> {
          return new Listing(
              cached == null ? List.of() : cached.choices, Optional.of(failed.trouble()));
        }
      }
    }
    var choices =
        found.values().stream()
            .sorted(Comparator.comparing(choice -> Folded.of(choice.title())))
            .toList();
    byApp.put(app.name(), new Cached(choices, time.nanos()));
    return new Listing(choices, Optional.empty());
  }

  /** Of several bots in a space, the first writes that may. */
  private void add(Map<SpaceId, SpaceChoice> found, App app, Space space, int bot) {
    var before = found.get(space.id());
    if (before == null || !(before.posting instanceof Posting.Allowed)) {
      var posting = posting(app, space, bot);
      if (before == null || posting instanceof Posting.Allowed) {
        found.put(space.id(), new SpaceChoice(space.id(), space.title(), posting, bot));
      }
    }
  }

  /** The number of the bot that writes in this space; empty if none is known to be there. */
  public Optional<Integer> bot(App app, SpaceId id) {
    return list(app).choices.stream()
        .filter(choice -> choice.id.equals(id))
        .map(SpaceChoice::bot)
        .findFirst();
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
  private Posting posting(App app, Space space, int number) {
    if (space.readOnly()) {
      return new Posting.Refused(Posting.READ_ONLY);
    }
    if (!space.announcementOnly()) {
      return new Posting.Allowed();
    }
    var token = apps.token(app, number).orElse(app.botToken());
    return apps.bot(app, number)
        .map(Bot::personId)
        .map(bot -> posting(platform.spaces().moderates(token, space.id(), bot)))
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
