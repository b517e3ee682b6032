package belfry.standin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** People, groups, rooms and who is in them. */
class StandInDirectoryTest {
  private static final Pattern NEXT = Pattern.compile("<[^/]*//[^/]*(/[^>]*)>; rel=\"next\"");

  private final Desk desk = Desk.withStaff(1203);

  @AfterEach
  void close() {
    desk.close();
  }

  @Test
  void aBotIsABot() throws IOException {
    var me = Desk.json(desk.get("/v1/people/me"));

    assertThat(me.path("id")).isEqualTo(desk.introduction().at("/bots/0/personId"));
    assertThat(me.path("type").asText()).isEqualTo("bot");
    assertThat(me.at("/emails/0").asText()).endsWith("@webex.bot");
  }

  @Test
  void peopleAreFoundByAddress() throws IOException {
    assertThat(found("email=STAFF.00003@harbour.example")).hasSize(1);
    assertThat(found("email=nobody@harbour.example")).isEmpty();
  }

  @Test
  void whoeverIsOfAnotherCompanyIsReachedByBothAddressesAndFoundByNone() throws IOException {
    var partner = desk.control("GET", "partners", "").get(0);
    var id = partner.path("id").asText();
    var organisation = Desk.json(desk.get("/v1/people/me")).path("orgId");
    for (var address : List.of(partner.path("email").asText(), partner.path("second").asText())) {
      assertThat(found("email=" + address)).isEmpty();

      var written = desk.write(address, "To " + address);

      assertThat(written.path("toPersonId").asText()).isEqualTo(id);
      assertThat(written.path("toPersonEmail")).isEqualTo(partner.path("email"));
      assertThat(Desk.json(desk.conversation(address)).at("/items/0/id"))
          .isEqualTo(written.path("id"));
      var members =
          Desk.json(desk.get("/v1/memberships?roomId=" + written.path("roomId").asText()));
      assertThat(members.path("items"))
          .filteredOn(one -> one.path("personId").asText().equals(id))
          .singleElement()
          .satisfies(one -> assertThat(one.path("personOrgId")).isNotEqualTo(organisation));
    }
    assertThat(found("id=" + id)).isEmpty();
    assertThat(desk.get("/v1/people/" + id).statusCode()).isEqualTo(404);
    assertThat(found("displayName=Anna%20Adeyemi").toString()).doesNotContain("@quay.example");
    assertThat(desk.post(Map.of("toPersonEmail", "stranger@quay.example", "markdown", "x")))
        .matches(answer -> answer.statusCode() == 404);
  }

  @Test
  void peopleAreFoundByTheBeginningOfTheirNamePageByPage() throws IOException {
    var whole = found("displayName=zo&max=1000");

    var paged = followed(desk.bot(), "/v1/people?displayName=zo&max=7");

    assertThat(whole).hasSizeGreaterThan(14);
    assertThat(paged).isEqualTo(whole);
  }

  @Test
  void namesAreToldInPartsAndWhoHasNoLastNameIsToldNone() throws IOException {
    var people = desk.control("GET", "people", "");
    var ids = new ArrayList<String>();
    people.forEach(person -> ids.add(person.path("id").asText()));

    var told = found("id=" + String.join(",", ids.subList(0, 85)));

    assertThat(told).hasSize(85).allMatch(one -> one.hasNonNull("firstName"));
    assertThat(told)
        .extracting(one -> one.path("lastName").asText())
        .isEqualTo(people.findValuesAsText("lastName").subList(0, 85));
    assertThat(told).extracting(one -> one.has("lastName")).contains(true, false);
  }

  @Test
  void nobodyIsFoundWithoutAFilter() throws IOException {
    assertThat(desk.get("/v1/people").statusCode()).isEqualTo(400);
  }

  @Test
  void peopleAreFoundByEightyFiveIdsAndNotByMore() throws IOException {
    var ids =
        followed(desk.directory(), "/v1/people?max=1000").stream()
            .limit(86)
            .map(StandInDirectoryTest::id)
            .toList();

    assertThat(found("id=" + String.join(",", ids.subList(0, 85)))).hasSize(85);
    assertThat(desk.get("/v1/people?id=" + String.join(",", ids)).statusCode()).isEqualTo(400);
  }

  @Test
  void onePersonIsFoundByIdOrNotAtAll() throws IOException {
    var id = id(found("email=" + Desk.PERSON).getFirst());

    assertThat(desk.get("/v1/people/" + id).statusCode()).isEqualTo(200);
    assertThat(
            desk.get("/v1/people/" + desk.introduction().at("/bots/1/personId").asText())
                .statusCode())
        .isEqualTo(200);
    assertThat(desk.get("/v1/people/unknown").statusCode()).isEqualTo(404);
  }

