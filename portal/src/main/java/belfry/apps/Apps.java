package belfry.apps;

import belfry.base.Phrase;
import belfry.base.PhraseBook;
import belfry.base.Secret;
import belfry.platform.Platform;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.PlatformContact;
import belfry.platform.wire.Response;
import belfry.storage.Database;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The registry of apps and their bots. */
public final class Apps {
  /**
   * The status of an answer about a bot that may not send here: it already belongs to another app,
   * or its token is not in the settings. Not an HTTP status.
   */
  public static final int NOT_OURS = -1;

  private static final Phrase BOT_SHARED =
      Phrase.of(
          "bot.shared", "it belongs to the bot of {{app}}, and each app needs a bot of its own");
  private static final Phrase BOT_TWICE =
      Phrase.of("bot.twice", "it belongs to a bot of this app whose token is listed already");
  private static final Phrase BOT_REMOVED =
      Phrase.of("bot.removed", "it is no longer in the settings");
  private static final Phrase BOT_UNNAMED =
      Phrase.of("bot.unnamed", "Webex has not said yet whose tokens are in the settings");
  private static final PhraseBook REFUSALS =
      new PhraseBook(List.of(BOT_SHARED, BOT_TWICE, BOT_REMOVED));

  private static final Logger LOG = LoggerFactory.getLogger(Apps.class);

  private final Map<AppName, App> byName = new LinkedHashMap<>();
  private final Platform platform;
  private final Database database;

  /** The bots of each app that are on record, by number. */
  private final Map<AppName, SortedMap<Integer, Bot>> bots = new ConcurrentHashMap<>();

  /** Which number each token's bot has, as far as this process has been told whose it is. */
  private final Map<Place, Integer> numbers = new ConcurrentHashMap<>();

  /** Whose each bot is, by person id, as far as this process knows; the first keeps it. */
  private final Map<PersonId, Place> owners = new ConcurrentHashMap<>();

  /** A token in the settings. */
  private record Place(AppName app, Secret token) {}

  public Apps(List<App> apps, Platform platform, Database database) {
    apps.forEach(app -> byName.put(app.name(), app));
    apps.stream().flatMap(app -> app.botTokens().stream()).forEach(platform.contact()::watch);
    this.platform = platform;
    this.database = database;
    bots.putAll(database.read(BotStore::all));
    apps.stream()
        .filter(app ->
            app.botTokens().size() == 1 && known(app).keySet().stream().allMatch(n -> n == 0))
        .forEach(app -> numbers.put(new Place(app.name(), app.botToken()), 0));
  }

  private SortedMap<Integer, Bot> known(App app) {
    return bots.getOrDefault(app.name(), Collections.emptySortedMap());
  }

  /** While not all of its bots are known here, reads which another process knows by now. */
  public void learn(App app) {
    if (known(app).size() < app.botTokens().size()) {
      read(app);
    }
  }

  private void read(App app) {
    var recorded = database.read(handle -> BotStore.of(handle, app.name()));
    if (!recorded.isEmpty()) {
      bots.put(app.name(), recorded);
    }
  }

  /** Empty for an unknown bot. */
  public Optional<App> find(AppName name) {
    return Optional.ofNullable(byName.get(name));
  }

  public Collection<App> all() {
    return byName.values();
  }

  /**
   * The bot by whose name the app is known, as last seen, even while the platform does not answer;
   * empty before the first answer.
   */
  public Optional<Bot> bot(App app) {
    return bots(app).stream().findFirst().or(() -> known(app).values().stream().findFirst());
  }

  /** The bot of this number, even if it no longer belongs to the app. */
  public Optional<Bot> bot(App app, int number) {
    return Optional.ofNullable(known(app).get(number));
  }

  /** The bots that it may send through, by number, as far as they are known. */
  public List<Bot> bots(App app) {
    return present(known(app));
  }

  /** Likewise, as any process knows them. */
  public static List<Bot> bots(Handle handle, AppName app) {
    return present(BotStore.of(handle, app));
  }

  private static List<Bot> present(SortedMap<Integer, Bot> known) {
    return known.values().stream().filter(bot -> !bot.gone()).toList();
  }

  /** The numbers of all bots that it ever had; there is always the first. */
  public List<Integer> numbers(App app) {
    var known = known(app);
    return known.isEmpty() || known.lastKey() == 0
        ? List.of(0)
        : Stream.concat(Stream.of(0), known.keySet().stream()).distinct().toList();
  }

  /** The token of the bot of this number; empty if there is none, as far as is known. */
  public Optional<Secret> token(App app, int number) {
    return app.botTokens().stream()
        .filter(token -> number(app, token).filter(known -> known == number).isPresent())
        .findFirst();
  }

  /** Whether the settings certainly have no token of this bot. */
  public boolean isRemoved(App app, int number) {
    return app.botTokens().stream().allMatch(token -> number(app, token).isPresent())
        && token(app, number).isEmpty();
  }

  /** Asks the platform whose those tokens are of which it has not said so. */
  public void identify(App app) {
    unidentified(app);
  }

  /** Likewise; what it says instead of those that it still does not. */
  private List<Response<Bot>> unidentified(App app) {
    return app.botTokens().stream()
        .filter(token -> number(app, token).isEmpty() || bot(app).isEmpty())
        .map(token -> refresh(app, token))
        .filter(answer -> !(answer instanceof Response.Got<Bot>))
        .toList();
  }

