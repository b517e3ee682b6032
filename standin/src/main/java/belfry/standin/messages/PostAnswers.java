package belfry.standin.messages;

import static belfry.standin.manners.PostManner.GATEWAY_RETRIES;
import static belfry.standin.manners.PostManner.POST_CREATED;
import static belfry.standin.manners.PostManner.POST_DEDUPLICATED;
import static belfry.standin.manners.PostManner.POST_EMPTY_FAILURE;
import static belfry.standin.manners.PostManner.POST_EMPTY_SUCCESS;
import static belfry.standin.manners.PostManner.POST_ERROR_OBJECT;
import static belfry.standin.manners.PostManner.POST_ERROR_OBJECT_STORED;
import static belfry.standin.manners.PostManner.POST_HTML_SUCCESS;
import static belfry.standin.manners.PostManner.POST_LOGIN_PAGE;
import static belfry.standin.manners.PostManner.POST_NAMES_ANOTHER;
import static belfry.standin.manners.PostManner.POST_REDIRECTED;
import static belfry.standin.manners.PostManner.POST_REPLAYED;
import static belfry.standin.manners.PostManner.POST_STALLS;
import static belfry.standin.manners.PostManner.POST_TRUNCATED;
import static belfry.standin.manners.PostManner.POST_WITHOUT_EMAIL;
import static belfry.standin.manners.PostManner.POST_WITHOUT_ID;
import static belfry.standin.manners.PostManner.POST_WITHOUT_PERSON;
import static belfry.standin.manners.PostManner.RECIPIENT_ECHOES;
import static belfry.standin.manners.PostManner.REFUSAL_AS_HTML;
import static belfry.standin.manners.PostManner.REFUSAL_AS_HTML_STORED;
import static belfry.standin.manners.PostManner.REFUSAL_STORED;
import static belfry.standin.manners.PostManner.THROTTLED_BUT_STORED;

import belfry.standin.answers.Errors;
import belfry.standin.answers.Json;
import belfry.standin.manners.Manner;
import belfry.standin.switches.Switchboard;
import belfry.standin.wire.Delivery;
import belfry.standin.wire.Reply;
import belfry.standin.wire.Request;
import belfry.standin.world.Destination;
import belfry.standin.world.Letter;
import belfry.standin.world.Message;
import belfry.standin.world.Person;
import belfry.standin.world.Room;
import belfry.standin.world.World;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a letter in order is answered with: a success that says otherwise, and a failure too. */
final class PostAnswers {
  private static final String DONE = "Your request was processed";

  private final World world;
  private final MessageViews views;
  private final Switchboard<Manner> manners;

  PostAnswers(World world, MessageViews views, Switchboard<Manner> manners) {
    this.world = world;
    this.views = views;
    this.manners = manners;
  }

  /** Present where the letter is not to be stored. */
  Optional<Reply> insteadOfStoring(Letter letter, Request request) {
    if (manners.draw(REFUSAL_AS_HTML)) {
      return Optional.of(Errors.page(403, "403 Forbidden"));
    }
    if (manners.draw(POST_LOGIN_PAGE)) {
      return Optional.of(Errors.page(200, "Sign in to the guest network"));
    }
    if (manners.draw(POST_ERROR_OBJECT)) {
      return Optional.of(Errors.inSuccess("not_stored"));
    }
    if (manners.draw(POST_EMPTY_FAILURE)) {
      return Optional.of(Reply.empty(200));
    }
    if (request.query().value("again").isEmpty() && manners.draw(POST_REDIRECTED)) {
      var place = request.path() + "?again=1";
      return Optional.of(Reply.empty(307).with("Location", place));
    }
    return deduplicated(letter).or(() -> replayed(letter));
  }

  private Optional<Reply> deduplicated(Letter letter) {
    if (!manners.isOn(POST_DEDUPLICATED)) {
      return Optional.empty();
    }
    var since = world.clock().truth().minusMillis(manners.value(POST_DEDUPLICATED));
    return conversation(letter).stream()
        .flatMap(room -> room.newestFirst().stream())
        .filter(one -> one.author().equals(letter.author()))
        .filter(one -> one.content().equals(letter.content()))
        .filter(one -> one.stamp().stored().isAfter(since))
        .findFirst()
        .filter(_ -> manners.draw(POST_DEDUPLICATED))
        .map(earlier -> Json.reply(views.posted(earlier)));
  }

