package belfry.delivery.adapters;

import belfry.apps.App;
import belfry.apps.Apps;
import belfry.base.Secret;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.lane.FollowUpWire;
import belfry.people.audience.Target;
import belfry.platform.MessagesApi;
import belfry.platform.Outcome;
import belfry.platform.Platform;
import belfry.platform.Posted;
import belfry.platform.Space;
import belfry.platform.SpacesApi;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Response;
import belfry.runs.followups.FollowUpTask;
import belfry.runs.recipients.Causes;
import belfry.runs.recipients.Reasons;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Makes each request on its own virtual thread. */
public final class HttpFollowUpWire implements FollowUpWire, AutoCloseable {
  private final LaneId lane;
  private final App app;
  private final Apps apps;
  private final MessagesApi messages;
  private final SpacesApi spaces;
  private final ExecutorService threads;

  public HttpFollowUpWire(LaneId lane, App app, Apps apps, Platform platform) {
    this.lane = lane;
    this.app = app;
    this.apps = apps;
    messages = platform.messages();
    spaces = platform.spaces();
    threads =
        Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("follow-up-" + lane.value() + "-", 0).factory());
  }

  @Override
  public void delete(String messageId, BooleanSupplier leave, Consumer<Outcome> done) {
    request(() -> messages.delete(token(), messageId, leave), done);
  }

  @Override
  public void edit(
      String messageId,
      Optional<SpaceId> room,
      String markdown,
      BooleanSupplier leave,
      Consumer<Outcome> done) {
    request(
        () ->
            room.map(known -> messages.edit(token(), messageId, known, markdown, leave))
                .orElseGet(() -> inItsRoom(messageId, markdown, leave)),
        done);
  }

  /** Nothing is asked of the platform for a bot that has none. */
  private Secret token() {
    return apps.token(app, lane.bot()).orElseGet(() -> new Secret(""));
  }

  private boolean isGone() {
    return apps.isRemoved(app, lane.bot());
  }

  private void request(Supplier<Outcome> change, Consumer<Outcome> done) {
    threads.execute(() -> {
      Outcome outcome = new Outcome.Unknown(Causes.BROKE_OFF.english());
      try {
        outcome =
            isGone()
                ? new Outcome.Refused(Reasons.NOT_THE_PLATFORMS, Causes.BOT_GONE.english())
                : change.get();
      } finally {
        done.accept(outcome);
      }
    });
  }

  /** The platform did not say in which room the message is. */
  private Outcome inItsRoom(String messageId, String markdown, BooleanSupplier leave) {
    return switch (messages.one(token(), messageId)) {
      case Response.Got<Posted>(var posted) when posted.roomId().isPresent() ->
          messages.edit(token(), messageId, posted.roomId().get(), markdown, leave);
      case Response.Absent<Posted>(var words) -> new Outcome.Refused(404, words);
      case Response.Throttled<Posted>(var rest) ->
          new Outcome.NotSent(Causes.NO_ROOM.english(), Optional.of(rest));
      case Response.Denied<Posted>(var status, var words) when status == 401 ->
          new Outcome.Unauthorized(words);
      case Response<Posted> answer ->
          answer instanceof Response.Unreachable<Posted>
              ? new Outcome.NotSent(answer.trouble().english())
              // Looked at, and tried again a few times only.
              : new Outcome.Unknown(Causes.NO_ROOM.english());
    };
  }

  @Override
  public void look(FollowUpTask task, Consumer<Response<Posted>> done) {
    threads.execute(() -> {
      Response<Posted> answer = new Response.Unreachable<>(Causes.LOOK_BROKE_OFF);
      try {
        answer = isGone() ? new Response.Unreadable<>(Causes.BOT_GONE) : shown(task);
      } finally {
        done.accept(answer);
      }
    });
  }

  /** Whoever is not in a space is told that its messages do not exist. */
  private Response<Posted> shown(FollowUpTask task) {
    var answer = messages.one(token(), task.messageId());
    if (!(answer instanceof Response.Absent<Posted>) || task.kind() == Target.Kind.PERSON) {
      return answer;
    }
    return spaces.get(token(), new SpaceId(task.target())) instanceof Response.Got<Space>
        ? answer
        : new Response.Unreadable<>(Causes.NOT_JUDGED);
  }

  /** Does not wait for requests in flight, because their lane has already done so. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
