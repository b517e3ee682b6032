package belfry.people.directory;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.apps.Bot;
import belfry.base.Folded;
import belfry.base.Outage;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The group spaces an app's bots are in, and whether they may write there. */
public final class Spaces {
  private static final Logger LOG = LoggerFactory.getLogger(Spaces.class);
  private static final Duration FRESH = Duration.ofMinutes(1);
  private static final int AT_ONCE = 8;
  private static final Sought NOT_YET =
      new Sought(Optional.empty(), Optional.of(Troubles.NOT_ASKED_YET));

  private final Platform platform;
  private final Apps apps;
  private final Duration awaited;
  private final Time time;
  private final Map<AppName, Cached> byApp = new ConcurrentHashMap<>();
  private final Map<Asked, Answered> asked = new ConcurrentHashMap<>();
  private final Map<Asked, CompletableFuture<Sought>> underWay = new ConcurrentHashMap<>();
  private final Map<AppName, Semaphore> places = new ConcurrentHashMap<>();

  /** Without a space, that the platform did not answer. */
  private record Asked(AppName app, Optional<SpaceId> space) {}

  private record Cached(List<SpaceChoice> choices, long nanos) {}

  /** {@code awaited} is how long somebody at a page waits for spaces that are asked about. */
  public Spaces(Platform platform, Apps apps, Duration awaited, Time time) {
    this.platform = platform;
    this.apps = apps;
    this.awaited = awaited;
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

  /** Whether it says nothing about a space, so that other spaces need not be asked about. */
  private record Answered(Sought sought, boolean isSilence, long nanos) {}

  /**
   * Asks about spaces that a list does not show, some at a time, for somebody who does not wait
   * long. What was begun goes on alone, so that it is known the next time.
   */
  public Map<SpaceId, Sought> choices(App app, Collection<SpaceId> ids) {
    var answers = new LinkedHashMap<SpaceId, CompletableFuture<Sought>>();
    ids.forEach(id -> answers.computeIfAbsent(id, one -> asking(app, one)));
    CompletableFuture.allOf(answers.values().toArray(CompletableFuture[]::new))
        .completeOnTimeout(null, awaited.toMillis(), TimeUnit.MILLISECONDS)
        .join();
    var sought = new LinkedHashMap<SpaceId, Sought>();
    answers.forEach((id, answer) -> sought.put(id, answer.getNow(NOT_YET)));
    return sought;
  }

  private CompletableFuture<Sought> asking(App app, SpaceId id) {
    var known = known(app, id);
    if (known.isPresent()) {
      return CompletableFuture.completedFuture(known.get());
    }
    var key = new Asked(app.name(), Optional.of(id));
    return underWay.computeIfAbsent(
        key,
        _ -> {
          var asking = new CompletableFuture<Sought>();
          Thread.ofVirtual().name("which space").start(() -> ask(app, id, key, asking));
          return asking;
        });
  }

  private void ask(App app, SpaceId id, Asked key, CompletableFuture<Sought> asking) {
    var free = places.computeIfAbsent(app.name(), _ -> new Semaphore(AT_ONCE));
    free.acquireUninterruptibly();
    var sought = NOT_YET;
    try {
      sought = choice(app, id);
    } catch (RuntimeException e) {
      LOG.atLevel(Outage.level(e, Level.WARN)).log("A space could not be asked about", e);
    } finally {
      free.release();
      underWay.remove(key);
      asking.complete(sought);
    }
  }

  private Optional<Sought> known(App app, SpaceId id) {
    asked.values().removeIf(one -> time.nanos() - one.nanos >= FRESH.toNanos());
    // While the platform does not answer, each would wait for it again.
    return Stream.of(Optional.of(id), Optional.<SpaceId>empty())
        .flatMap(space -> Stream.ofNullable(asked.get(new Asked(app.name(), space))))
        .map(Answered::sought)
        .findFirst();
  }

  /**
   * Asks about a space that a list does not show: the bot may have come into it since, and what is
   * longer than a page may have moved while it was read.
   */
  private Sought choice(App app, SpaceId id) {
    var known = known(app, id);
    if (known.isPresent()) {
      return known.get();
    }
    var answered = sought(app, id);
    asked.put(
        new Asked(app.name(), answered.isSilence ? Optional.empty() : Optional.of(id)), answered);
    return answered.sought;
  }

  private Answered sought(App app, SpaceId id) {
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
    var trouble =
        found.isPresent()
            ? Optional.<Response<SpaceChoice>>empty()
            : trouble(answers, PeopleApi::isAboutAnId);
    return new Answered(
        new Sought(found, trouble.map(Response::trouble)),
        trouble.filter(why -> !(why instanceof Response.Denied<?>) || isRefused(why)).isPresent(),
        time.nanos());
  }

  /**
   * Whether the bot may post in these spaces; those that the list does not show are asked about.
   */
  public Map<SpaceId, Posting> postings(App app, Listing listing, Collection<SpaceId> ids) {
    var postings = new LinkedHashMap<SpaceId, Posting>();
    var others = new ArrayList<SpaceId>();
    ids.forEach(id ->
        listing
            .posting(id)
            .ifPresentOrElse(posting -> postings.put(id, posting), () -> others.add(id)));
    choices(app, others).forEach((id, sought) -> postings.put(id, posting(sought)));
    return postings;
  }

  private static Posting posting(Sought sought) {
    return sought
        .trouble
        .<Posting>map(Posting.Unknown::new)
        .or(() -> sought.found.map(SpaceChoice::posting))
        .orElseGet(() -> new Posting.Refused(Posting.NOT_IN_SPACE));
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
