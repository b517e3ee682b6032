package belfry.web.account;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.settings.Settings;
import belfry.delivery.foundation.Tuning;
import belfry.simulator.base.Operation;
import belfry.simulator.directory.Principal;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import belfry.web.ApiContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes of a request whose caller loses their rights while it waits for the platform. */
@OnEngines
class EndedMeanwhileTest extends ApiContract {
  private static final String LARS = "lars.berg@northwind.example";
  private Client lars;
  private String id;

  /** The platform may take longer than in other tests. */
  @Override
  public Settings settings(Settings usual) {
    var ours = super.settings(usual);
    return new Settings(
        ours.integration(),
        ours.platform(),
        ours.host(),
        ours.port(),
        ours.data(),
        ours.databaseUrl(),
        ours.keyFile(),
        ours.proxies(),
        ours.transport(),
        ours.sessions(),
        Tuning.PRODUCTION,
        ours.apps(),
        ours.directory(),
        ours.answers(),
        ours.hooks(),
        ours.metricsToken(),
        ours.draining());
  }

  @BeforeEach
  void anotherAdministrator() {
    id = added(LARS);
    lars = portal.signedIn("news", LARS);
  }

  @AfterEach
  void gone() {
    ana.delete("admin/users/" + id);
  }

  private String added(String email) {
    var form = Map.of("email", email, "role", "admin");
    return ana.post("admin/users", form).json().path("id").asText();
  }

  /** What Lars is answered who is removed while the platform takes its time. */
  private Client.Answer whoIsRemoved(Operation during, String path, Map<String, ?> form) {
    return meanwhile(
        during,
        path,
        form,
        () -> assertThat(ana.delete("admin/users/" + id).status()).isEqualTo(200));
  }

  private Client.Answer meanwhile(
      Operation during, String path, Map<String, ?> form, Runnable meanwhile) {
    var faults = portal.simulator().faults();
    var before = faults.counts().getOrDefault("latency", 0L);
    faults.set(FaultRule.on(during, new Fault.Latency(2_000, 2_000)).onCalls(1L));
    var answer = CompletableFuture.supplyAsync(() -> lars.post(path, form));
    Await.until(() -> faults.counts().getOrDefault("latency", 0L) > before);
    meanwhile.run();
    assertThat(answer).as("waits for the platform").isNotDone();
    return answer.join();
  }

  private static Map<String, Object> members(String group, String... emails) {
    var members = new ArrayList<Map<String, String>>();
    List.of(emails).forEach(email -> members.add(Map.of("email", email)));
    return Map.of("groupId", group, "members", members);
  }

  private List<String> in(String group) {
    return ana.get("user/groups/members?limit=200&groupId=" + group)
        .json()
        .path("items")
        .valueStream()
        .map(one -> one.path("email").asText())
        .toList();
  }

  private String fresh(String name) {
    return ana.post("user/groups/create", Map.of("name", name)).json().path("id").asText();
  }

  @Test
  void nobodyIsAdded() {
    var group = fresh("Stays empty");
    var form = members(group, "added@no.example", TestPortal.ADMIN);
    assertThat(whoIsRemoved(Operation.PEOPLE_LIST, "user/groups/add", form).status())
        .isEqualTo(403);
    assertThat(in(group)).isEmpty();
  }

  @Test
  void nobodyIsAddedBySomebodyWhoHasSignedOut() {
    var group = fresh("Stays empty as well");
    var form = members(group, "signed-out@no.example", TestPortal.ADMIN);
    var answer =
        meanwhile(
            Operation.PEOPLE_LIST,
            "user/groups/add",
            form,
            () -> assertThat(lars.post("logout", Map.of()).status()).isEqualTo(204));
    assertThat(answer.status()).isEqualTo(401);
    assertThat(in(group)).isEmpty();
  }

  @Test
  void nobodyIsTakenOut() {
    var group = fresh("Stays full");
    ana.post("user/groups/add", members(group, TestPortal.ADMIN));
    var form = members(group, "removed@no.example", TestPortal.ADMIN);
    assertThat(whoIsRemoved(Operation.PEOPLE_LIST, "user/groups/remove", form).status())
        .isEqualTo(403);
    assertThat(in(group)).containsExactly(TestPortal.ADMIN);
  }

  /** The directory had taken the first one when it was known; it is asked for no other. */
  @ParameterizedTest
  @ValueSource(strings = {"add", "remove"})
  void theDirectoryIsNotChangedAnyFurther(String action) {
    var group = group("Crisis team");
    var both = members(group, LARS, TestPortal.OTHER_ADMIN);
    ana.post("user/groups/" + (action.equals("add") ? "remove" : "add"), both);
    var answer = whoIsRemoved(Operation.GROUPS_PATCH, "user/groups/" + action, both);
    assertThat(answer.status()).isEqualTo(403);
    var now = in(group);
    assertThat(now.contains(LARS)).isEqualTo(action.equals("add"));
    assertThat(now.contains(TestPortal.OTHER_ADMIN)).isEqualTo(action.equals("remove"));
  }

  @Test
  void nobodyIsMadeAUser() {
    var answer =
        whoIsRemoved(Operation.PEOPLE_LIST, "admin/users", Map.of("email", LARS, "role", "admin"));
    assertThat(answer.status()).isEqualTo(403);
    assertThat(ana.get("admin/users").body()).doesNotContain(LARS);
  }

  /** Webex is asked who that is. */
  @ParameterizedTest
  @ValueSource(strings = {"user/audiences/save", "jobs/edit"})
  void nothingIsSaved(String path) {
    var people = portal.simulator().directory();
    var someone = new Principal.Person(path.equals("jobs/edit") ? 200 : 201);
    var person = people.id(someone);
    var audience = List.of(entry("person", person));
    var form =
        path.equals("jobs/edit")
            ? Map.of("markdown", "Of somebody removed", "audience", audience)
            : Map.of("name", "Of somebody removed", "audience", audience);
    assertThat(whoIsRemoved(Operation.PEOPLE_LIST, path, form).status()).isEqualTo(403);
    for (var list : List.of("user/audiences/list", "jobs/list/all")) {
      assertThat(ana.get(list).body()).doesNotContain("Of somebody removed");
    }
  }

  @Test
  void nothingIsSent() {
    var audience =
        List.of(Map.of("kind", "list", "emails", List.of(TestPortal.ADMIN, "sent@no.example")));
    var form = Map.of("markdown", "Of somebody removed", "audience", audience);
    assertThat(whoIsRemoved(Operation.PEOPLE_LIST, "jobs/send", form).status()).isEqualTo(403);
    assertThat(ana.get("jobs/list/all").body()).doesNotContain("Of somebody removed");
  }
}
