package belfry.platform;

import belfry.base.Secret;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** {@code /v1/rooms} and {@code /v1/memberships} (platform-api.md 5). */
public final class SpacesApi {
  private final Questions questions;

  SpacesApi(Questions questions) {
    this.questions = questions;
  }

  /** All group rooms the token's owner is in. */
  public Answer<List<Space>> list(Secret token) {
    var spaces = new ArrayList<Space>();
    return questions
        .pages(
            token,
            "rooms?type=group&max=1000",
            json -> {
              json.path("items").forEach(item -> spaces.add(space(item)));
              return true;
            })
        .map(_ -> List.copyOf(spaces));
  }

  /** One room; denied with 404 when it does not exist or the token's owner is not in it. */
  public Answer<Space> get(Secret token, String id) {
    return questions.get(token, "rooms/" + Questions.encoded(id), SpacesApi::space);
  }

  /** Whether {@code personId} is a moderator of this room. */
  public Answer<Boolean> moderates(Secret token, String roomId, String personId) {
    return questions.get(
        token,
        "memberships?roomId="
            + Questions.encoded(roomId)
            + "&personId="
            + Questions.encoded(personId),
        json -> json.path("items").path(0).path("isModerator").asBoolean(false));
  }

  private static Space space(JsonNode json) {
    return new Space(
        json.path("id").asText(""),
        json.path("title").asText(""),
        Timestamps.read(json.path("lastActivity").asText("")),
        json.path("isAnnouncementOnly").asBoolean(false),
        json.path("isReadOnly").asBoolean(false));
  }
}