  private Optional<Room> conversation(Letter letter) {
    return switch (letter.destination()) {
      case Destination.ToPerson(var person, _) ->
          world.rooms().directIfAny(letter.author(), person);
      case Destination.ToRoom(var room) -> Optional.of(room);
    };
  }

  private Optional<Reply> replayed(Letter letter) {
    if (!manners.isOn(POST_REPLAYED)) {
      return Optional.empty();
    }
    return world
        .office()
        .lastOf(letter.author())
        .filter(_ -> manners.draw(POST_REPLAYED))
        .map(earlier -> Json.reply(views.posted(earlier)));
  }

  Reply afterStoring(Message stored) {
    var message = stored;
    if (manners.draw(GATEWAY_RETRIES)) {
      message = world.office().store(stored.letter(), Message.Origin.GATEWAY);
    }
    if (manners.isOn(RECIPIENT_ECHOES)) {
      echo(stored);
    }
    return wrong().orElse(success(message));
  }

  private void echo(Message stored) {
    stored
        .room()
        .other(stored.author())
        .filter(_ -> manners.draw(RECIPIENT_ECHOES))
        .ifPresent(recipient -> {
          var here = new Destination.ToRoom(stored.room());
          var now = world.clock().now();
          var answer = new Letter(recipient, here, stored.content(), now);
          world.office().store(answer, Message.Origin.CLIENT);
        });
  }

  private Optional<Reply> wrong() {
    if (manners.draw(THROTTLED_BUT_STORED)) {
      return Optional.of(Errors.throttled(1));
    }
    if (manners.draw(REFUSAL_STORED)) {
      return Optional.of(Errors.of(403, "You are not allowed to do this."));
    }
    if (manners.draw(REFUSAL_AS_HTML_STORED)) {
      return Optional.of(Errors.page(404, "404 Not Found"));
    }
    if (manners.draw(POST_HTML_SUCCESS)) {
      return Optional.of(Errors.page(200, DONE));
    }
    if (manners.draw(POST_ERROR_OBJECT_STORED)) {
      return Optional.of(Errors.inSuccess("kms_failure"));
    }
    if (manners.draw(POST_EMPTY_SUCCESS)) {
      return Optional.of(Reply.empty(manners.turn(POST_EMPTY_SUCCESS, 2) == 0 ? 204 : 200));
    }
    return Optional.empty();
  }

  private Reply success(Message message) {
    var view = views.posted(message);
    change(view, message);
    var reply = Json.reply(manners.draw(POST_CREATED) ? 201 : 200, view);
    if (manners.draw(POST_TRUNCATED)) {
      return reply.delivered(new Delivery.CutShort());
    }
    if (manners.draw(POST_STALLS)) {
      var time = Duration.ofMillis(manners.value(POST_STALLS));
      return reply.delivered(new Delivery.Stalled(time));
    }
    return reply;
  }

  private void change(ObjectNode view, Message message) {
    if (manners.draw(POST_WITHOUT_EMAIL)) {
      view.remove("toPersonEmail");
    }
    if (manners.draw(POST_WITHOUT_PERSON)) {
      view.remove(List.of("toPersonId", "toPersonEmail"));
    }
    if (manners.draw(POST_WITHOUT_ID)) {
      view.remove("id");
    }
    if (view.has("toPersonId") && manners.draw(POST_NAMES_ANOTHER)) {
      var another = anotherThan(message);
      view.put("toPersonId", another.id());
      if (view.has("toPersonEmail")) {
        view.put("toPersonEmail", another.email());
      }
    }
  }

  private Person anotherThan(Message message) {
    return world.people().staff().stream()
        .filter(person -> !message.room().has(person))
        .findFirst()
        .orElse(message.author());
  }
}
