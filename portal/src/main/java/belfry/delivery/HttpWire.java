package belfry.delivery;

import belfry.apps.App;
import belfry.apps.Apps;
import belfry.apps.Bot;
import belfry.messages.Attachment;
import belfry.messages.Attachments;
import belfry.messages.Content;
import belfry.people.Target;
import belfry.platform.Answer;
import belfry.platform.Destination;
import belfry.platform.File;
import belfry.platform.Outcome;
import belfry.platform.Platform;
import belfry.platform.Posted;
import belfry.platform.Space;
import belfry.storage.StorageException;
import java.io.IOException;
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

/**
 * Each request on a virtual thread of its own; looks a few at a time, for reads are limited too.
 */
final class HttpWire implements Wire, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpWire.class);
  private static final int LOOKS_AT_ONCE = 8;
  private static final String NO_FILE =
      "Its file is not here any more. Attach it again, and send it to those who have not got it.";

  private final App app;
  private final Apps apps;
  private final Attachments attachments;
  private final Platform platform;
  private final Semaphore looks = new Semaphore(LOOKS_AT_ONCE);
  private final ExecutorService threads;

  HttpWire(App app, Apps apps, Attachments attachments, Platform platform) {
    this.attachments = attachments;
    this.app = app;
    this.apps = apps;
    this.platform = platform;
    threads =
        Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("wire-" + app.name() + "-", 0).factory());
  }

  @Override
  public void send(
      Target.Kind kind,
      String target,
      Content content,
      BooleanSupplier leave,
      Consumer<Outcome> done) {
    threads.execute(() -> {
      Outcome outcome = new Outcome.Unknown("the sending thread broke off");
      try {
        outcome = post(destination(kind, target), content, leave);
      } finally {
        done.accept(outcome);
      }
    });
  }

  private Outcome post(Destination to, Content content, BooleanSupplier leave) {
    var token = app.botToken();
    if (content.attachment().isEmpty()) {
      return platform.messages().post(token, to, content.markdown(), leave);
    }
    Optional<Attachment> file;
    try {
      file = attachments.find(app.name(), content.attachment().get());
    } catch (StorageException e) {
      return new Outcome.NotSent("its file could not be read: " + e.getMessage());
    }
    return file.map(
            one -> platform.messages().post(token, to, content.markdown(), file(one), leave))
        .orElseGet(() -> new Outcome.Refused(Reasons.NOT_THE_PLATFORMS, NO_FILE));
  }

  /** Once the body has begun, it can only go on or be broken off. */
  private File file(Attachment file) {
    return new File(
        file.name(),
        file.type(),
        file.size(),
        out -> {
          try {
            attachments.write(file, out);
          } catch (StorageException e) {
            throw new IOException("its file could not be read: " + e.getMessage(), e);
          }
        });
  }

  private static Destination destination(Target.Kind kind, String target) {
    return switch (kind) {
      case PERSON -> new Destination.Person(target);
      case SPACE -> new Destination.Room(target);
    };
  }

  @Override
  public void look(Question question, Consumer<Finding> done) {
    threads.execute(() -> {
      Finding finding = new Finding.Unanswered("the look broke off");
      try {
        looks.acquire();
        try {
          finding = question.kind() == Target.Kind.SPACE ? inSpace(question) : inDirect(question);
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

  private Finding inDirect(Question question) {
    var bot = apps.bot(app).map(Bot::personId);
    if (bot.isEmpty()) {
      return new Finding.Unanswered("the bot's own id is not known yet");
    }
    var listing =
        platform
            .messages()
            .direct(
                app.botToken(), question.target(), message -> Evidence.reaches(message, question));
    return switch (listing) {
      case Answer.Got<List<Posted>>(var posted) -> judged(posted, bot.get(), question);
      case Answer<List<Posted>> nothing -> unseen(nothing);
    };
  }

  /**
   * The listing of 1:1 messages promises neither a page size nor a next page. Where its last
   * message is still younger than what is looked for, the room itself is walked on.
   */
  private Finding judged(List<Posted> posted, String bot, Question question) {
    var ours = Evidence.ours(posted, bot, question);
    if (ours.isPresent()) {
      return new Finding.Ours(ours.get().id(), ours.get().roomId());
    }
    if (posted.isEmpty() || !Evidence.reaches(posted.getLast(), question)) {
      return new Finding.None();
    }
    var last = posted.getLast();
    var further =
        platform
            .messages()
            .before(
                app.botToken(),
                last.roomId(),
                last.id(),
                message -> Evidence.reaches(message, question));
    return switch (further) {
      case Answer.Got<List<Posted>>(var older) ->
          Evidence.ours(older, bot, question)
              .<Finding>map(message -> new Finding.Ours(message.id(), message.roomId()))
              .orElseGet(Finding.None::new);
      case Answer<List<Posted>> nothing -> unseen(nothing);
    };
  }

  private Finding inSpace(Question question) {
    return switch (platform.spaces().get(app.botToken(), question.target())) {
      case Answer.Got<Space>(var space) -> Evidence.inSpace(space, question);
      case Answer<Space> nothing -> unseen(nothing);
    };
  }

  /** A refused token says nothing about the conversation, and it will be mended. */
  private static Finding unseen(Answer<?> answer) {
    return switch (answer) {
      case Answer.Throttled<?>(var rest) -> new Finding.Throttled(rest);
      case Answer.Denied<?>(var status, _) when status != 401 ->
          new Finding.NotListable(answer.trouble());
      case Answer<?> _ -> new Finding.Unanswered(answer.trouble());
    };
  }

  @Override
  public void check(Consumer<Check> done) {
    threads.execute(() -> {
      Check check = new Check.Silent();
      try {
        check = checked(apps.refreshBot(app));
      } catch (RuntimeException e) {
        LOG.warn("App {}: its bot could not be checked: {}", app.name(), e.toString());
      } finally {
        done.accept(check);
      }
    });
  }

  private static Check checked(Answer<Bot> answer) {
    return switch (answer) {
      case Answer.Got<Bot> _ -> new Check.Works();
      case Answer.Denied<Bot>(var status, var words) when status == 401 || status == Apps.SHARED ->
          new Check.Refused(words);
      case Answer.Throttled<Bot>(var rest) -> new Check.Later(rest);
      case Answer<Bot> _ -> new Check.Silent();
    };
  }

  @Override
  public Instant platformTime() {
    return platform.clock().now();
  }

  /** What is under way is not waited for: its lane has done that. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
