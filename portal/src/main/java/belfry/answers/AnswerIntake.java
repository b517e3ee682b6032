package belfry.answers;

import belfry.answers.Announcements.Belonging;
import belfry.answers.ReceivedAnswer.Kind;
import belfry.answers.ReceivedAnswer.Said;
import belfry.apps.App;
import belfry.apps.Apps;
import belfry.apps.Bot;
import belfry.base.Backoff;
import belfry.base.Secret;
import belfry.base.Shortened;
import belfry.base.Time;
import belfry.platform.AnswersApi;
import belfry.platform.Platform;
import belfry.platform.Profile;
import belfry.platform.ids.Likeness;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PersonRef;
import belfry.platform.ids.PlatformId;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Response;
import belfry.runs.recipients.NamedRecipient;
import belfry.storage.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works off events of one app: asks the platform what was said, finds the announcement, and stores
 * the answer. What is not understood is asked for again; it never counts as nothing.
 */
final class AnswerIntake {
  private static final Logger LOG = LoggerFactory.getLogger(AnswerIntake.class);

  /** Longer than any message of the platform. */
  private static final int LONGEST_TEXT = 10_000;

  private final App app;
  private final Apps apps;
  private final Platform platform;
  private final Database database;
  private final AnswerStore store;
  private final AnswerSettings.Times times;
  private final Time time;

  /** What is shared by the intakes of all apps. */
  record Ground(
      Apps apps,
      Platform platform,
      Database database,
      AnswerStore store,
      AnswerSettings.Times times,
      Time time) {}

  AnswerIntake(App app, Ground ground) {
    this.app = app;
    apps = ground.apps;
    platform = ground.platform;
    database = ground.database;
    store = ground.store;
    times = ground.times;
    time = ground.time;
  }

  /** Why an event is no answer, other than {@link Announcements.Why}. */
  private enum Reason {
    /** One of the app's bots wrote it itself. */
    OWN,
    /** It was deleted before it could be read. */
    GONE
  }

  /** What was found out about an event. */
  private record Content(
      Said said,
      PersonRef author,
      Optional<SpaceId> room,
      Optional<String> parent,
      Instant created) {}

  /** Works off one event; true if it became a new answer. */
  boolean take(AnswerEvents.Waiting waiting) {
    var number = waiting.event().bot();
    var bot = apps.bot(app, number);
    if (bot.filter(Bot::gone).isPresent()) {
      // It can be read if the token comes back.
      return notUnderstood(waiting, "its bot is no longer in the settings");
    }
    var token = apps.token(app, number);
    if (token.isEmpty() || bot.isEmpty()) {
      return later(waiting, backoff(waiting), false);
    }
    return switch (waiting.event().kind()) {
      case WRITTEN ->
          read(
              waiting,
              token.get(),
              platform.answers().message(token.get(), waiting.event().source()),
              message ->
                  message.whole() ? Optional.of(content(message, waiting)) : Optional.empty());
      case PRESS ->
          read(
              waiting,
              token.get(),
              platform.answers().press(token.get(), waiting.event().source()),
              press -> Optional.of(content(press, waiting)));
    };
  }

  private interface Reading<T> {
    /** Empty if the platform could not read it itself. */
    Optional<Content> of(T value);
  }

  private <T> boolean read(
      AnswerEvents.Waiting waiting, Secret token, Response<T> answer, Reading<T> reading) {
    return switch (answer) {
      case Response.Got<T>(var value) ->
          reading
              .of(value)
              .map(content -> understood(waiting, token, content))
              .orElseGet(() -> notUnderstood(waiting, "Webex cannot read it"));
      case Response.Absent<T> _ -> absent(waiting);
      case Response.Throttled<T>(var rest) -> later(waiting, rest, false);
      case Response<T> other -> notUnderstood(waiting, other.trouble().english());
    };
  }

