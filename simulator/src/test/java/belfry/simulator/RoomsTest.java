package belfry.simulator;

import static belfry.simulator.Client.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code /v1/rooms} and {@code /v1/memberships}: platform-api.md 5. */
class RoomsTest {
  private static final String MAIJA = "maija.salo@northwind.example";

  private final Simulator simulator = Simulator.start(SimulatorSettings.defaults().withPeople(200));
  private final Client bot = Client.bot(simulator, 0);

  @AfterEach
  void close() {
    simulator.close();
  }

  private static List<JsonNode> items(Client.Reply reply) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return StreamSupport.stream(reply.json().path("items").spliterator(), false).toList();
  }

  private static List<String> texts(Client.Reply reply, String field) {
    return items(reply).stream().map(it -> it.path(field).asText()).toList();
  }

  private JsonNode room(String title) {
    return items(bot.get("/v1/rooms?type=group")).stream()
        .filter(it -> it.path("title").asText().equals(title))
        .findFirst()
        .orElseThrow();
  }

  /** [R SPEC]: only rooms of the caller, by type. */
  @Test
  void everybodySeesTheirOwnRooms() {
    bot.say(MAIJA, "Hello");

    assertThat(texts(bot.get("/v1/rooms?type=direct"), "title")).containsExactly("Maija Salo");
    assertThat(texts(bot.get("/v1/rooms?type=group"), "type")).hasSize(25).containsOnly("group");
    assertThat(items(bot.get("/v1/rooms"))).hasSize(26);
    assertThat(items(Client.bot(simulator, 1).get("/v1/rooms"))).hasSizeBetween(5, 20);
    var maija = Client.person(simulator, MAIJA, "spark:rooms_read");
    assertThat(texts(maija.get("/v1/rooms?type=direct"), "title")).containsExactly("Company News");
    assertThat(items(maija.get("/v1/rooms?type=group"))).isNotEmpty();
    assertThat(bot.get("/v1/rooms?type=other").status()).isEqualTo(400);
  }

  /** [R SPEC] and 1.2: max, sortBy, Link. */
  @Test
  void roomsAreSortedAndComeInPages() {
    var byId = new ArrayList<String>();
    var page = bot.get("/v1/rooms?type=group&sortBy=id&max=10");
    byId.addAll(texts(page, "id"));
    while (!page.next().isEmpty()) {
      page = bot.get(page.next());
      byId.addAll(texts(page, "id"));
    }

    assertThat(byId).hasSize(25).isSorted();
    assertThat(texts(bot.get("/v1/rooms?sortBy=created"), "created"))
        .isSortedAccordingTo(Comparator.reverseOrder());
    bot.post(
        "/v1/messages", json("roomId", room("IT status").path("id").asText(), "text", "Hello"));
    assertThat(texts(bot.get("/v1/rooms?sortBy=lastactivity"), "title").getFirst())
        .isEqualTo("IT status");
    assertThat(bot.get("/v1/rooms?sortBy=size").status()).isEqualTo(400);
  }

  /** The contract, corrected: refused, not clamped as elsewhere. */
  @ParameterizedTest
  @ValueSource(strings = {"0", "1001", "-1", "many"})
  void aPageOfRoomsOutOfBoundsIsRefused(String max) {
    assertThat(bot.get("/v1/rooms?max=" + max).status()).isEqualTo(400);
    assertThat(bot.get("/v1/rooms?max=1000").status()).isEqualTo(200);
    assertThat(bot.get("/v1/memberships?max=1001").status()).isEqualTo(200);
  }

  /** [R SPEC]: what to check before a space is offered. */
  @Test
  void someSpacesAreForAnnouncementsAndOneIsReadOnly() {
    assertThat(room("Company announcements").path("isAnnouncementOnly").asBoolean()).isTrue();
    assertThat(room("Town hall backstage").path("isAnnouncementOnly").asBoolean()).isTrue();
    assertThat(room("Archive 2023").path("isReadOnly").asBoolean()).isTrue();
    assertThat(room("IT status").path("isAnnouncementOnly").asBoolean()).isFalse();
  }

  @Test
  void aRoomIsReadByIdByItsMembersOnly() {
    var id = room("IT status").path("id").asText();

    assertThat(bot.get("/v1/rooms/" + id).text("title")).isEqualTo("IT status");
    assertThat(Client.bot(simulator, 1).get("/v1/rooms/" + id).status()).isEqualTo(404);
    assertThat(bot.get("/v1/rooms/nonsense").status()).isEqualTo(404);
  }

  /** [R SPEC]: fields and paging of memberships. */
  @Test
  void theMembersOfARoomAreListed() {
    var room = room("Incident bridge").path("id").asText();
    var ids = new ArrayList<String>();
    var page = bot.get("/v1/memberships?max=20&roomId=" + room);
    ids.addAll(texts(page, "id"));
    while (!page.next().isEmpty()) {
      page = bot.get(page.next());
      ids.addAll(texts(page, "id"));
    }

    assertThat(ids).hasSizeGreaterThan(20).doesNotHaveDuplicates();
    var self =
        items(bot.get("/v1/memberships?roomId=" + room + "&personEmail=company-news@webex.bot"));
    assertThat(self).hasSize(1);
    assertThat(self.getFirst().path("personDisplayName").asText()).isEqualTo("Company News");
    assertThat(self.getFirst().path("roomType").asText()).isEqualTo("group");
  }

  /** [R SPEC]: person filters need roomId; without one, one's own memberships. */
  @Test
  void withoutARoomOnesOwnMembershipsAreListed() {
    assertThat(texts(bot.get("/v1/memberships"), "personDisplayName"))
        .hasSize(25)
        .containsOnly("Company News");
    assertThat(bot.get("/v1/memberships?personEmail=" + MAIJA).status()).isEqualTo(400);
  }

  /** [R SPEC, EMU]: 200, 409 the second time, 204. */
  @Test
  void somebodyJoinsOnceAndLeaves() {
    var room = room("Running club").path("id").asText();
    var outsider =
        items(bot.get("/v1/people?displayName=A&max=50")).stream()
            .map(it -> it.path("id").asText())
            .filter(it ->
                items(bot.get("/v1/memberships?roomId=" + room + "&personId=" + it)).isEmpty())
            .findFirst()
            .orElseThrow();
    var form = json("roomId", room, "personId", outsider);

    var joined = bot.post("/v1/memberships", form);
    var again = bot.post("/v1/memberships", form);
    var left = bot.delete("/v1/memberships/" + joined.text("id"));

    assertThat(joined.status()).isEqualTo(200);
    assertThat(joined.text("personId")).isEqualTo(outsider);
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.message()).isEqualTo("Person is already in the room.");
    assertThat(left.status()).isEqualTo(204);
    assertThat(bot.delete("/v1/memberships/" + joined.text("id")).status()).isEqualTo(404);
    assertThat(
            bot.post("/v1/memberships", json("roomId", room, "personEmail", "x@y.example"))
                .status())
        .isEqualTo(404);
  }

  @Test
  void aBotThatLeftCannotPostAnyMore() {
    var room = room("Running club").path("id").asText();
    var self =
        items(bot.get("/v1/memberships?roomId=" + room + "&personEmail=company-news@webex.bot"));

    bot.delete("/v1/memberships/" + self.getFirst().path("id").asText());

    assertThat(bot.post("/v1/messages", json("roomId", room, "text", "Hello")).status())
        .isEqualTo(404);
  }

  @Test
  void theMembersOfAOneToOneRoomStay() {
    var room = bot.say(MAIJA, "Hello").text("roomId");

    assertThat(items(bot.get("/v1/memberships?roomId=" + room))).hasSize(2);
    assertThat(
            bot.post(
                    "/v1/memberships",
                    json("roomId", room, "personEmail", "lars.berg@northwind.example"))
                .status())
        .isEqualTo(403);
  }

  /** platform-api.md 5 [R SPEC]: POST, PUT and DELETE; whoever makes a room is in it. */
  @Test
  void aRoomIsMadeRenamedAndDeleted() {
    var made = bot.post("/v1/rooms", json("title", "Launch"));
    var path = "/v1/rooms/" + made.text("id");
    bot.post("/v1/memberships", json("roomId", made.text("id"), "personEmail", MAIJA));
    var said = bot.post("/v1/messages", json("roomId", made.text("id"), "text", "Hello"));

    assertThat(made.status()).as(made.body()).isEqualTo(200);
    assertThat(made.text("type")).isEqualTo("group");
    assertThat(said.status()).isEqualTo(200);
    assertThat(bot.put(path, json("title", "Landing")).text("title")).isEqualTo("Landing");
    assertThat(texts(bot.get("/v1/rooms?type=group"), "title")).hasSize(26).contains("Landing");
    assertThat(Client.bot(simulator, 1).delete(path).status()).isEqualTo(404);
    assertThat(bot.delete(path).status()).isEqualTo(204);
    assertThat(bot.get(path).status()).isEqualTo(404);
    assertThat(bot.get("/v1/messages/" + said.text("id")).status()).isEqualTo(404);
    assertThat(texts(bot.get("/v1/rooms?type=group"), "title")).hasSize(25);
    assertThat(bot.post("/v1/rooms", json("title", "Next")).text("id"))
        .isNotEqualTo(made.text("id"));
  }

  /** platform-api.md 5 [R SPEC]: a moderated room is its moderators' to change. */
  @Test
  void aModeratedRoomIsChangedByItsModeratorsOnly() {
    var made = bot.post("/v1/rooms", json("title", "News", "isAnnouncementOnly", "true"));
    var path = "/v1/rooms/" + made.text("id");
    bot.post("/v1/memberships", json("roomId", made.text("id"), "personEmail", MAIJA));
    var maija = Client.person(simulator, MAIJA, "spark:rooms_write spark:messages_write");
    var hello = json("roomId", made.text("id"), "text", "Hello");

    assertThat(made.json().path("isLocked").asBoolean()).isTrue();
    assertThat(maija.delete(path).status()).isEqualTo(403);
    assertThat(maija.put(path, json("title", "Mine")).status()).isEqualTo(403);
    assertThat(maija.post("/v1/messages", hello).status()).isEqualTo(403);
    assertThat(bot.post("/v1/messages", hello).status()).isEqualTo(200);
    assertThat(bot.put(path, json("isReadOnly", "true")).status()).isEqualTo(400);
    assertThat(bot.put(path, json("title", "Old", "isReadOnly", "true")).status()).isEqualTo(200);
    assertThat(bot.post("/v1/messages", hello).status()).isEqualTo(403);
  }

  @Test
  void aOneToOneRoomIsNeitherChangedNorDeleted() {
    var path = "/v1/rooms/" + bot.say(MAIJA, "Hello").text("roomId");

    assertThat(bot.put(path, json("title", "Ours")).status()).isEqualTo(403);
    assertThat(bot.delete(path).status()).isEqualTo(403);
  }
}
