package belfry.standin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A directory, and rooms, that tell less than there is. */
class StandInDirectoryMannersTest {
  private final Desk desk = Desk.open();

  @AfterEach
  void close() {
    desk.close();
  }

  @ParameterizedTest
  @CsvSource({
    "groups-html, /v1/groups, 200, <!DOCTYPE",
    "groups-error-object, /v1/groups, 200, '{\"errors\"'",
    "people-html, /v1/people?email=x@y, 200, <!DOCTYPE",
    "people-missing-html, /v1/people?email=x@y, 404, <!DOCTYPE",
    "people-other-json, /v1/people?email=x@y, 200, '{\"status\"'",
    "people-empty, /v1/people, 200, '{\"items\":[]}'",
    "rooms-html, /v1/rooms, 200, <!DOCTYPE",
    "room-html, /v1/rooms/x, 200, <!DOCTYPE",
  })
  void somethingElseMayComeInItsPlace(String manner, String path, int status, String body)
      throws IOException {
    desk.manners(manner);

    var answer = desk.get(desk.directory(), path);

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.body()).startsWith(body);
  }

  @Test
  void signInIsSparedSoThatATrialCanBegin() throws IOException {
    desk.manners("people-html");

    assertThat(desk.get("/v1/people/me").body()).startsWith("{");
  }

  @Test
  void membersMayBeHtmlShortRepeatedOrTwice() throws IOException {
    var second = Desk.json(members(11)).at("/members/0");

    desk.manners("members-html");
    assertThat(members(1).body()).startsWith("<!DOCTYPE");
    desk.manners("members-short");
    assertThat(Desk.json(members(11)).path("members")).hasSize(5);
    assertThat(Desk.json(members(21)).path("members")).isEmpty();
    assertThat(Desk.json(members(21)).path("memberSize").asInt()).isEqualTo(30);
    desk.manners("members-repeated");
    assertThat(Desk.json(members(11)).at("/members/0")).isNotEqualTo(second);
    desk.manners("members-twice");
    assertThat(Desk.json(members(11)).path("members")).hasSize(20);
    desk.manners("member-size-wrong");
    assertThat(Desk.json(members(11)).path("memberSize").asInt()).isEqualTo(29);
    desk.manners("members-with-null");
    assertThat(Desk.json(members(1)).path("members").get(0).isNull()).isTrue();
  }

  @Test
  void listsMayLeaveSomeOut() throws IOException {
    desk.manners("groups-short", "people-short", "rooms-short");

    var groups = Desk.json(desk.get(desk.directory(), "/v1/groups"));

    assertThat(groups.path("groups")).hasSize(4);
    assertThat(groups.path("totalResults").asInt()).isEqualTo(4);
    assertThat(Desk.items(desk.get(desk.directory(), "/v1/people"))).hasSize(15);
    assertThat(Desk.items(desk.get("/v1/rooms"))).hasSize(3);
  }

  @Test
  void aRoomMayNotTellWhenSomethingHappened() throws IOException {
    var before = room().path("lastActivity").asText();
    desk.post(Map.of("roomId", room().path("id").asText(), "text", "hello"));
    var after = room().path("lastActivity").asText();

    assertThat(after).isGreaterThan(before);
    desk.manners("no-last-activity");
    assertThat(room().has("lastActivity")).isFalse();
    desk.manners("last-activity-nonsense");
    assertThat(room().path("lastActivity").asText()).isEqualTo("recently");
    desk.manners("last-activity-stale");
    assertThat(room().path("lastActivity").asText()).isEqualTo(before);
    desk.manner("last-activity-lags", 1000);
    assertThat(room().path("lastActivity").asText()).isEqualTo(before);
    desk.time().pass(Duration.ofSeconds(1));
    assertThat(room().path("lastActivity").asText()).isEqualTo(after);
  }

  @Test
  void aRoomThatHasMovedIsKnownByAnotherIdOnly() throws IOException {
    var old = desk.write(Desk.PERSON, "hello").path("roomId").asText();
    desk.manners("room-migrated");

    var now = desk.items(Desk.PERSON).getFirst().path("roomId").asText();

    assertThat(now).isNotEqualTo(old);
    assertThat(desk.get("/v1/messages?roomId=" + old).statusCode()).isEqualTo(404);
    assertThat(Desk.items(desk.get("/v1/messages?roomId=" + now))).hasSize(1);
  }

  private HttpResponse<String> members(int start) throws IOException {
    var token = desk.directory();
    var filter = "/v1/groups?filter=displayName%20eq%20%22All%20staff%22";
    var id = Desk.json(desk.get(token, filter)).at("/groups/0/id").asText();
    return desk.get(token, "/v1/groups/" + id + "/members?count=10&startIndex=" + start);
  }

  private JsonNode room() throws IOException {
    return Desk.items(desk.get("/v1/rooms?type=group")).getFirst();
  }
}
