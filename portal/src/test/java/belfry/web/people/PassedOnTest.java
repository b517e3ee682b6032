package belfry.web.people;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import belfry.web.answers.AnsweringContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Addresses outside the organization that pass from one person to another. */
@OnEngines(postgres = "long")
class PassedOnTest extends AnsweringContract {
  private static final String GRACE = "grace.obi@partner.example";
  private static final String TOMAS = "tomas.silva@partner.example";

  private String grace = "";
  private String tomas = "";
  private boolean exchanged;

  @BeforeEach
  void whoTheyAre() {
    grace = id(GRACE);
    tomas = id(TOMAS);
  }

  @AfterEach
  void asBefore() {
    portal.simulator().faults().set();
    if (exchanged) {
      exchange();
    }
  }

  private void exchange() {
    portal.simulator().directory().exchange(GRACE, TOMAS);
    exchanged = !exchanged;
  }

  private String id(String address) {
    var directory = portal.simulator().directory();
    return directory.id(directory.principalByEmail(address).orElseThrow());
  }

  private static Map<String, Object> addresses(String... emails) {
    return Map.of("kind", "list", "emails", List.of(emails));
  }

  private Map<String, Object> form(String markdown, Object... entries) {
    var form = new LinkedHashMap<String, Object>();
    form.put("markdown", markdown);
    form.put("audience", List.of(entries));
    form.put("outside", true);
    return form;
  }

  private JsonNode sent(Map<String, Object> form) {
    var draft = ana.post("jobs/edit", form);
    assertThat(draft.status()).as(draft.body()).isEqualTo(201);
    var id = draft.json().path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    return finished(id);
  }

  /** How many of them each of the two got. */
  private List<Long> got(String words) {
    return Stream.of(grace, tomas)
        .map(who ->
            portal.simulator().ledger().entries(Ledger.Query.containing(words)).stream()
                .filter(one -> one.recipient().equals(who))
                .count())
        .toList();
  }

  private int people(Map<String, Object> form) {
    form.put("anew", true);
    var preview = ana.post("jobs/preview", form).json();
    form.remove("anew");
    return preview.at("/audience/people").asInt();
  }

  @Test
  void whoeverHasItByThenGetsIt() {
    sent(form("Before it passed on", addresses(GRACE, TOMAS)));
    assertThat(got("Before it passed on")).containsExactly(1L, 1L);
    sent(form("The same ones", addresses(GRACE)));
    assertThat(got("The same ones")).containsExactly(1L, 0L);

    exchange();
    sent(form("To one of them", addresses(GRACE)));
    assertThat(got("To one of them")).as("to whom it is now").containsExactly(0L, 1L);
    sent(form("To both of them", addresses(GRACE, TOMAS)));
    assertThat(got("To both of them")).containsExactly(1L, 1L);
    exchange();
    var lines = "Email,Seat\n%s,A1\n%s,B7\n".formatted(GRACE, TOMAS);
    var list = ana.bringList("?name=seats.csv", lines.getBytes(StandardCharsets.UTF_8)).json();
    var listed = Map.of("kind", "list", "listId", list.at("/list/id").asText());
    sent(form("Passed on, seat {{Seat}}", listed));
    assertThat(got("seat A1")).containsExactly(1L, 0L);
    assertThat(got("seat B7")).containsExactly(0L, 1L);
  }

  @Test
  void itIsPostedToTheAddressThoughNobodySaysWhoseItIs() {
    sent(form("In the beginning", addresses(GRACE)));
    exchange();
    var silent = FaultRule.on(Operation.PEOPLE_LIST, Fault.before(503)).to(grace);
    var lost = FaultRule.on(Operation.MESSAGES_CREATE, Fault.after(502)).to(GRACE).onCalls(1L);
    portal.simulator().faults().set(silent, lost);

    var job = sent(form("In doubt afterwards", addresses(GRACE)));

    assertThat(got("In doubt afterwards")).containsExactly(0L, 1L);
    assertThat(counts(job).path("sent").asInt()).isOne();
    var who = ana.get("jobs/recipients/" + job.path("id").asText()).json().at("/items/0");
    assertThat(who.path("id").asText()).isEqualTo(tomas);
  }

  @Test
  void whoeverIsChosenByIdTooIsOneAsLongAsWebexShowsThemWithIt() {
    sent(form("So that she is known", addresses(GRACE)));
    var both = form("By both", entry("person", grace), addresses(GRACE));
    assertThat(people(both)).isOne();
    assertThat(counts(sent(both)).path("total").asInt()).isOne();
    assertThat(got("By both")).containsExactly(1L, 0L);

    exchange();
    var each = form("By each", entry("person", grace), addresses(GRACE));
    assertThat(counts(sent(each)).path("total").asInt()).isEqualTo(2);
    assertThat(got("By each")).containsExactly(1L, 1L);
    var job = sent(form("Then by both", entry("person", tomas), addresses(GRACE)));
    assertThat(counts(job).path("total").asInt()).as("%s", job).isOne();
    assertThat(got("Then by both")).containsExactly(0L, 1L);
  }

  @Test
  void whoeverHasItNowIsLeftOutByIt() {
    sent(form("So that both are known", addresses(GRACE, TOMAS)));
    exchange();
    var form =
        form("All but one", entry("person", grace), entry("person", tomas), addresses(TOMAS));
    form.put("except", List.of(addresses(GRACE)));

    assertThat(counts(sent(form)).path("total").asInt()).isOne();
    assertThat(got("All but one")).containsExactly(1L, 0L);
  }

  @Test
  void whoDidNotGetItIsWhoeverHasItByThen() {
    sent(form("Known by now", addresses(GRACE)));
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(404)).to(GRACE));
    var before = sent(form("Refused at first", addresses(GRACE, TestPortal.ADMIN)));
    assertThat(counts(before).path("failed").asInt()).as("%s", before).isOne();
    portal.simulator().faults().set();
    exchange();

    var id = before.path("id").asText();
    var again = ana.post("jobs/duplicate", Map.of("jobId", id, "who", "notReached")).json();
    var copy = again.path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", copy)).status()).isEqualTo(200);
    finished(copy);
    assertThat(got("Refused at first")).containsExactly(0L, 1L);
  }
}
