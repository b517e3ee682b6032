package belfry.web.people;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.OnEngines;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** People whom Webex shows with two addresses: one person, whichever of these is written. */
@OnEngines(postgres = "long")
class TwoAddressesTest extends ApiContract {
  private static final List<Integer> PEOPLE_WITH_TWO = List.of(20, 21, 22, 23, 24, 25);

  private String main(int person) {
    return portal.simulator().directory().personEmail(person);
  }

  private String alias(int person) {
    return "alias." + main(person);
  }

  private String id(int person) {
    return portal.simulator().directory().personId(person);
  }

  @BeforeEach
  void showThemByBoth() {
    portal
        .simulator()
        .faults()
        .set(
            PEOPLE_WITH_TWO.stream()
                .map(one ->
                    FaultRule.on(
                            Operation.PEOPLE_LIST,
                            Fault.before(200)
                                .withHtml(
                                    "{\"items\":[{\"id\":\"%s\",\"displayName\":\"Two %d\",\"emails\":[\"%s\",\"%s\"]}]}"
                                        .formatted(id(one), one, main(one), alias(one))))
                        .to(alias(one)))
                .toList());
  }

  @AfterEach
  void showNobodyByBoth() {
    portal.simulator().faults().set();
  }

  private static Map<String, Object> typed(String... emails) {
    return Map.of("kind", "list", "name", "Typed", "emails", List.of(emails));
  }

  private JsonNode explained(List<?> audience, List<?> except, Map<String, String> whom) {
    var form = new HashMap<String, Object>(whom);
    form.put("audience", audience);
    form.put("except", except);
    var answer = ana.post("user/audiences/explain", form);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json();
  }

  /** What is said of one person, by whichever address or id, nothing being looked up before. */
  private void assertSaid(int person, String verdict, List<?> audience, List<?> except) {
    for (var whom :
        List.of(
            Map.of("personId", id(person)),
            Map.of("email", main(person)),
            Map.of("email", alias(person)))) {
      var said = explained(audience, except, whom);
      assertThat(said.path("verdict").asText()).as("%s: %s", whom, said).isEqualTo(verdict);
      assertThat(said.path("leftOutBy").isEmpty())
          .as("%s: %s", whom, said)
          .isEqualTo(verdict.equals("included"));
    }
  }

  @Test
  void whatIsSaidOfThemIsWhatHappens() {
    var everyone = entry("group", everybody);
    assertSaid(20, "included", List.of(typed(main(20))), List.of());
    assertSaid(21, "included", List.of(typed(alias(21))), List.of());
    assertSaid(22, "left_out", List.of(everyone), List.of(typed(alias(22))));
    assertSaid(22, "left_out", List.of(typed(main(22))), List.of(typed(alias(22))));
    assertSaid(23, "left_out", List.of(typed(alias(23))), List.of(typed(main(23))));
    assertSaid(24, "left_out", List.of(typed(alias(24))), List.of(everyone));
    assertSaid(25, "left_out", List.of(entryOf("Mail\n" + main(25))), List.of(typed(alias(25))));
    assertSaid(25, "included", List.of(entryOf("Mail\n" + alias(25))), List.of(typed(main(20))));

    var form =
        Map.of(
            "markdown",
            "Not for both",
            "audience",
            List.of(typed(main(22), main(1))),
            "except",
            List.of(typed(alias(22))));
    assertThat(sent(form)).isOne();
  }

  private long sent(Map<String, ?> form) {
    var draft = ana.post("jobs/edit", form);
    assertThat(draft.status()).as(draft.body()).isEqualTo(201);
    var id = draft.json().path("id").asText();
    var run = ana.post("jobs/runNow", Map.of("jobId", id));
    assertThat(run.status()).as(run.body()).isEqualTo(200);
    var job =
        ana.followUntil(
            "jobs/detail/" + id,
            one -> List.of("finished", "paused").contains(one.path("state").asText()));
    assertThat(job.path("state").asText()).as(job.toString()).isEqualTo("finished");
    return job.at("/run/counts/sent").asLong();
  }

  private Map<String, Object> entryOf(String table) {
    var answer = ana.bringList("?name=amounts.csv", table.getBytes(StandardCharsets.UTF_8));
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    return Map.of("kind", "list", "listId", answer.json().at("/list/id").asText());
  }

  private JsonNode checked(Map<String, ?> form) {
    assertThat(ana.post("jobs/preview", form).status()).isEqualTo(200);
    return ana.post("jobs/check", form).json();
  }

  @Test
  void ofListsThatDifferAboutThemTheFirstCountsAndTheyAreNamed() {
    var both =
        List.of(
            entryOf("Mail;amt\n%s;MAIN\n".formatted(main(20))),
            entryOf("Mail;amt\n%s;ALIAS\n".formatted(alias(20))));
    var turned = List.of(both.getLast(), both.getFirst());
    var one = List.of(entryOf("Mail;amt\n%s;ALIAS\n%s;MAIN\n".formatted(alias(20), main(20))));
    Map.of("1 MAIN", both, "2 ALIAS", turned, "3 ALIAS", one)
        .forEach((read, audience) -> {
          var form = Map.of("markdown", read.charAt(0) + " {{amt}}", "audience", audience);
          var check = checked(form);
          assertThat(check.path("disputed")).as(check.toString()).hasSize(1);
          assertThat(check.at("/disputed/0/count").asInt()).isOne();
          assertThat(sent(form)).isOne();
          assertThat(read(read)).as(read).isOne();
        });
    var agreeing = List.of(both.getFirst(), entryOf("Mail;amt\n%s;MAIN\n".formatted(alias(20))));
    assertThat(checked(Map.of("markdown", "{{amt}}", "audience", agreeing)).path("disputed"))
        .isEmpty();
  }

  private long read(String text) {
    return portal.simulator().ledger().totals(Ledger.Query.containing(text)).recipients();
  }

  /** Also where so many are looked up that nobody was asked about them before. */
  @Test
  void theFirstListThatHasAValueForThemCounts() {
    var empty = entryOf("Mail;amt;x\n%s;;X\n".formatted(main(21)));
    var second = entryOf("Mail;amt\n%s;SECOND\n".formatted(alias(21)));
    var third = entryOf("Mail;amt\n%s;THIRD\n".formatted(main(21)));
    var form = Map.of("markdown", "4 {{amt}}", "audience", List.of(empty, second, third));
    assertThat(checked(form).path("ready").asInt()).isOne();
    assertThat(sent(form)).isOne();
    assertThat(read("4 SECOND")).isOne();
    for (var whom : List.of(main(21), alias(21))) {
      var test = new HashMap<String, Object>(form);
      test.put("markdown", "A test {{amt}}");
      test.put("as", Map.of("email", whom));
      var answer = ana.post("jobs/test", test);
      assertThat(answer.status()).as(answer.body()).isLessThan(300);
    }
    assertThat(
            portal.simulator().ledger().totals(Ledger.Query.containing("A test SECOND")).messages())
        .isEqualTo(2);

    var emails = new ArrayList<>(IntStream.range(30, 290).mapToObj(this::main).toList());
    emails.add(alias(22));
    var many = entryOf("Mail;amt\n" + String.join(";LATER\n", emails) + ";LATER\n");
    var first = entryOf("Mail;amt\n%s;\n".formatted(main(22)));
    var job = Map.of("markdown", "5 {{amt}}", "audience", List.of(first, many));
    assertThat(sent(job)).isEqualTo(261);
    assertThat(read("5 LATER")).isEqualTo(261);
  }
}