  /**
   * Asks the platform who the bot is and keeps the answer. Two tokens may belong to one bot. Only
   * the first may then be used, because messages of one app would be taken for the other's. If the
   * platform does not say who an earlier app's bots are, its last known bots count; if it has more
   * tokens than those, it is unknown whether this app may use its bot.
   */
  public Response<Bot> refreshBot(App app, int number) {
    var instead = token(app, number).isEmpty() ? unidentified(app) : List.<Response<Bot>>of();
    return token(app, number)
        .map(token -> refresh(app, token))
        .orElseGet(() ->
            isRemoved(app, number)
                ? new Response.Denied<>(NOT_OURS, BOT_REMOVED.english())
                : unnamed(instead));
  }

  /** Whichever of these tokens is the bot's; if all are refused, so is its own. */
  private static Response<Bot> unnamed(List<Response<Bot>> instead) {
    return instead.stream()
        .min(Comparator.comparing(answer -> answer instanceof Response.Denied<Bot>))
        .orElseGet(() -> new Response.Unreachable<>(BOT_UNNAMED));
  }

  private Response<Bot> refresh(App app, Secret token) {
    var answer = ask(token);
    if (!(answer instanceof Response.Got<Profile>(var bot))) {
      return answer.without();
    }
    var doubt = earlierOwner(app, token, bot.id());
    if (doubt.isPresent()) {
      return doubt.get();
    }
    var us = new Place(app.name(), token);
    var owner = owners.putIfAbsent(bot.id(), us);
    if (owner != null && !owner.equals(us)) {
      return shared(app, owner.app);
    }
    return new Response.Got<>(known(app, token, bot));
  }

  private Optional<Integer> number(App app, Secret token) {
    return Optional.ofNullable(numbers.get(new Place(app.name(), token)));
  }

  /** Why a bot cannot be this token's, or that it is not known; empty if it can. */
  private Optional<Response<Bot>> earlierOwner(App app, Secret token, PersonId bot) {
    for (var earlier : byName.values()) {
      for (var other : earlier.botTokens()) {
        var there = new Place(earlier.name(), other);
        if (there.equals(new Place(app.name(), token))) {
          return Optional.empty();
        }
        if (owners.containsValue(there)) {
          continue;
        }
        switch (ask(other)) {
          case Response.Got<Profile>(var taken) -> owners.putIfAbsent(taken.id(), there);
          // It belongs to no bot, so it sends nothing.
          case Response.Denied<Profile> _ -> {}
          case Response<Profile> unknown -> {
            if (known(earlier).size() < earlier.botTokens().size()) {
              return Optional.of(unknown.without());
            }
            if (!earlier.name().equals(app.name())
                && BotStore.number(known(earlier), bot).isPresent()) {
              return Optional.of(shared(app, earlier.name()));
            }
          }
        }
      }
    }
    return Optional.empty();
  }

  private Response<Bot> shared(App app, AppName owner) {
    if (app.botTokens().size() == 1) {
      bots.remove(app.name());
    }
    return new Response.Denied<>(NOT_OURS, sharedWith(owner, app.name()));
  }

  /** One at a time: at the start, several ask at once. */
  private synchronized Bot known(App app, Secret token, Profile shown) {
    var isOnly =
        number(app, token).isPresent() && app.botTokens().size() == 1 && numbers(app).size() == 1;
    var number =
        BotStore.number(known(app), shown.id())
            .filter(one -> Bot.of(one, shown).equals(known(app).get(one)))
            .orElseGet(() -> keep(app, shown, isOnly));
    if (!Integer.valueOf(number).equals(numbers.put(new Place(app.name(), token), number))) {
      markGone(app);
    }
    return Objects.requireNonNull(known(app).get(number));
  }

  private int keep(App app, Profile shown, boolean isOnly) {
    var kept =
        database.<Optional<Integer>>write(
            handle -> BotStore.keep(handle, app.name(), shown, isOnly));
    if (kept.isEmpty()) {
      // Another process has given away that number meanwhile.
      return keep(app, shown, isOnly);
    }
    read(app);
    LOG.info(
        "App {}: its bot{} is {} <{}>",
        app.name(),
        isOnly ? "" : " " + (kept.get() + 1),
        shown.displayName(),
        shown.email());
    return kept.get();
  }

  /** Once all are known whose tokens are in the settings, so are those whose are not. */
  private void markGone(App app) {
    var changed =
        known(app).values().stream()
            .filter(bot -> bot.gone() != isRemoved(app, bot.number()))
            .toList();
    if (changed.isEmpty()) {
      return;
    }
    database.write(handle -> {
      changed.forEach(bot -> BotStore.gone(handle, app.name(), bot.number(), !bot.gone()));
      return changed.size();
    });
    read(app);
    changed.forEach(bot ->
        LOG.info(
            "App {}: its bot {}, {} <{}>, {}",
            app.name(),
            bot.number() + 1,
            bot.displayName(),
            bot.email(),
            bot.gone()
                ? "is in the settings again"
                : "is no longer in the settings. What waits for it goes to the others"));
  }

  /** The message about a token of one app whose bot belongs to a token before it. */
  public static String sharedWith(AppName owner, AppName app) {
    return (owner.equals(app) ? BOT_TWICE : BOT_SHARED.with("app", owner.toString())).english();
  }

  /**
   * Why a bot's token is refused, read from the stored text: the platform's own words, unless the
   * bot is shared.
   */
  public static Phrase refusal(String kept) {
    return REFUSALS.readOrQuote(kept);
  }

  /** For how long nothing understood came to the bot although it was tried; empty if it does. */
  public Optional<PlatformContact.Silent> silent(App app, int number) {
    return token(app, number).flatMap(platform.contact()::silent);
  }

  /** Likewise, to that bot of the app of which it is longest. */
  public Optional<PlatformContact.Silent> silent(App app) {
    return numbers(app).stream()
        .flatMap(number -> silent(app, number).stream())
        .max(Comparator.comparing(PlatformContact.Silent::tried));
  }

  private Response<Profile> ask(Secret token) {
    return platform.people().me(token);
  }
}