  private static Content content(AnswersApi.Written message, AnswerEvents.Waiting waiting) {
    var text = message.text();
    return new Content(
        Said.written(Shortened.to(text, LONGEST_TEXT), message.files()),
        new PersonRef(message.author().id().or(waiting.event()::person), message.author().email()),
        message.room().or(waiting.event()::room),
        message.parent(),
        message.created().orElse(waiting.event().created()));
  }

  private static Content content(AnswersApi.Press press, AnswerEvents.Waiting waiting) {
    return new Content(
        Said.pressed(press.inputs()),
        new PersonRef(press.person(), ""),
        press.room().or(waiting.event()::room),
        Optional.of(press.messageId()),
        press.created().orElse(waiting.event().created()));
  }

  /** What a bot says to another one of its app in a space is no answer either. */
  static boolean isOwn(Apps apps, App app, PersonRef author) {
    return apps.numbers(app).stream()
        .flatMap(number -> apps.bot(app, number).stream())
        .map(bot -> new PersonRef(bot.personId(), bot.email()))
        .anyMatch(bot -> bot.compare(author) == Likeness.SAME);
  }

  private boolean understood(AnswerEvents.Waiting waiting, Secret token, Content content) {
    if (isOwn(apps, app, content.author)) {
      return settled(waiting, Reason.OWN);
    }
    var author = content.author.id().or(() -> byAddress(token, content.author.email()));
    if (author.isEmpty()) {
      return notUnderstood(waiting, "Webex does not say who wrote it");
    }
    // Asked before the transaction, which may be run again.
    var named =
        waiting.event().inSpace()
            ? Optional.of(named(token, author.get(), content.author.email()))
            : Optional.<Answerer>empty();
    return database.write(handle -> {
      var found = find(handle, waiting, content, author);
      return switch (found) {
        case Belonging.About about ->
            stored(handle, waiting, answer(handle, waiting, content, named, about));
        case Belonging.NotYet() -> retry(handle, waiting, times.retry(), false);
        case Belonging.None(var why) -> {
          AnswerEvents.settle(handle, app.name(), waiting.event(), why);
          yield false;
        }
      };
    });
  }

  private Belonging find(
      Handle handle, AnswerEvents.Waiting waiting, Content content, Optional<PersonId> author) {
    var targets =
        waiting.event().inSpace()
            ? content.room.map(Announcements::targets)
            : author.map(id -> Announcements.targets(id, content.author.email()));
    if (targets.isEmpty()) {
      return new Belonging.None(Announcements.Why.NO_ANNOUNCEMENT);
    }
    // In a space, all see what any bot said there.
    var heardBy =
        waiting.event().inSpace() ? Optional.<Integer>empty() : Optional.of(waiting.event().bot());
    var announcements = new Announcements(handle, app.name(), heardBy);
    return content.said.kind() == Kind.PRESS && content.said.readable()
        ? announcements.ofPress(targets.get(), content.parent.orElse(""), content.created)
        : announcements.ofWords(
            targets.get(), content.parent, content.said.text(), content.created);
  }

  /** In a 1:1 conversation, the recipient of the announcement is who answered. */
  private ReceivedAnswer answer(
      Handle handle,
      AnswerEvents.Waiting waiting,
      Content content,
      Optional<Answerer> named,
      Belonging.About about) {
    var recipient =
        new Answerer(
            NamedRecipient.id(handle, new PersonId(about.target())),
            about.name(),
            about.email().isEmpty() ? content.author.email() : about.email());
    return ReceivedAnswer.now(
        app.name(),
        waiting.event().source(),
        about.announcement(),
        named.orElse(recipient),
        content.said,
        content.created,
        time.now());
  }

  /** Somebody in a space, as known here or there; without a name if neither is known. */
  private Answerer named(Secret token, PersonId id, String email) {
    return database
        .read(handle ->
            handle
                .createQuery("SELECT name, email FROM person WHERE id IN (<ids>)")
                .bindList("ids", List.copyOf(Announcements.targets(id)))
                .map((row, _) -> new Answerer(id, row.getString("name"), row.getString("email")))
                .findFirst())
        .or(() ->
            platform.people().byIds(token, List.of(id))
                    instanceof Response.Got<List<Profile>>(var profiles)
                ? profiles.stream()
                    .findFirst()
                    .map(one -> new Answerer(id, one.displayName(), one.email()))
                : Optional.empty())
        .orElse(new Answerer(id, "", email));
  }

