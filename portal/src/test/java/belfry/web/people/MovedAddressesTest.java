package belfry.web.people;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/** Addresses that were somebody else's when Belfry last heard of them. */
@OnEngines(postgres = "whole")
class MovedAddressesTest extends ApiContract {
  /** As where {@code before} was found at the address of {@code now} two hours ago. */
  private String moved(int before, int now) {
    var directory = portal.simulator().directory();
    var address = directory.personEmail(now);
    Jdbi.create(portal.databaseAddress())
        .useHandle(it -> {
          it.execute("UPDATE person SET email = '' WHERE id = ?", directory.personId(now));
          it.execute(
              """
              INSERT INTO person (id, name, name_key, email) VALUES (?, 'Before', 'before', ?)
              ON CONFLICT (id) DO UPDATE SET email = excluded.email
              """,
              directory.personId(before),
              address);
          it.execute(
              """
              INSERT INTO address (email, person, asked) VALUES (?, ?, ?)
              ON CONFLICT (email) DO UPDATE SET person = excluded.person, asked = excluded.asked
              """,
              address,
              directory.personId(before),
              System.currentTimeMillis() - Duration.ofHours(2).toMillis());
        });
    return address;
  }

  private String id(int person) {
    return portal.simulator().directory().personId(person);
  }

