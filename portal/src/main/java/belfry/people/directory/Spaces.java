package belfry.people.directory;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.apps.Bot;
import belfry.base.Folded;
import belfry.base.Phrase;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.platform.PeopleApi;
import belfry.platform.Platform;
import belfry.platform.Space;
import belfry.platform.SpacesApi;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Response;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The group spaces an app's bots are in, and whether they may write there. */
public final class Spaces {
  private static final Duration FRESH = Duration.ofMinutes(1);

  private final Platform platform;
  private final Apps apps;
  private final Time time;
  private final Map<AppName, Cached> byApp = new ConcurrentHashMap<>();
  private final Map<Asked, Answered> asked = new ConcurrentHashMap<>();

  /** Without a space, that the platform did not answer. */
  private record Asked(AppName app, Optional<SpaceId> space) {}

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
    /** Whether the bot may post in this space, if it is shown; an older list does not say. */
    Optional<Posting> posting(SpaceId id) {
      return trouble
          .<Posting>map(Posting.Unknown::new)
          .or(() -> choice(id).map(SpaceChoice::posting));
    }

    /** This space, if it is shown. */
    public Optional<SpaceChoice> choice(SpaceId id) {
      return choices.stream().filter(choice -> choice.id().equals(id)).findFirst();
    }
  }

  public Listing list(App app) {
    var cached = byApp.get(app.name());
    if (cached != null && time.nanos() - cached.nanos < FRESH.toNanos()) {
      return new Listing(cached.choices, Optional.empty());
    }
    return switch (read(app)) {
      case Response.Got<List<SpaceChoice>>(var spaces) -> {
        var choices =
            spaces.stream()
                .sorted(Comparator.comparing(choice -> Folded.of(choice.title())))
                .toList();
        byApp.put(app.name(), new Cached(choices, time.nanos()));
        yield new Listing(choices, Optional.empty());
      }
      case Response<List<SpaceChoice>> failed ->
          new Listing(cached == null ? List.of() : cached.choices, Optional.of(failed.trouble()));
    };
  }

  /** One of an app's bots that may be asked. */
  private record Asker(App app, int bot, Secret token) {}

  private List<Asker> askers(App app) {
    return apps.numbers(app).stream()
        .flatMap(
            number -> apps.token(app, number).map(token -> new Asker(app, number, token)).stream())
        .toList();
  }

  /** A bot can write nowhere while its token is refused; the others of its app can. */
  private static boolean isRefused(Response<?> answer) {
    return answer instanceof Response.Denied<?>(var status, _) && status == 401;
  }

  private Response<List<SpaceChoice>> read(App app) {
    var found = new LinkedHashMap<SpaceId, SpaceChoice>();
    var answers = askers(app).stream().map(this::read).toList();
    for (var answer : answers) {
      if (answer instanceof Response.Got<List<SpaceChoice>>(var choices)) {
        choices.forEach(choice -> found.merge(choice.id(), choice, Spaces::first));
      }
    }
    return trouble(answers, Response.Got.class::isInstance)
        .orElseGet(() -> new Response.Got<>(List.copyOf(found.values())));
  }

  /** The first answer that is none; it says nothing that a token is refused, if another is not. */
  private static <T> Optional<Response<T>> trouble(
      List<Response<T>> answers, Predicate<Response<T>> isAnswer) {
    if (answers.isEmpty()) {
      return Optional.of(new Response.Unreachable<>(Troubles.NO_BOT));
    }
    var others = answers.stream().filter(answer -> !isRefused(answer)).toList();
    return (others.isEmpty() ? answers : others).stream().filter(isAnswer.negate()).findFirst();
  }

  /** Of several bots in a space, the first writes that may. */
  private static SpaceChoice first(SpaceChoice one, SpaceChoice other) {
    return one.posting instanceof Posting.Allowed || !(other.posting instanceof Posting.Allowed)
        ? one
        : other;
  }

  /** The number of the bot that writes in this space; empty if none is known to be there. */
  public Optional<Integer> bot(App app, SpaceId id) {
    return list(app).choice(id).or(() -> choice(app, id).found()).map(SpaceChoice::bot);
  }

  /**
   * Of several pages, one may be read before a space moves to it, because the bot has left another.
   * So they are read twice, and whatever only the first reading shows is asked about.
   */
  private Response<List<SpaceChoice>> read(Asker asker) {
    var first = platform.spaces().list(asker.token);
    if (!(first instanceof Response.Got<List<Space>>(var before))
        || before.size() < SpacesApi.SPACES_AT_ONCE) {
      return first.map(spaces -> choices(asker, spaces));
    }
    return platform
        .spaces()
        .list(asker.token)
        .map(spaces -> {
          var shown = spaces.stream().map(Space::id).collect(Collectors.toSet());
          var others =
              before.stream()
                  .map(Space::id)
                  .filter(id -> !shown.contains(id))
                  .flatMap(id -> choice(asker.app, id).found().stream());
          return Stream.concat(choices(asker, spaces).stream(), others).toList();
        });
  }

  private List<SpaceChoice> choices(Asker asker, List<Space> spaces) {
    return spaces.stream().map(space -> choice(asker, space)).toList();
  }

  private SpaceChoice choice(Asker asker, Space space) {
    return new SpaceChoice(space.id(), space.title(), posting(asker, space), asker.bot);
  }

  /** A space that was asked about: empty if the bot is not in it; and why that is not known. */
  public record Sought(Optional<SpaceChoice> found, Optional<Phrase> trouble) {}

  private record Answered(Sought sought, long nanos) {}

  /**
   * Asks about a space that a list does not show: the bot may have come into it since, and what is
   * longer than a page may have moved while it was read.
   */
  public Sought choice(App app, SpaceId id) {
    asked.values().removeIf(one -> time.nanos() - one.nanos >= FRESH.toNanos());
    var known = asked.get(new Asked(app.name(), Optional.of(id)));
    if (known != null) {
      return known.sought;
    }
    // While the platform does not answer, each would wait for it again.
    var silent = asked.get(new Asked(app.name(), Optional.empty()));
    if (silent != null) {
      return silent.sought;
    }
    var sought = sought(app, id);
    asked.put(
        new Asked(app.name(), sought.trouble.isEmpty() ? Optional.of(id) : Optional.empty()),
        new Answered(sought, time.nanos()));
    return sought;
  }

  private Sought sought(App app, SpaceId id) {
    var answers =
        askers(app).stream()
            .map(asker ->
                platform.spaces().group(asker.token, id).map(space -> choice(asker, space)))
            .toList();
    var found =
        answers.stream()
            .flatMap(answer ->
                answer instanceof Response.Got<SpaceChoice>(var choice)
                    ? Stream.of(choice)
                    : Stream.empty())
            .reduce(Spaces::first);
    return new Sought(
        found,
        found.isPresent()
            ? Optional.empty()
            : trouble(answers, PeopleApi::isAboutAnId).map(Response::trouble));
  }

  /** Whether the bot may post in this space; one that the list does not show is asked about. */
  public Posting posting(App app, Listing listing, SpaceId id) {
    return listing
        .posting(id)
        .orElseGet(() -> {
          var sought = choice(app, id);
          return sought
              .trouble
              .<Posting>map(Posting.Unknown::new)
              .or(() -> sought.found.map(SpaceChoice::posting))
              .orElseGet(() -> new Posting.Refused(Posting.NOT_IN_SPACE));
        });
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
  private Posting posting(Asker asker, Space space) {
    if (space.readOnly()) {
      return new Posting.Refused(Posting.READ_ONLY);
    }
    if (!space.announcementOnly()) {
      return new Posting.Allowed();
    }
    return apps.bot(asker.app, asker.bot)
        .map(Bot::personId)
        .map(bot -> posting(platform.spaces().moderates(asker.token, space.id(), bot)))
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
