package belfry.web.people;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Groups as staff make and fill them, and lists that come in pages. */
@OnEngines(postgres = "whole")
class GroupsTest extends ApiContract {
  @Test
  void aGroupIsMadeFilledRenamedAndDeleted() {
    var group = ana.post("user/groups/create", Map.of("name", " Pilots ")).json();
    var id = group.path("id").asText();
    assertThat(group.path("name").asText()).isEqualTo("Pilots");
    assertThat(group.path("source").asText()).isEqualTo("portal");
    refused("user/groups/create", json(Map.of("name", "PILOTS")), 400, "name");

    var lars = Map.of("email", "lars.berg@northwind.example");
    var members =
        List.of(Map.of("email", TestPortal.ADMIN), lars, Map.of("email", "no@northwind.example"));
    var added = ana.post("user/groups/add", Map.of("groupId", id, "members", members)).json();
    assertThat(results(added)).containsExactly("added", "added", "no_account");
    assertThat(added.path("group").path("size").asInt()).isEqualTo(2);
    var again = ana.post("user/groups/add", Map.of("groupId", id, "members", List.of(lars))).json();
    assertThat(results(again)).containsExactly("already_member");

    var removed = Map.of("groupId", id, "members", List.of(lars));
    assertThat(results(ana.post("user/groups/remove", removed).json())).containsExactly("removed");
    assertThat(results(ana.post("user/groups/remove", removed).json()))
        .containsExactly("not_a_member");

    var renamed = ana.post("user/groups/rename", Map.of("groupId", id, "name", "Captains")).json();
    assertThat(renamed.path("name").asText()).isEqualTo("Captains");
    assertThat(renamed.path("size").asInt()).isEqualTo(1);
    assertThat(group("Captains")).isEqualTo(id);
    var left = ana.get("user/groups/members?groupId=" + id).json();
    assertThat(left.path("items")).hasSize(1);
    assertThat(left.path("items").path(0).path("email").asText()).isEqualTo(TestPortal.ADMIN);
    assertThat(finished(send("To captains", entry("group", id))).path("people").asInt()).isOne();

    assertThat(ana.post("user/groups/delete", Map.of("groupId", id)).status()).isEqualTo(204);
    asked("user/groups/members?groupId=" + id, 404);
    for (var action : List.of("add", "remove")) {
      refused("user/groups/" + action, json(removed), 404);
    }
    refused("user/groups/rename", json(Map.of("groupId", id, "name", "Crew")), 404);
    refused("user/groups/delete", json(Map.of("groupId", id)), 404);
    assertThat(trail(id).reversed())
        .containsExactly(
            "group.create Pilots",
            "group.add Ana Lopez: added",
            "group.add Lars Berg: added",
            "group.remove Lars Berg: removed",
            "group.rename Captains",
            "group.delete Captains");
  }

  /** Fifty thousand rows for one file would bury whatever else was done. */
  @Test
  void aChangeOfManyIsOneRowOfTheTrail() {
    var emails =
        paged("user/groups/members?limit=110&groupId=" + everybody).stream()
            .map(one -> one.path("email").asText())
            .limit(30)
            .toList();
    var file = ("Email\n" + String.join("\n", emails)).getBytes(StandardCharsets.UTF_8);
    var list = ana.bringList("?name=crew.csv", file).json().at("/list/id").asText();
    var group =
        ana.post("user/groups/create", Map.of("name", "From a file")).json().path("id").asText();
    var form = Map.of("groupId", group, "listId", list);
    var added = ana.post("user/groups/add", form).json();
    assertThat(results(added)).hasSize(30).containsOnly("added");
    assertThat(added.at("/group/size").asInt()).isEqualTo(30);
    assertThat(results(ana.post("user/groups/add", form).json())).containsOnly("already_member");

    var some = emails.stream().limit(11).map(one -> Map.of("email", one)).toList();
    var fewer = Map.of("groupId", group, "members", some);
    var removed = ana.post("user/groups/remove", fewer).json();
    assertThat(removed.at("/group/size").asInt()).isEqualTo(19);
    assertThat(trail(group).reversed())
        .containsExactly(
            "group.create From a file",
            "group.add 30 of crew.csv: added",
            "group.remove 11: removed");
  }

  /** Who changed what of it, the latest first, with members by their names. */
  private List<String> trail(String group) {
    return ana.get("admin/trail?action=group&about=" + group)
        .json()
        .path("items")
        .valueStream()
        .map(row -> {
          assertThat(row.at("/by/displayName").asText()).isEqualTo("Ana Lopez");
          var member = row.path("member");
          var detail = row.path("detail").asText();
          return row.path("action").asText()
              + " "
              + (member.isMissingNode()
                  ? detail
                  : detail.replace(
                      member.path("id").asText(), member.path("displayName").asText()));
        })
        .toList();
  }