  private void silence() {
    portal.simulator().faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(503)));
  }

  private String made(String name) {
    return ana.post("user/groups/create", Map.of("name", name)).json().path("id").asText();
  }

  private JsonNode changed(String how, String group, String address) {
    var members = List.of(Map.of("email", address));
    return ana.post("user/groups/" + how, Map.of("groupId", group, "members", members))
        .json()
        .at("/results/0");
  }

  private List<String> members(String group) {
    return ids(ana.get("user/groups/members?groupId=" + group).json());
  }

  private JsonNode found(String words) {
    return ana.get("user/people/find?q=" + words).json();
  }

  private static List<String> ids(JsonNode page) {
    return page.path("items").valueStream().map(one -> one.path("id").asText()).toList();
  }

  @Test
  void whoeverHasItNowBecomesAMember() {
    var one = moved(40, 41);
    var two = moved(42, 43);
    var group = made("By addresses");
    assertThat(changed("add", group, one).at("/person/id").asText()).isEqualTo(id(41));
    var file = ("Email\n" + two + "\n").getBytes(StandardCharsets.UTF_8);
    var list = ana.bringList("?name=moved.csv", file).json().at("/list/id").asText();
    ana.post("user/groups/add", Map.of("groupId", group, "listId", list));
    assertThat(members(group)).containsExactlyInAnyOrder(id(41), id(43));

    var before = Map.of("groupId", group, "members", List.of(Map.of("id", id(44))));
    ana.post("user/groups/add", before);
    assertThat(changed("remove", group, moved(44, 45)).path("status").asText())
        .isEqualTo("not_a_member");
    assertThat(members(group)).contains(id(44));
  }

  @Test
  void nobodyBecomesAMemberWhileWebexDoesNotSayWhoHasIt() {
    var address = moved(46, 47);
    var group = made("While it is silent");
    silence();
    for (var how : List.of("add", "remove")) {
      var result = changed(how, group, address);
      assertThat(result.path("status").asText()).isEqualTo("not_answered");
      assertThat(result.path("message").asText()).contains("503");
    }
    assertThat(members(group)).isEmpty();

    portal.simulator().faults().set();
    assertThat(changed("add", group, address).path("status").asText()).isEqualTo("added");
    assertThat(members(group)).containsExactly(id(47));
  }

  /** They can be taken out by an address as long as nobody else has it. */
  @Test
  void whoHasLeftIsTakenOutByTheirAddress() {
    var address = portal.simulator().directory().personEmail(48);
    var group = made("With somebody who leaves");
    changed("add", group, address);
    Jdbi.create(portal.databaseAddress())
        .useHandle(it -> it.execute("DELETE FROM address WHERE email = ?", address));
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.PEOPLE_LIST, Fault.before(200).withHtml("{\"items\":[]}"))
                .to(address));

    assertThat(changed("remove", group, address).path("status").asText()).isEqualTo("removed");
    assertThat(members(group)).isEmpty();
  }

  @Test
  void anAddressIsOnePersonsOnceItIsKnownWhose() {
    var address = moved(50, 51);
    var sent = finished(send("To the one before", entry("person", id(50)))).path("id").asText();
    assertThat(ids(found(address))).containsExactly(id(51));

    silence();
    assertThat(ids(found(address))).containsExactly(id(51));
    assertThat(changed("add", made("Known since"), address).at("/person/id").asText())
        .isEqualTo(id(51));
    portal.simulator().faults().set();

    assertThat(ana.get("jobs/recipients/" + sent).json().at("/items/0/email").asText())
        .as("what was sent stays")
        .isEqualTo(address);
    var theirs = portal.simulator().directory().personEmail(50);
    assertThat(ids(found(theirs))).containsExactly(id(50));
  }

  @Test
  void whoHasAnAddressIsKnownFromWhateverWebexAnswers() {
    var address = moved(52, 53);
    assertThat(changed("add", made("Whoever it is"), address).at("/person/id").asText())
        .isEqualTo(id(53));
    silence();
    assertThat(ids(found(address))).containsExactly(id(53));

    portal.simulator().faults().set();
    var other = moved(54, 55);
    found(portal.simulator().directory().person(55).displayName().replace(" ", "%20"));
    silence();
    assertThat(changed("add", made("Known by name"), other).path("status").asText())
        .as("the answer of two hours ago is not believed any more")
        .isEqualTo("not_answered");
  }

  /** What is chosen is kept by its id, so whose it was two hours ago does not matter. */
  @Test
  void nobodyIsOfferedForAnAddressWhileWebexDoesNotSayWhoseItIs() {
    var address = moved(56, 57);
    silence();
    var silent = found(address);
    assertThat(silent.path("items")).isEmpty();
    assertThat(silent.path("trouble").asText()).contains("503");
  }

  /** Each question may take as long as a time-out. */
  @Test
  void anAddressThatIsNotAnsweredIsAskedAboutOnceToExplainWhyItIsInAnAudience() {
    unanswered(ALIAS);
    var typed = Map.of("kind", "list", "emails", List.of(ALIAS));
    var id = ana.get("info").json().at("/user/id").asText();

    var explained =
        ana.post("user/audiences/explain", Map.of("audience", List.of(typed), "personId", id));

    assertThat(explained.json().path("verdict").asText()).isEqualTo("not_chosen");
    assertThat(questions()).isOne();
  }

  @Test
  void anAddressThatIsNotAnsweredIsAskedAboutOnceWhereSeveralListsAreSentTo() {
    var lists =
        Stream.of(ALIAS, TestPortal.ADMIN)
            .map(email -> "Email,Room\n%s,7\n".formatted(email).getBytes(StandardCharsets.UTF_8))
            .map(file -> ana.bringList("?name=rooms.csv", file).json().at("/list/id").asText())
            .map(list -> Map.of("kind", "list", "listId", list))
            .toList();
    var draft = ana.post("jobs/edit", Map.of("markdown", "Room {{Room}}", "audience", lists));
    var job = draft.json().path("id").asText();
    ana.post("jobs/runNow", Map.of("jobId", job, "undoSeconds", 2));
    Jdbi.create(portal.databaseAddress())
        .useHandle(it -> it.execute("DELETE FROM address WHERE email = ?", ALIAS));
    unanswered(ALIAS);

    ana.followUntil(
        "jobs/detail/" + job, one -> one.at("/run/notes").toString().contains("looked up"));
    assertThat(questions()).isOne();
    ana.post("jobs/cancel", Map.of("jobId", job));
  }

  private static final String ALIAS = "rower+boat@northwind.example";

  private void unanswered(String address) {
    var faults = portal.simulator().faults();
    faults.set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(503)).to(address));
    faults.resetCounts();
  }

  /** How many were not answered. */
  private long questions() {
    return portal.simulator().faults().counts().values().stream().mapToLong(one -> one).sum();
  }

  @Test
  void aTestGoesToNobodyByAnAddressThatIsAnothersByNow() {
    var address = moved(58, 59);
    ana.post("admin/users", Map.of("id", id(58), "role", "sender"));
    Jdbi.create(portal.databaseAddress())
        .useHandle(
            it -> it.execute("UPDATE staff SET email = ? WHERE person = ?", address, id(58)));
    var form = Map.of("markdown", "A test", "to", List.of(Map.of("email", address)));
    assertThat(ana.post("jobs/test", form).errors().get("to[0]")).contains("may not send");

    moved(58, 59);
    silence();
    assertThat(ana.post("jobs/test", form).errors().get("to[0]"))
        .contains("did not say whose address");
    portal.simulator().faults().set();
    ana.post("admin/users", Map.of("id", id(59), "role", "sender"));
    var tested = ana.post("jobs/test", form);
    assertThat(tested.json().path("recipients")).as(tested.body()).hasSize(1);
    assertThat(portal.simulator().ledger().entries(Ledger.Query.containing("A test")))
        .extracting(Ledger.Entry::recipient)
        .containsExactly(id(59));
  }
}
