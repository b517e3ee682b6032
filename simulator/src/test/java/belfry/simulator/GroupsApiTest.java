package belfry.simulator;

import static belfry.simulator.Client.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.directory.Ids;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code /v1/groups}: platform-api.md 7.1 [R SPEC, WXC test_groups]. */
class GroupsApiTest {
  private final Simulator simulator =
      Simulator.start(SimulatorSettings.defaults().withPeople(1_200));
  private final Client directory = Client.directory(simulator);

  @AfterEach
  void close() {
    simulator.close();
  }

  private static List<JsonNode> list(Client.Reply reply, String field) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return StreamSupport.stream(reply.json().path(field).spliterator(), false).toList();
  }

  private static List<String> names(Client.Reply reply) {
    return list(reply, "groups").stream().map(it -> it.path("displayName").asText()).toList();
  }

  private String idOf(String name) {
    var found = directory.get("/v1/groups?filter=" + encoded("displayName eq \"" + name + "\""));
    return found.json().path("groups").path(0).path("id").asText();
  }

  private String person(int index) {
    return "{\"id\":\"" + simulator.directory().personId(index) + "\"}";
  }

  /** 2.3: assume that a bot cannot call /groups; people need an administrator's consent. */
  @Test
  void onlyAdministratorsSeeGroups() {
    var scope = "spark:people_read identity:groups_read identity:groups_rw";
    var admin = Client.person(simulator, "ana.lopez@northwind.example", scope);
    var readOnly = Client.person(simulator, "ana.lopez@northwind.example", "identity:groups_read");
    var plain = Client.person(simulator, "lars.berg@northwind.example", scope);

    assertThat(Client.bot(simulator, 0).get("/v1/groups").status()).isEqualTo(403);
    assertThat(plain.get("/v1/groups").status()).isEqualTo(403);
    assertThat(admin.get("/v1/groups").status()).isEqualTo(200);
    assertThat(readOnly.get("/v1/groups").status()).isEqualTo(200);
    assertThat(readOnly.post("/v1/groups", "{\"displayName\":\"X\"}").status()).isEqualTo(403);
  }

  @Test
  void groupsAreListedFilteredAndPaged() {
    var first = directory.get("/v1/groups?count=30");
    var second = directory.get(first.next());

    assertThat(first.json().path("totalResults").asInt()).isEqualTo(40);
    assertThat(first.json().path("startIndex").asInt()).isEqualTo(1);
    assertThat(first.json().path("itemsPerPage").asInt()).isEqualTo(30);
    assertThat(second.json().path("startIndex").asInt()).isEqualTo(31);
    assertThat(names(second)).hasSize(10);
    assertThat(second.next()).isEmpty();
    var all = new ArrayList<>(names(first));
    all.addAll(names(second));
    assertThat(all).isSortedAccordingTo(String.CASE_INSENSITIVE_ORDER).doesNotHaveDuplicates();
    assertThat(names(directory.get("/v1/groups?filter=" + encoded("displayName sw \"Office\""))))
        .hasSize(8)
        .allMatch(it -> it.startsWith("Office "));
    assertThat(names(directory.get("/v1/groups?filter=" + encoded("displayName eq \"All staff\""))))
        .containsExactly("All staff");
    assertThat(names(directory.get("/v1/groups?sortOrder=descending")).getFirst())
        .isEqualTo("Works council");
    assertThat(directory.get("/v1/groups?filter=" + encoded("size gt 3")).status()).isEqualTo(400);
  }

  @Test
  void membersComeAlongWhenAskedForFiveHundredInAll() {
    var with = directory.get("/v1/groups?includeMembers=true");
    var without = directory.get("/v1/groups");

    assertThat(list(with, "groups").stream().mapToInt(it -> it.path("members").size()).sum())
        .isEqualTo(500);
    assertThat(list(without, "groups")).noneMatch(it -> it.has("members"));
    var one = directory.get("/v1/groups/" + idOf("All staff") + "?includeMembers=true");
    assertThat(one.json().path("members").size()).isEqualTo(500);
    assertThat(one.json().path("memberSize").asInt()).isEqualTo(1_200);
  }

  /** "GET /groups/{id}/members?startIndex=1&count≤500"; WXC writes the path with a capital M. */
  @Test
  void allMembersAreReadInPagesOfFiveHundred() {
    var ids = new ArrayList<String>();
    var page = directory.get("/v1/groups/" + idOf("All staff") + "/Members?count=5000");
    ids.addAll(list(page, "members").stream().map(it -> it.path("id").asText()).toList());
    while (!page.next().isEmpty()) {
      page = directory.get(page.next());
      ids.addAll(list(page, "members").stream().map(it -> it.path("id").asText()).toList());
    }

    assertThat(ids).hasSize(1_200).doesNotHaveDuplicates();
    assertThat(page.json().path("memberSize").asInt()).isEqualTo(1_200);
  }

  /** 1.3: a bare uuid works too, also when its colon comes percent-encoded. */
  @Test
  void aGroupIsReadByItsBareName() {
    var uuid = Ids.name("SCIM_GROUP", idOf("All staff")).orElseThrow();

    assertThat(directory.get("/v1/groups/" + uuid.substring(0, 36)).text("displayName"))
        .isEqualTo("All staff");
    assertThat(
            directory
                .get("/v1/groups/" + encoded(Ids.encoded("SCIM_GROUP", uuid)) + "%3D")
                .text("displayName"))
        .isEqualTo("All staff");
  }

  @Test
  void aNestedGroupIsOneMember() {
    var members =
        list(directory.get("/v1/groups/" + idOf("Extended leadership") + "/members"), "members");

    assertThat(members.getLast().path("type").asText()).isEqualTo("group");
    assertThat(members.getLast().path("displayName").asText()).isEqualTo("Laptop users");
    assertThat(members.getLast().path("id").asText()).isEqualTo(idOf("Laptop users"));
    assertThat(members.getFirst().path("type").asText()).isEqualTo("user");
  }

  /** 201, then adds and deletes mixed in one PATCH (WXC test_006), then 204. */
  @Test
  void aGroupIsMadeChangedAndDeleted() {
    var made =
        directory.post(
            "/v1/groups",
            "{\"displayName\":\"Aurora\",\"description\":\"x\",\"members\":[%s,%s]}"
                .formatted(person(0), person(1)));
    var path = "/v1/groups/" + made.text("id");
    var changed =
        directory.patch(
            path,
            ("{\"displayName\":\"Borealis\",\"members\":[{\"id\":\"%s\",\"operation\":\"delete\"},"
                    + "{\"id\":\"%s\",\"operation\":\"add\"},%s]}")
                .formatted(
                    simulator.directory().personId(0),
                    simulator.directory().personId(2),
                    person(3)));

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.json().path("memberSize").asInt()).isEqualTo(2);
    assertThat(made.text("id")).startsWith("Y2lzY29zcGFyazovL3VzL1NDSU1fR1JPVVAv");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.text("displayName")).isEqualTo("Borealis");
    assertThat(
            list(directory.get(path + "/members"), "members").stream()
                .map(it -> it.path("displayName").asText()))
        .containsExactly("Maija Salo", "Kenji Tanaka", "Priya Patel");
    assertThat(directory.delete(path).status()).isEqualTo(204);
    assertThat(directory.get(path).status()).isEqualTo(404);
  }

  @Test
  void whatMakesNoSenseChangesNothing() {
    var path = "/v1/groups/" + idOf("Mentors");
    var before = directory.get(path).json().path("memberSize").asInt();

    assertThat(directory.post("/v1/groups", "{}").status()).isEqualTo(400);
    assertThat(directory.post("/v1/groups", "{\"displayName\":\"Mentors\"}").status())
        .isEqualTo(409);
    assertThat(
            directory
                .patch(path, "{\"members\":[%s,{\"id\":\"nobody\"}]}".formatted(person(900)))
                .status())
        .isEqualTo(400);
    assertThat(
            directory
                .patch(
                    path,
                    "{\"members\":[{\"id\":\"%s\",\"operation\":\"move\"}]}"
                        .formatted(simulator.directory().personId(5)))
                .status())
        .isEqualTo(400);
    assertThat(directory.get(path).json().path("memberSize").asInt()).isEqualTo(before);
  }
}
