package belfry.standin.messages;

import static java.nio.charset.StandardCharsets.UTF_8;

import belfry.standin.answers.Problem;
import belfry.standin.wire.Request;
import belfry.standin.world.Content;
import belfry.standin.world.Destination;
import belfry.standin.world.IdType;
import belfry.standin.world.Letter;
import belfry.standin.world.Person;
import belfry.standin.world.Room;
import belfry.standin.world.World;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes a letter of what was posted, or says why not. */
final class Letters {
  static final String NO_CONVERSATION = "Failed to get one on one conversation";
  static final String NO_ROOM = "Could not find a room with provided ID.";
  static final String NO_ID = "Expect base64 ID or UUID.";

  private static final int LONGEST = 7439;
  private static final String TOO_LONG =
      "Unable to post message to room: Message length limited to 7439 characters before encryption"
          + " and 10000 characters after encryption.";
  private static final String CARD = "application/vnd.microsoft.card.adaptive";

  private final World world;
  private final RoomDoor door;

  Letters(World world, RoomDoor door) {
    this.world = world;
    this.door = door;
  }

  Letter read(Person author, Request request) {
    var draft = Draft.of(request);
    return new Letter(author, destination(author, draft), content(draft), world.clock().now());
  }

  private Destination destination(Person author, Draft draft) {
    var roomId = draft.value("roomId");
    var personId = draft.value("toPersonId");
    var email = draft.value("toPersonEmail");
    if (Stream.of(roomId, personId, email).filter(Optional::isPresent).count() != 1) {
      throw Problem.of(
          400,
          "Exactly one of the destination fields must not be empty"
              + " (roomId, toPersonEmail, toPersonId)");
    }
    return roomId
        .<Destination>map(id -> new Destination.ToRoom(room(id, author)))
        .or(() -> personId.map(id -> new Destination.ToPerson(person(id), false)))
        .or(() -> email.map(address -> new Destination.ToPerson(addressed(address), true)))
        .orElseThrow();
  }

  private Room room(String id, Person author) {
    checkId(id);
    var room = door.find(id, author).orElseThrow(() -> Problem.of(404, NO_ROOM));
    if (room.kind() == Room.Kind.ANNOUNCEMENTS || room.kind() == Room.Kind.READ_ONLY) {
      throw Problem.of(403, "You are not allowed to post to this space.");
    }
    return room;
  }

  private Person person(String id) {
    checkId(id);
    return world.people().byId(id).orElseThrow(() -> Problem.of(404, NO_CONVERSATION));
  }

  private Person addressed(String email) {
    return world.people().byEmail(email).orElseThrow(() -> Problem.of(404, NO_CONVERSATION));
  }

  static void checkId(String id) {
    if (IdType.uuidIn(id).isEmpty()) {
      throw Problem.of(400, NO_ID);
    }
  }

  private static Content content(Draft draft) {
    var text = draft.value("text");
    var markdown = draft.value("markdown");
    if (text.isEmpty()
        && markdown.isEmpty()
        && draft.files().isEmpty()
        && draft.cards().isEmpty()) {
      throw Problem.of(400, "Both text and file cannot be empty.");
    }
    checkLength(text);
    checkLength(markdown);
    if (draft.files().size() > 1) {
      throw Problem.of(400, "Only one file can be sent with a message.");
    }
    if (draft.cards().size() > 1
        || draft.cards().stream()
            .anyMatch(card -> !card.path("contentType").asText().equals(CARD))) {
      throw Problem.of(400, "One adaptive card can be sent with a message.");
    }
    var file = draft.files().stream().findFirst();
    return new Content(text, markdown, file, draft.cards(), draft.value("parentId"));
  }

  static void checkLength(Optional<String> words) {
    if (words.orElse("").getBytes(UTF_8).length > LONGEST) {
      throw Problem.of(400, TOO_LONG);
    }
  }
}
