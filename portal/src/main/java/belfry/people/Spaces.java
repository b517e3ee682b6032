package belfry.people;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.apps.Bot;
import belfry.base.Folded;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.platform.Answer;
import belfry.platform.Platform;
import belfry.platform.Space;
import belfry.platform.SpaceId;
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

  Spaces(Platform platform, Apps apps, Time time) {
    this.platform = platform;
    this.apps = apps;
    this.time = time;
  }

  /** A space as it is offered for choosing. */
  public record SpaceChoice(SpaceId id, String title, boolean mayPost) {}

  /** Spaces by title, and why the list is out of date, if it is. */
  public record Listing(List<SpaceChoice> choices, Optional<Phrase> trouble) {}

  public Listing list(App app) {
    var cached = byApp.get(app.name());
    if (cached != null && time.nanos() - cached.nanos < FRESH.toNanos()) {
      return new Listing(cached.choices, Optional.empty());
    }
    return switch (platform.spaces().list(app.botToken())) {
      case Answer.Got<List<Space>>(var spaces) -> {
        var choices =
            spaces.stream()
                .map(space -> new SpaceChoice(space.id(), space.title(), mayPost(app, space)))
                .sorted(Comparator.comparing(choice -> Folded.of(choice.title())))
                .toList();
        byApp.put(app.name(), new Cached(choices, time.nanos()));
        yield new Listing(choices, Optional.empty());
      }
      case Answer<List<Space>> failed ->
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
  private boolean mayPost(App app, Space space) {
    if (space.readOnly()) {
      return false;
    }
    if (!space.announcementOnly()) {
      return true;
    }
    return apps.bot(app)
        .map(Bot::personId)
        .map(bot -> platform.spaces().moderates(app.botToken(), space.id(), bot))
        .filter(answer -> answer.equals(new Answer.Got<>(true)))
        .isPresent();
  }
}
