package belfry.delivery.adapters;

import belfry.apps.App;
import belfry.apps.Apps;
import belfry.apps.Bot;
import belfry.base.Outage;
import belfry.base.Secret;
import belfry.delivery.evidence.Conversations;
import belfry.delivery.evidence.Evidence;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.lane.Wire;
import belfry.messages.Attachment;
import belfry.messages.Attachments;
import belfry.messages.Card;
import belfry.messages.Content;
import belfry.people.audience.Target;
import belfry.platform.Destination;
import belfry.platform.Outcome;
import belfry.platform.Platform;
import belfry.platform.Posted;
import belfry.platform.Space;
import belfry.platform.ids.Likeness;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PersonRef;
import belfry.platform.ids.PlatformId;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Dating;
import belfry.platform.wire.File;
import belfry.platform.wire.Response;
import belfry.runs.recipients.Causes;
import belfry.runs.recipients.Finding;
import belfry.runs.recipients.Reasons;
import belfry.storage.StorageException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Makes each request on its own virtual thread; only a few looks at a time, because reads are
 * limited too.
 */
public final class HttpWire implements Wire, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpWire.class);
  private static final int LOOKS_AT_ONCE = 8;

  private final LaneId lane;
  private final App app;
  private final Apps apps;
  private final Attachments attachments;
  private final Platform platform;
  private final Conversations conversations;
  private final Semaphore looks = new Semaphore(LOOKS_AT_ONCE);
  private final ExecutorService threads;

  /** The token's owner, as reported by the platform since this process started. */
  private volatile Optional<PersonRef> bot = Optional.empty();

  public HttpWire(LaneId lane, App app, Apps apps, Attachments attachments, Platform platform) {
    this.attachments = attachments;
    this.lane = lane;
    this.app = app;
    this.apps = apps;
    this.platform = platform;
    conversations = new Conversations(platform);
    threads =
        Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("wire-" + lane.value() + "-", 0).factory());
  }

  @Override
  public void send(
      Target.Kind kind,
      String target,
      Content content,
      BooleanSupplier leave,
      Consumer<Outcome> done) {
    threads.execute(() -> {
      Outcome outcome = new Outcome.Unknown(Causes.BROKE_OFF.english());
      try {
        outcome = post(destination(kind, target), content, leave);
      } finally {
        done.accept(outcome);
      }
    });
  }

  /** There is one, since the platform has said whose it is; of any other it would refuse all. */
  private Secret token() {
    return apps.token(app, lane.bot()).orElseGet(() -> new Secret(""));
  }

  private Outcome post(Destination to, Content content, BooleanSupplier leave) {
    var token = token();
    if (content.attachment().isEmpty()) {
      var card = content.card().map(Card::json);
      return platform.messages().post(token, to, content.markdown(), card, leave);
    }
    Optional<Attachment> file;
    try {
      file = attachments.find(app.name(), content.attachment().get());
    } catch (StorageException e) {
      return new Outcome.NotSent(unreadable(e));
    }
    return file.map(
            one -> platform.messages().post(token, to, content.markdown(), file(one), leave))
        .orElseGet(
            () -> new Outcome.Refused(Reasons.NOT_THE_PLATFORMS, Reasons.FILE_GONE.english()));
  }

  /** Once the body has begun, it can only continue or be broken off. */
  private File file(Attachment file) {
    return new File(
        file.name(),
        file.type(),
        file.size(),
        out -> {
          try {
            attachments.write(file, out);
          } catch (StorageException e) {
            throw new IOException(unreadable(e), e);
          }
        });
  }

  private static String unreadable(StorageException e) {
    return Causes.FILE_UNREADABLE.with("words", String.valueOf(e.getMessage())).english();
  }

  private static Destination destination(Target.Kind kind, String target) {
    return switch (kind) {
      case PERSON -> new Destination.Person(new PersonId(target));
      case SPACE -> new Destination.Space(new SpaceId(target));
    };
  }

  @Override
  public void look(Question question, Consumer<Finding> done) {
    threads.execute(() -> {
      Finding finding = new Finding.Unanswered(Causes.LOOK_BROKE_OFF.english());
      try {
        looks.acquire();
        try {
          finding = found(question);
        } finally {
          looks.release();
        }
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      } finally {
        done.accept(finding);
      }
    });
  }

  private Finding found(Question question) {
    var named = question.named().map(id -> platform.messages().one(token(), id));
    if (named.isPresent()) {
      if (named.get() instanceof Response.Got<Posted>(var message)
          && PlatformId.compare(message.id(), question.named().get()) == Likeness.SAME) {
        return new Finding.Named(message);
      }
      if (named.get() instanceof Response.Throttled<Posted>(var rest)) {
        return new Finding.Throttled(rest);
      }
    }
    return question.kind() == Target.Kind.SPACE ? inSpace(question) : inDirect(question);
  }

  private Finding inDirect(Question question) {
    if (bot.isEmpty()) {
      return new Finding.Unanswered(Causes.NO_BOT_YET.english());
    }
    var token = token();
    var person = new PersonRef(new PersonId(question.target()), question.contact().email());
    var pair = new Conversations.Pair(bot.get(), person, question.contact().room());
    var listing =
        question.decisive()
            ? conversations.inAllWays(token, pair, question.dated().possible())
            : conversations.since(token, pair, question.dated().possible());
    if (!(listing instanceof Response.Got<List<Posted>>(var found))) {
      return unseen(listing);
    }
    var addressed = person.id().isPresent() ? listing : named(found);
    if (!(addressed instanceof Response.Got<List<Posted>>(var posted))) {
      return unseen(addressed);
    }
    if (question.control().isEmpty()) {
      return new Finding.Listed(posted, Optional.empty());
    }
    var control = question.control().get();
    var other =
        new Conversations.Pair(
            bot.get(), new PersonRef(new PersonId(control.target()), ""), Optional.empty());
    return switch (conversations.one(token, other, control.messageId())) {
      case Response.Got<Optional<Posted>>(var shown) -> new Finding.Listed(posted, shown);
      case Response<Optional<Posted>> nothing ->
          new Finding.Listed(posted, Optional.empty(), Optional.of(unseen(nothing)));
    };
  }

  /**
   * Whom an address belongs to, and so what of theirs is on record, is told by who is in the room.
   */
  private Response<List<Posted>> named(List<Posted> posted) {
    var room = posted.stream().flatMap(one -> one.roomId().stream()).findFirst();
    return room.isEmpty()
        ? new Response.Got<>(posted)
        : platform
            .spaces()
            .other(token(), room.get(), bot.orElseThrow())
            .map(who -> who.map(one -> addressed(posted, one)).orElse(posted));
  }

  private List<Posted> addressed(List<Posted> posted, PersonRef person) {
    return posted.stream()
        .map(
            one -> one.author().compare(bot.orElseThrow()) == Likeness.OTHER ? one : one.to(person))
        .toList();
  }

  private Finding inSpace(Question question) {
    var space = platform.spaces().get(token(), new SpaceId(question.target()));
    if (!(space instanceof Response.Got<Space>(var here))) {
      return unseen(space);
    }
    if (question.control().isEmpty()) {
      return Evidence.inSpace(here, question.dated(), Optional.empty());
    }
    var control = question.control().get();
    return switch (platform.spaces().get(token(), new SpaceId(control.target()))) {
      case Response.Got<Space>(var there) ->
          Evidence.inSpace(
              here, question.dated(), Optional.of(new Evidence.Moved(there, control.created())));
      case Response<Space> nothing -> unseen(nothing);
    };
  }

  /** A refused token says nothing about the conversation, and will be fixed. */
  private static Finding unseen(Response<?> answer) {
    return switch (answer) {
      case Response.Throttled<?>(var rest) -> new Finding.Throttled(rest);
      case Response.Denied<?>(var status, _) when status != 401 ->
          new Finding.NotListable(answer.trouble().english());
      case Response.Absent<?> _ -> new Finding.NotListable(answer.trouble().english());
      case Response.Unreadable<?> _ -> new Finding.Unreadable(answer.trouble().english());
      case Response<?> _ -> new Finding.Unanswered(answer.trouble().english());
    };
  }

  @Override
  public void check(Consumer<Check> done) {
    threads.execute(() -> {
      Check check = new Check.Silent("no answer");
      try {
        var answer = apps.refreshBot(app, lane.bot());
        if (answer instanceof Response.Got<Bot>(var us)) {
          bot = Optional.of(new PersonRef(us.personId(), us.email()));
        }
        check =
            apps.isRemoved(app, lane.bot())
                ? new Check.Gone(answer.trouble().english())
                : checked(answer);
      } catch (RuntimeException e) {
        LOG.atLevel(Outage.level(e, Level.WARN))
            .log("App {}: its bot could not be checked: {}", lane, e.toString());
      } finally {
        done.accept(check);
      }
    });
  }

  private static Check checked(Response<Bot> answer) {
    return switch (answer) {
      case Response.Got<Bot> _ -> new Check.Works();
      case Response.Denied<Bot>(var status, var words)
          when status == 401 || status == Apps.NOT_OURS ->
          new Check.Refused(words);
      case Response.Throttled<Bot>(var rest) -> new Check.Later(rest);
      case Response.Unreadable<Bot>(var why) -> new Check.Silent(why.english());
      case Response.Unreachable<Bot>(var why) -> new Check.Silent(why.english());
      case Response<Bot> _ -> new Check.Silent(answer.trouble().english());
    };
  }

  @Override
  public boolean isRefused() {
    return platform.contact().isRefused(token());
  }

  /** Not the last known bot, because the token may have been replaced since. */
  @Override
  public Optional<PersonRef> bot() {
    return bot;
  }

  @Override
  public Instant platformTime() {
    return platform.clock().now();
  }

  @Override
  public Dating dating(long nanos) {
    return platform.clock().dating(nanos);
  }

  @Override
  public Optional<Duration> clockAhead() {
    return platform.clock().aheadOfOurs();
  }

  /** Does not wait for requests in flight, because their lane has already done so. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
