package belfry.web.people;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Operation;
import belfry.simulator.directory.Group;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.testing.Engine;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/**
 * The message once more for those who did not get it, some of whom have an account by now: what it
 * left out is known as well as it was the first time, or somebody is asked.
 */
@OnEngines(Engine.SQLITE)
class SecondTryTest extends ApiContract {
  private static final String TOMAS = "tomas.silva@partner.example";
  private static final String NOOR = "noor.haddad@partner.example";
  private static final String EMEKA = "emeka.eze@partner.example";
  private static final String OLU = "olu.ade@partner.example";
  private static final String IDA = "ida.holm@partner.example";
  private static final String LIA = "lia.moreau@partner.example";
  private static final String ALIAS = "ana+news@northwind.example";

  private String sent(String markdown, List<Map<String, Object>> except, String... emails) {
    var form = new HashMap<String, Object>();
    form.put("markdown", markdown);
    form.put("audience", List.of(Map.of("kind", "list", "emails", List.of(emails))));
    form.put("except", except);
    var id = ana.post("jobs/edit", form).json().path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    finished(id);
    return id;
  }

  private String again(String job) {
    var copy = ana.post("jobs/duplicate", Map.of("jobId", job, "who", "notReached"));
    assertThat(copy.status()).as(copy.body()).isEqualTo(201);
    return copy.json().path("id").asText();
  }

  private JsonNode counted(String draft) {
    return ana.post("jobs/preview", Map.of("jobId", draft)).json().path("audience");
  }

  private void run(String draft) {
    var answer = ana.post("jobs/runNow", Map.of("jobId", draft));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  /** As after ten minutes. */
  private void join(String... emails) {
    for (var email : emails) {
      portal.simulator().directory().join(email);
    }
    Jdbi.create(portal.databaseAddress())
        .useHandle(it -> it.execute("DELETE FROM address WHERE person = ''"));
  }

  /** As where somebody has left and somebody else was given their address. */
  @Test
  void whoseAddressItIsIsAskedAgainWhereWebexCannotFindSomebody() {
    var directory = portal.simulator().directory();
    var address = directory.personEmail(31);
    Jdbi.create(portal.databaseAddress())
        .useHandle(it -> {
          it.execute(
              "INSERT INTO person (id, name, name_key, email) VALUES (?, 'Gone', 'gone', ?)",
              directory.personId(30),
              address);
          it.execute(
              "INSERT INTO address (email, person, asked) VALUES (?, ?, ?)",
              address,
              directory.personId(30),
              System.currentTimeMillis());
        });
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(404))
                .to(directory.personEmail(30)));
    var first = sent("To whoever has it", List.of(), TestPortal.ADMIN, address);
    assertThat(counts(first).path("failed").asInt()).isOne();