  /**
   * An address can pass to somebody else in the organization, so what is stored counts only if
   * nobody there has it: whoever is outside is not found.
   */
  private Optional<PersonId> byAddress(Secret token, String email) {
    if (email.isBlank()) {
      return Optional.empty();
    }
    return platform.people().byEmail(token, email.strip())
            instanceof Response.Got<Optional<Profile>>(var profile)
        ? profile.map(Profile::id).or(() -> storedOwner(email.strip()))
        : storedOwner(email.strip());
  }

  private Optional<PersonId> storedOwner(String email) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT id FROM person WHERE email = :email
                UNION SELECT person FROM address WHERE email = :email AND person <> ''
                """)
            .bind("email", email)
            .map((row, _) -> new PersonId(row.getString("id")))
            .findFirst());
  }

  private boolean stored(Handle handle, AnswerEvents.Waiting waiting, ReceivedAnswer answer) {
    var isNew = store.add(handle, answer);
    AnswerEvents.remove(handle, app.name(), waiting.event());
    return isNew;
  }

  /** Messages may be shown late (platform-api.md 4.2), so it is looked for again. */
  private boolean absent(AnswerEvents.Waiting waiting) {
    return age(waiting).compareTo(times.gone()) < 0
        ? later(waiting, backoff(waiting), true)
        : settled(waiting, Reason.GONE);
  }

  private boolean notUnderstood(AnswerEvents.Waiting waiting, String why) {
    if (age(waiting).compareTo(times.giveUp()) < 0) {
      if (waiting.tries() == 0) {
        LOG.warn("App {}: an answer cannot be read yet: {}. It is tried again", app.name(), why);
      }
      return later(waiting, backoff(waiting), true);
    }
    LOG.warn("App {}: an answer could not be read: {}. It is kept without words", app.name(), why);
    return withoutWords(waiting);
  }

  /** It exists, so it counts; which announcement it is about follows from its time alone. */
  private boolean withoutWords(AnswerEvents.Waiting waiting) {
    var event = waiting.event();
    var content =
        new Content(
            Said.unreadable(event.kind()),
            new PersonRef(event.person(), ""),
            event.room(),
            Optional.empty(),
            event.created());
    return database.write(handle ->
        switch (find(handle, waiting, content, event.person())) {
          case Belonging.About about ->
              stored(
                  handle,
                  waiting,
                  answer(
                      handle,
                      waiting,
                      content,
                      event.inSpace()
                          ? event.person().map(id -> new Answerer(id, "", ""))
                          : Optional.empty(),
                      about));
          case Belonging.NotYet() -> retry(handle, waiting, times.longestRetry(), true);
          case Belonging.None(var why) -> {
            AnswerEvents.settle(handle, app.name(), event, why);
            yield false;
          }
        });
  }

  private boolean settled(AnswerEvents.Waiting waiting, Reason reason) {
    database.write(handle -> {
      AnswerEvents.settle(handle, app.name(), waiting.event(), reason);
      return reason;
    });
    return false;
  }

  private boolean later(AnswerEvents.Waiting waiting, Duration rest, boolean counted) {
    return database.write(handle -> retry(handle, waiting, rest, counted));
  }

  private boolean retry(
      Handle handle, AnswerEvents.Waiting waiting, Duration rest, boolean counted) {
    AnswerEvents.retry(handle, app.name(), waiting.event(), time.now().plus(rest), counted);
    return false;
  }

  private Duration age(AnswerEvents.Waiting waiting) {
    return Duration.between(waiting.received(), time.now());
  }

  private Duration backoff(AnswerEvents.Waiting waiting) {
    return Backoff.after(waiting.tries(), times.retry(), times.longestRetry());
  }

  /** The same for all forms of an id. */
  static String key(SpaceId room) {
    return PlatformId.key(room.value());
  }
}
