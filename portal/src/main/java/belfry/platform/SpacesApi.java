package belfry.platform;

import belfry.base.Secret;
import belfry.platform.ids.Likeness;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PersonRef;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Document;
import belfry.platform.wire.PlatformClock;
import belfry.platform.wire.Questions;
import belfry.platform.wire.Response;
import belfry.platform.wire.Timestamps;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code /v1/rooms} and {@code /v1/memberships} (platform-api.md 5). */
public final class SpacesApi {
  /** Of a longer list, parts may move while it is read. */
  public static final int SPACES_AT_ONCE = 1_000;

  private final Questions questions;
  private final PlatformClock clock;

  SpacesApi(Questions questions, PlatformClock clock) {
    this.questions = questions;
    this.clock = clock;
  }

  /**
   * All group rooms that the token's owner is in, in an order that does not change with what
   * happens in them.
   */
  public Response<List<Space>> list(Secret token) {
    var spaces = new ArrayList<Space>();
    return questions
        .pages(
            token,
            "rooms?type=group&sortBy=id&max=" + SPACES_AT_ONCE,
            page -> page.list("items").stream().map(this::space).allMatch(spaces::add))
        .map(_ -> List.copyOf(spaces));
  }

  /** A room; absent if it does not exist or the token's owner is not in it. */
  public Response<Space> get(Secret token, SpaceId id) {
    return questions.getFresh(token, "rooms/" + Questions.encoded(id.value()), this::space);
  }

  /** Likewise, for somebody who waits at a page; a 1:1 room is absent. */
  public Response<Space> group(Secret token, SpaceId id) {
    var answer =
        questions.get(
            token,
            "rooms/" + Questions.encoded(id.value()),
            json -> Optional.of(space(json)).filter(_ -> !json.optional("type").equals("direct")));
    return answer instanceof Response.Got<Optional<Space>>(var found)
        ? found
            .<Response<Space>>map(Response.Got::new)
            .orElseGet(() -> new Response.Absent<>("a 1:1 room"))
        : answer.without();
  }

  /** Whether this person is a moderator of this room. */
  public Response<Boolean> moderates(Secret token, SpaceId room, PersonId person) {
    return questions.get(
        token,
        membership(room.value(), "personId", person.value()),
        json ->
            json.list("items").stream()
                .findFirst()
                .filter(one -> one.flag("isModerator"))
                .isPresent());
  }

  /** Who else is in this 1:1 room than this bot; empty if the platform names nobody or several. */
  public Response<Optional<PersonRef>> other(Secret token, SpaceId room, PersonRef bot) {
    return questions.getFresh(
        token,
        "memberships?roomId=" + Questions.encoded(room.value()),
        json -> {
          var others =
              json.list("items").stream()
                  .map(one -> PersonRef.of(one.optional("personId"), one.optional("personEmail")))
                  .filter(one -> one.compare(bot) == Likeness.OTHER)
                  .toList();
          return others.size() == 1 ? Optional.of(others.getFirst()) : Optional.empty();
        });
  }

  /** Whether this person is in this room, 1:1 rooms included. */
  public Response<Boolean> holds(Secret token, Optional<SpaceId> room, PersonRef person) {
    var where = room.map(SpaceId::value).orElse("");
    return questions.getFresh(
        token,
        person
            .id()
            .map(id -> membership(where, "personId", id.value()))
            .orElseGet(() -> membership(where, "personEmail", person.email())),
        json ->
            json.list("items").stream()
                .map(one -> PersonRef.of(one.optional("personId"), one.optional("personEmail")))
                // The platform knows whose an address is, which may not be their only one.
                .anyMatch(one -> person.id().isEmpty() || one.compare(person) == Likeness.SAME));
  }

  private static String membership(String roomId, String field, String person) {
    return "memberships?roomId="
        + Questions.encoded(roomId)
        + "&"
        + field
        + "="
        + Questions.encoded(person);
  }

  private Space space(Document json) {
    return new Space(
        new SpaceId(json.required("id")),
        json.optional("title"),
        Timestamps.read(json.json().path("lastActivity")).flatMap(clock::read),
        json.flag("isAnnouncementOnly"),
        json.flag("isReadOnly"));
  }
}
