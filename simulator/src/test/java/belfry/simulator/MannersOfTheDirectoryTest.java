package belfry.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.ManualTime;
import belfry.simulator.manners.Manner;
import belfry.simulator.manners.MannerRule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a directory may answer that makes people vanish. */
class MannersOfTheDirectoryTest {
  private static final String MAIJA = "maija.salo@northwind.example";

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");
  private final Simulator simulator =
      Simulator.start(SimulatorSettings.defaults().withPeople(1200), time);
  private final Client bot = Client.bot(simulator, 0);

  @AfterEach
  void close() {
    simulator.close();
  }

  private void always(Manner manner) {
    simulator.manners().set(MannerRule.of(manner));
  }

  private final Client directory = Client.directory(simulator);

  private String group(String name) {
    return "/v1/groups/" + simulator.groups().byName(name).orElseThrow().id();
  }

  private static List<String> ids(Client.Reply reply, String list) {
    var ids = new ArrayList<String>();
    reply.json().path(list).forEach(it -> ids.add(it.path("id").asText()));
    return ids;
  }

  private void isAPage(Client.Reply reply, int status) {
    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.header("Content-Type")).startsWith("text/html");
  }

  @Test
  void groupsAndMembersMayBeAPage() {
    always(Manner.GROUPS_HTML);
    isAPage(directory.get("/v1/groups"), 200);
    assertThat(directory.get(group("Sales")).status()).isEqualTo(200);

    always(Manner.MEMBERS_HTML);
    isAPage(directory.get(group("All staff") + "/members?startIndex=501"), 200);
    assertThat(directory.get("/v1/groups").json().path("groups").size()).isEqualTo(40);
  }

  @Test
  void someGroupsMayBeLeftOut() {
    var all = ids(directory.get("/v1/groups"), "groups");
    simulator.manners().set(MannerRule.of(Manner.GROUPS_LEFT_OUT).withNumber(3));

    var answer = directory.get("/v1/groups");

    assertThat(answer.json().path("totalResults").asInt()).isEqualTo(40);
    assertThat(answer.json().path("itemsPerPage").asInt()).isEqualTo(37);
    assertThat(ids(answer, "groups")).isEqualTo(all.subList(0, 37));
  }

  @Test
  void membersMayEndEarly() {
    var path = group("All staff") + "/members";
    simulator.manners().set(MannerRule.of(Manner.MEMBERS_END_EARLY).withNumber(250));

    var first = directory.get(path);
    var second = directory.get(first.next());

    assertThat(first.json().path("memberSize").asInt()).isEqualTo(1_200);
    assertThat(ids(first, "members")).hasSize(500);
    assertThat(ids(second, "members")).hasSize(450);
    assertThat(second.next()).isEmpty();
    assertThat(ids(directory.get(path + "?startIndex=1001"), "members")).isEmpty();
    assertThat(simulator.mannersApplied()).containsEntry("membersEndEarly", 2L);
    var small = directory.get(group("First aiders") + "?includeMembers=true");
    assertThat(small.json().path("memberSize").asInt()).isPositive();
    assertThat(ids(small, "members")).isEmpty();
  }

  @Test
  void peopleWhoAreLookedUpMayBeSomethingElse() {
    var byId = "/v1/people/" + simulator.directory().personId(1);
    var byEmail = "/v1/people?email=" + MAIJA;

    for (var path : List.of(byId, byEmail)) {
      always(Manner.PEOPLE_HTML);
      isAPage(bot.get(path), 200);
      always(Manner.PEOPLE_404_HTML);
      isAPage(bot.get(path), 404);
      always(Manner.PEOPLE_OTHER);
      var other = bot.get(path);
      assertThat(other.status()).isEqualTo(200);
      assertThat(other.json().has("items")).isFalse();
      assertThat(other.json().has("id")).isFalse();
    }
    assertThat(bot.get("/v1/people/me").text("type")).isEqualTo("bot");
  }
}