    var copy = again(first);
    assertThat(counted(copy).path("people").asInt()).isOne();
    run(copy);
    finished(copy);
    assertThat(ana.get("jobs/recipients/" + copy).body()).contains(directory.personId(31));
    var fresh = sent("To them once more", List.of(), address);
    assertThat(counts(fresh).path("sent").asInt()).isOne();
  }

  /** As where somebody was found at an address a week ago, and it is another person's by now. */
  @Test
  void whoseAddressItIsIsAskedAgainAfterAnHour() {
    var directory = portal.simulator().directory();
    var address = directory.personEmail(41);
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.PEOPLE_LIST, Fault.before(200).withHtml("{\"items\":[]}"))
                .to(address));
    var first = sent("To whoever has it now", List.of(), TestPortal.ADMIN, address);
    assertThat(counts(first).path("skipped").asInt()).as("no account").isOne();
    portal.simulator().faults().set();
    Jdbi.create(portal.databaseAddress())
        .useHandle(it -> {
          it.execute(
              "INSERT INTO person (id, name, name_key, email) VALUES (?, 'Before', 'before', ?)",
              directory.personId(40),
              address);
          it.execute(
              "UPDATE address SET person = ?, asked = asked - ? WHERE email = ?",
              directory.personId(40),
              Duration.ofHours(2).toMillis(),
              address);
        });

    var copy = again(first);
    run(copy);
    finished(copy);
    assertThat(ana.get("jobs/recipients/" + copy).body())
        .contains(directory.personId(41))
        .doesNotContain(directory.personId(40));
  }

  @Test
  void aGroupThatIsLeftOutIsReadAnewForItsReview() {
    var except = List.of(entry("group", group("Travel desk")));
    var first = sent("Not for the travel desk", except, TestPortal.ADMIN, TOMAS, NOOR);
    join(TOMAS, NOOR);
    var travel = portal.simulator().groups().byName("Travel desk").orElseThrow();
    var tomas = portal.simulator().directory().principalByEmail(TOMAS).orElseThrow();
    travel.change(new Group.Change(null, null, List.of(tomas), List.of()), travel.created());
    Jdbi.create(portal.databaseAddress())
        .useHandle(it -> it.execute("UPDATE people_group SET fetched = fetched - 3600000"));

    var copy = again(first);
    assertThat(counted(copy).path("people").asInt()).as("without Tomás").isOne();
    run(copy);
    assertThat(counts(finished(copy)).path("total").asInt()).isOne();
  }

  @Test
  void aGroupThatWasLeftOutAndIsGoneIsAskedAbout() {
    var group =
        ana.post("user/groups/create", Map.of("name", "Auditors")).json().path("id").asText();
    var first = sent("Not for auditors", List.of(entry("group", group)), TestPortal.ADMIN, EMEKA);
    assertThat(ana.post("user/groups/delete", Map.of("groupId", group)).status()).isEqualTo(204);
    join(EMEKA);

    var copy = again(first);
    assertThat(counted(copy).path("people").asInt()).isOne();
    run(copy);
    assertThat(awaitState(copy, "paused").at("/run/question").asText())
        .startsWith("The group Auditors, which was to be left out, no longer exists.");
    assertThat(counts(copy).path("sent").asInt()).isZero();
  }

  @Test
  void anAddressThatWasLeftOutAndOfWhichNothingIsSaidIsAskedAbout() {
    var alias = List.of(Map.<String, Object>of("kind", "list", "emails", List.of(ALIAS)));
    var first = sent("Not for an alias", alias, TestPortal.ADMIN, OLU);
    join(OLU);
    var directory = portal.simulator().directory();
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(
                    Operation.PEOPLE_LIST,
                    Fault.before(200)
                        .withHtml(
                            "{\"items\":[{\"id\":\"%s\",\"emails\":[\"%s\"]}]}"
                                .formatted(directory.personId(9), directory.personEmail(9))))
                .to(ALIAS));

    var copy = again(first);
    run(copy);
    assertThat(awaitState(copy, "paused").at("/run/question").asText())
        .startsWith(
            "Webex does not say whose these addresses are, which were to be left out: " + ALIAS);
    assertThat(counts(copy).path("sent").asInt()).isZero();
  }

  @Test
  void whomAMessageLeftOutThatIsGoneIsAskedAbout() {
    var first = sent("The first of three", List.of(), TestPortal.ADMIN, IDA, LIA);
    join(IDA);
    var second = again(first);
    run(second);
    assertThat(counts(finished(second)).path("skipped").asInt()).as("still no account").isOne();
    assertThat(ana.post("jobs/delete", Map.of("jobId", first)).status()).isEqualTo(204);
    join(LIA);

    var third = again(second);
    run(third);
    assertThat(awaitState(third, "paused").at("/run/question").asText())
        .startsWith("The message The first of three, whose recipients were chosen, no longer");
    assertThat(
            ana.post("jobs/resume", Map.of("jobId", third, "revision", revision(third))).status())
        .isEqualTo(200);
    assertThat(counts(finished(third)).path("sent").asInt()).isOne();
  }
}