  @Test
  void everybodyIsInOneGroup() throws IOException {
    var group = group("All staff");
    var members = new ArrayList<JsonNode>();
    for (var start = 1; start <= 1203; start += 500) {
      var path = "/v1/groups/%s/members?startIndex=%d&count=500".formatted(id(group), start);
      var page = Desk.json(desk.get(desk.directory(), path));
      assertThat(page.path("memberSize").asInt()).isEqualTo(1203);
      page.path("members").forEach(members::add);
    }

    assertThat(members).hasSize(1203);
    assertThat(new HashSet<>(members)).hasSize(1203);
  }

  @Test
  void oneGroupIsEmptyAndOneHoldsAGroup() throws IOException {
    var nested = members(group("Whole quay")).stream().map(one -> one.path("type").asText());

    assertThat(members(group("Empty berth"))).isEmpty();
    assertThat(nested).containsExactly("user", "group", "machine");
  }

  @Test
  void groupsAreListedPageByPage() throws IOException {
    var first = desk.get(desk.directory(), "/v1/groups?count=3");
    var next = NEXT.matcher(first.headers().firstValue("Link").orElseThrow());

    assertThat(next.matches()).isTrue();
    assertThat(Desk.json(first).path("groups")).hasSize(3);
    assertThat(Desk.json(first).path("totalResults").asInt()).isEqualTo(8);
    var second = Desk.json(desk.get(desk.directory(), next.group(1)));
    assertThat(second.path("startIndex").asInt()).isEqualTo(4);
  }

  @Test
  void roomsOfOneKindAreListed() throws IOException {
    desk.write(Desk.PERSON, "hello");

    assertThat(items("/v1/rooms?type=group")).hasSize(7);
    assertThat(items("/v1/rooms?type=direct")).hasSize(1);
    assertThat(followed(desk.bot(), "/v1/rooms?max=3")).hasSize(8);
    assertThat(items("/v1/memberships")).hasSize(8);
  }

  @Test
  void noneOrTooManyRoomsCannotBeAskedFor() throws IOException {
    assertThat(desk.get("/v1/rooms?max=0").statusCode()).isEqualTo(400);
    assertThat(desk.get("/v1/rooms?max=1001").statusCode()).isEqualTo(400);
    assertThat(desk.get("/v1/rooms?max=1000").statusCode()).isEqualTo(200);
  }

  @Test
  void aRoomTellsWhenSomethingHappenedLast() throws IOException {
    var roomId = desk.write(Desk.PERSON, "hello").path("roomId").asText();

    var room = Desk.json(desk.get("/v1/rooms/" + roomId));

    assertThat(room.path("type").asText()).isEqualTo("direct");
    assertThat(room.path("lastActivity").asText()).isEqualTo("2026-03-02T09:15:27.345Z");
  }

  @Test
  void membersOfARoomAreListedAndAdmittedOnce() throws IOException {
    var roomId = id(items("/v1/rooms?type=group").getFirst());
    var person =
        "{\"roomId\":\"%s\",\"personEmail\":\"staff.00900@harbour.example\"}".formatted(roomId);

    var before = followed(desk.bot(), "/v1/memberships?roomId=" + roomId + "&max=10");
    var first = desk.send(desk.bot(), "POST", "/v1/memberships", Optional.of(person));
    var second = desk.send(desk.bot(), "POST", "/v1/memberships", Optional.of(person));

    assertThat(before).hasSize(22);
    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(second.statusCode()).isEqualTo(409);
  }

  private List<JsonNode> found(String query) throws IOException {
    return items("/v1/people?" + query);
  }

  private List<JsonNode> items(String path) throws IOException {
    return Desk.items(desk.get(path));
  }

  private List<JsonNode> followed(String token, String path) throws IOException {
    var all = new ArrayList<JsonNode>();
    var at = path;
    while (!at.isEmpty()) {
      var page = desk.get(token, at);
      all.addAll(Desk.items(page));
      var next = NEXT.matcher(page.headers().firstValue("Link").orElse(""));
      at = next.matches() ? next.group(1) : "";
    }
    return Collections.unmodifiableList(all);
  }

  private JsonNode group(String name) throws IOException {
    var filter = "displayName%20eq%20%22" + name.replace(" ", "%20") + "%22";
    var found = Desk.json(desk.get(desk.directory(), "/v1/groups?filter=" + filter));
    return found.at("/groups/0");
  }

  private List<JsonNode> members(JsonNode group) throws IOException {
    var page = desk.get(desk.directory(), "/v1/groups/" + id(group) + "/members");
    return Desk.json(page).path("members").valueStream().toList();
  }

  private static String id(JsonNode item) {
    return item.path("id").asText();
  }
}