  @Test
  void aGroupsRequestTwiceIsDoneOnce() {
    var create = Map.of("name", "Once", "requestId", "group-create");
    var made = ana.post("user/groups/create", create);
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    var repeated = ana.post("user/groups/create", create);
    assertThat(repeated.status()).isEqualTo(201);
    assertThat(repeated.json()).isEqualTo(made.json());
    var id = made.json().path("id").asText();

    var rename = Map.of("groupId", id, "name", "Twice", "requestId", "group-rename");
    for (var time = 0; time < 2; time++) {
      var renamed = ana.post("user/groups/rename", rename);
      assertThat(renamed.json().path("name").asText()).as(renamed.body()).isEqualTo("Twice");
    }
    var sameName = Map.of("groupId", id, "name", "Twice", "requestId", "group-rename-again");
    assertThat(ana.post("user/groups/rename", sameName).status()).isEqualTo(200);
    refused("user/groups/create", json(Map.of("name", "Other", "requestId", "group-create")), 409);
    refused("user/groups/delete", json(Map.of("groupId", id, "requestId", "group-rename")), 409);
    refused(
        "user/groups/delete",
        json(Map.of("groupId", id, "requestId", "x".repeat(101))),
        400,
        "requestId");
    assertThat(group("Twice")).isEqualTo(id);
    assertThat(trail(id)).containsExactly("group.rename Twice", "group.create Once");

    var delete = Map.of("groupId", id, "requestId", "group-delete");
    assertThat(ana.post("user/groups/delete", delete).status()).isEqualTo(204);
    assertThat(ana.post("user/groups/delete", delete).status()).isEqualTo(204);
    refused("user/groups/create", json(create), 404);
  }

  @Test
  void groupsAndMembersComeInPagesWhileSpacesAndStaffComeWhole() {
    var groups = ana.get("user/groups/list?limit=200").json().path("items");
    assertThat(groups).hasSizeGreaterThan(2);
    assertThat(paged("user/groups/list?limit=2"))
        .containsExactlyElementsOf(groups.valueStream().toList());
    var members = paged("user/groups/members?limit=110&groupId=" + everybody);
    assertThat(new HashSet<>(members)).hasSize(PEOPLE);
    assertThat(members).hasSize(PEOPLE);

    var lars = ana.post("admin/users", Map.of("email", "lars.berg@northwind.example"));
    for (var path : List.of("user/spaces/list", "admin/users")) {
      var whole = ana.get(path).json().path("items");
      assertThat(whole).as(path).hasSizeGreaterThan(1);
      asked(path + "?limit=1", 400);
    }
    assertThat(ana.delete("admin/users/" + lars.json().path("id").asText()).status())
        .isEqualTo(200);
  }

  @Test
  void theDirectoryIsChangedByAdministratorsOnly() {
    var lars = "lars.berg@northwind.example";
    var added = ana.post("admin/users", Map.of("email", lars)).json();
    var sender = portal.signedIn("news", lars);
    var directory = group("Crisis team");
    var own = sender.post("user/groups/create", Map.of("name", "Lars's own")).json();
    var form = Map.of("members", List.of(Map.of("email", lars)));
    var before = ana.get("user/groups/members?groupId=" + directory).json();

    for (var action : List.of("add", "remove")) {
      var refused = sender.post("user/groups/" + action, with(form, "groupId", directory));
      assertThat(refused.status()).as(action).isEqualTo(403);
      assertThat(refused.json().path("code").asText()).isEqualTo("group.administrators");
      var ours =
          sender.post("user/groups/" + action, with(form, "groupId", own.path("id").asText()));
      assertThat(ours.status()).as(ours.body()).isEqualTo(200);
    }
    assertThat(ana.get("user/groups/members?groupId=" + directory).json()).isEqualTo(before);

    var changed = ana.post("user/groups/add", with(form, "groupId", directory)).json();
    assertThat(results(changed)).containsExactly("added");
    assertThat(results(ana.post("user/groups/remove", with(form, "groupId", directory)).json()))
        .containsExactly("removed");
    ana.post("user/groups/delete", Map.of("groupId", own.path("id").asText()));
    ana.delete("admin/users/" + added.path("id").asText());
  }

  /** The directory takes nobody out of a group that is a member of the group. */
  @Test
  void whoIsAMemberByAnotherGroupIsOneAgainWhenTheDirectoryIsReadAfterTheyWereTakenOut() {
    var id = group("Extended leadership");
    var listed = members(id);
    var direct =
        portal.simulator().groups().byName("Extended leadership").orElseThrow().members(0, 100);
    var nested =
        listed.stream()
            .filter(email ->
                portal
                    .simulator()
                    .directory()
                    .principalByEmail(email)
                    .filter(direct::contains)
                    .isEmpty())
            .findFirst()
            .orElseThrow();
    var form = Map.of("groupId", id, "members", List.of(Map.of("email", nested)));

    ana.post("user/groups/remove", form).json();

    assertThat(members(id)).isEqualTo(listed);
  }

  private List<String> members(String group) {
    return paged("user/groups/members?groupId=" + group).stream()
        .map(one -> one.path("email").asText())
        .sorted()
        .toList();
  }

  private List<JsonNode> paged(String path) {
    var found = new ArrayList<JsonNode>();
    var cursor = "";
    do {
      var page = ana.get(path + "&cursor=" + cursor).json();
      page.path("items").forEach(found::add);
      cursor = page.path("next").asText("");
    } while (!cursor.isEmpty());
    return found;
  }

  private static List<String> results(JsonNode answer) {
    return answer
        .path("results")
        .valueStream()
        .map(result -> result.path("status").asText())
        .toList();
  }
}
