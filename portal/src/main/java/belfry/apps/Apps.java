package belfry.apps;

import belfry.base.Phrase;
import belfry.base.PhraseBook;
import belfry.platform.Platform;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.PlatformContact;
import belfry.platform.wire.Response;
import belfry.storage.Database;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The registry of apps and their bots. */
public final class Apps {
  /**
   * The status of an answer about a bot that already belongs to another app; not an HTTP status.
   */
  public static final int SHARED = -1;

  private static final Phrase BOT_SHARED =
      Phrase.of(
          "bot.shared", "it belongs to the bot of {{app}}, and each app needs a bot of its own");
  private static final PhraseBook REFUSALS = new PhraseBook(List.of(BOT_SHARED));

  private static final Logger LOG = LoggerFactory.getLogger(Apps.class);

  private final Map<AppName, App> byName = new LinkedHashMap<>();
  private final Platform platform;
  private final Database database;
  private final Map<AppName, Bot> bots = new ConcurrentHashMap<>();

  /**
   * Which app each bot belongs to, by person id, as far as this process knows; the first app keeps
   * it.
   */
  private final Map<PersonId, AppName> owners = new ConcurrentHashMap<>();

  public Apps(List<App> apps, Platform platform, Database database) {
    apps.forEach(app -> byName.put(app.name(), app));
    apps.forEach(app -> platform.contact().watch(app.botToken()));
    this.platform = platform;
    this.database = database;
    bots.putAll(kept());
  }

  private Map<AppName, Bot> kept() {
    return database
        .read(handle ->
            handle
                .createQuery("SELECT app, person, name, email, avatar FROM bot")
                .map((row, _) ->
                    Map.entry(
                        new AppName(row.getString("app")),
                        new Bot(
                            new PersonId(row.getString("person")),
                            row.getString("name"),
                            row.getString("email"),
                            row.getString("avatar"))))
                .list())
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** While the bot is not known here, reads whether another process knows it by now. */
  public void learn(App app) {
    if (!bots.containsKey(app.name())) {
      Optional.ofNullable(kept().get(app.name())).ifPresent(bot -> bots.put(app.name(), bot));
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
   * The bot as last seen, even while the platform does not answer; empty before the first answer.
   */
  public Optional<Bot> bot(App app) {
    return Optional.ofNullable(bots.get(app.name()));
  }

  /**
   * Asks the platform who the bot is and keeps the answer. Two tokens may belong to one bot. Only
   * the first app may then use it, because messages of one app would be taken for the other's. If
   * the platform does not say who an earlier app's bot is, that app's last known bot counts; if
   * there is none, it is unknown whether this app may use its bot.
   */
  public Response<Bot> refreshBot(App app) {
    var answer = ask(app);
    if (!(answer instanceof Response.Got<Bot>(var bot))) {
      return answer;
    }
    for (var earlier : byName.values()) {
      if (earlier.name().equals(app.name())) {
        break;
      }
      if (!owners.containsValue(earlier.name())) {
        switch (ask(earlier)) {
          case Response.Got<Bot>(var taken) -> owners.putIfAbsent(taken.personId(), earlier.name());
          // Its token belongs to no bot, so it sends nothing.
          case Response.Denied<Bot> _ -> {}
          case Response<Bot> unknown -> {
            var known = bot(earlier);
            if (known.isEmpty()) {
              return unknown;
            }
            if (known.get().personId().equals(bot.personId())) {
              return new Response.Denied<>(SHARED, sharedWith(earlier.name()));
            }
          }
        }
      }
    }
    var owner = owners.putIfAbsent(bot.personId(), app.name());
    if (owner != null && !owner.equals(app.name())) {
      bots.remove(app.name());
      return new Response.Denied<>(SHARED, sharedWith(owner));
    }
    known(app, bot);
    return answer;
  }

  /** One at a time: at the start, several ask at once. */
  private synchronized void known(App app, Bot bot) {
    if (!bot.equals(bots.get(app.name()))) {
      keep(app, bot);
      LOG.info("App {}: its bot is {} <{}>", app.name(), bot.displayName(), bot.email());
    }
  }

  /** The message about an app whose bot belongs to another app. */
  public static String sharedWith(AppName owner) {
    return BOT_SHARED.with("app", owner.toString()).english();
  }

  /**
   * Why a bot's token is refused, read from the stored text: the platform's own words, unless the
   * bot is shared.
   */
  public static Phrase refusal(String kept) {
    return REFUSALS.readOrQuote(kept);
  }

  /** For how long nothing understood came to the bot although it was tried; empty if it does. */
  public Optional<PlatformContact.Silent> silent(App app) {
    return platform.contact().silent(app.botToken());
  }

  private Response<Bot> ask(App app) {
    return platform.people().me(app.botToken()).map(Apps::bot);
  }

  private void keep(App app, Bot bot) {
    database.write(handle ->
        handle.execute(
            """
            INSERT INTO bot (app, person, name, email, avatar) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (app) DO UPDATE SET person = excluded.person, name = excluded.name,
              email = excluded.email, avatar = excluded.avatar
            """,
            app.name(),
            bot.personId(),
            bot.displayName(),
            bot.email(),
            bot.avatar()));
    bots.put(app.name(), bot);
  }

  private static Bot bot(Profile profile) {
    return new Bot(profile.id(), profile.displayName(), profile.email(), profile.avatar());
  }
}
