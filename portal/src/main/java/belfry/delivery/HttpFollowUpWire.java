package belfry.delivery;

import belfry.apps.App;
import belfry.platform.Answer;
import belfry.platform.MessagesApi;
import belfry.platform.Outcome;
import belfry.platform.Platform;
import belfry.platform.Posted;
import belfry.platform.SpaceId;
import belfry.runs.Causes;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Makes each request on its own virtual thread. */
final class HttpFollowUpWire implements FollowUpWire, AutoCloseable {
  private final App app;
  private final MessagesApi messages;
  private final ExecutorService threads;

  HttpFollowUpWire(App app, Platform platform) {
    this.app = app;
    messages = platform.messages();
    threads =
        Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("follow-up-" + app.name() + "-", 0).factory());
  }

  @Override
  public void delete(String messageId, BooleanSupplier leave, Consumer<Outcome> done) {
    threads.execute(() -> {
      Outcome outcome = new Outcome.Unknown(Causes.BROKE_OFF.english());
      try {
        outcome = messages.delete(app.botToken(), messageId, leave);
      } finally {
        done.accept(outcome);
      }
    });
  }

  @Override
  public void edit(
      String messageId,
      Optional<SpaceId> room,
      String markdown,
      BooleanSupplier leave,
      Consumer<Outcome> done) {
    threads.execute(() -> {
      Outcome outcome = new Outcome.Unknown(Causes.BROKE_OFF.english());
      try {
        outcome =
            room.map(known -> messages.edit(app.botToken(), messageId, known, markdown, leave))
                .orElseGet(() -> inItsRoom(messageId, markdown, leave));
      } finally {
        done.accept(outcome);
      }
    });
  }

  /** The platform did not say in which room the message is. */
  private Outcome inItsRoom(String messageId, String markdown, BooleanSupplier leave) {
    return switch (messages.one(app.botToken(), messageId)) {
      case Answer.Got<Posted>(var posted) when posted.roomId().isPresent() ->
          messages.edit(app.botToken(), messageId, posted.roomId().get(), markdown, leave);
      case Answer.Absent<Posted>(var words) -> new Outcome.Refused(404, words);
      case Answer.Throttled<Posted>(var rest) ->
          new Outcome.NotSent(Causes.NO_ROOM.english(), pause(rest));
      case Answer.Denied<Posted>(var status, var words) when status == 401 ->
          new Outcome.Unauthorized(words);
      case Answer<Posted> answer ->
          new Outcome.NotSent(
              answer instanceof Answer.Got<Posted>
                  ? Causes.NO_ROOM.english()
                  : answer.trouble().english());
    };
  }

  private static Optional<Duration> pause(Duration rest) {
    return Optional.of(rest);
  }

  @Override
  public void look(String messageId, Consumer<Answer<Posted>> done) {
    threads.execute(() -> {
      Answer<Posted> answer = new Answer.Unreachable<>(Causes.LOOK_BROKE_OFF);
      try {
        answer = messages.one(app.botToken(), messageId);
      } finally {
        done.accept(answer);
      }
    });
  }

  /** Does not wait for requests in flight, because their lane has already done so. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
