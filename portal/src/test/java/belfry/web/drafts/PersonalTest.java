package belfry.web.drafts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import belfry.simulator.SimulatorSettings;
import belfry.simulator.messages.Ledger;
import belfry.testing.Client;
import belfry.testing.Engine;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Messages with placeholders, from the preview until they have arrived. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEngines(postgres = "long")
class PersonalTest {
  private static final int PEOPLE = 60;

  private TestPortal portal;
  private Client ana;

  @Parameter Engine engine = Engine.SQLITE;

  @BeforeParameterizedClassInvocation
  void start() {
    portal = TestPortal.start(SimulatorSettings.defaults().withPeople(PEOPLE), engine::under);
    ana = portal.signedIn("news", TestPortal.ADMIN);
  }

  @AfterParameterizedClassInvocation
  void stop() {
    portal.close();
  }

  @Test
  void eachGetsTheirOwnWordsAndNobodyAnothers() {
    var draft =
        ana.post(
            "jobs/edit", Map.of("markdown", "Dear {{firstName}}, *welcome*", "audience", all()));
    var id = draft.json().path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    ana.followUntil("jobs/detail/" + id, job -> job.path("state").asText().equals("finished"));

    var arrived = portal.simulator().ledger().entries(Ledger.Query.containing("*welcome*"));
    assertThat(arrived).hasSize(PEOPLE);
    assertThat(arrived)
        .extracting(Ledger.Entry::recipient, this::words)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, PEOPLE)
                .mapToObj(i ->
                    tuple(
                        portal.simulator().directory().personId(i),
                        "Dear " + firstName(i) + ", *welcome*"))
                .toList());
  }

  private String words(Ledger.Entry entry) {
    var message = portal.simulator().messages().byId(entry.messageId()).orElseThrow();
    return Objects.requireNonNull(message.words().content().markdown());
  }

  private String firstName(int person) {
    return portal.simulator().directory().person(person).firstName();
  }

  @Test
  void thePreviewShowsWhatSomeOfThemRead() {
    var plan =
        ana.post(
                "jobs/preview",
                Map.of("markdown", "Hi {{FirstName}} <{{email}}>", "audience", all()))
            .json();

    assertThat(plan.path("problems")).isEmpty();
    var readings = plan.path("personal").path("readings");
    assertThat(readings).hasSize(20);
    for (var reading : readings) {
      var person =
          portal
              .simulator()
              .directory()
              .personByEmail(reading.path("email").asText())
              .orElseThrow();
      assertThat(reading.path("markdown").asText())
          .isEqualTo(
              "Hi %s <\u2060%s>".formatted(person.firstName(), reading.path("email").asText()));
    }
  }

  /** As it will arrive, since sending asks about them too. */
  @Test
  void thePreviewShowsWhatTheyAreCalledByNow() {
    var id = portal.simulator().directory().personId(7);
    var draft =
        Map.of(
            "markdown",
            "Hi {{firstName}}, {{name}}, {{email}}",
            "audience",
            List.of(Map.of("kind", "person", "id", id)));
    ana.post("jobs/preview", Map.of("markdown", "Hi", "audience", all()));
    Jdbi.create(portal.databaseAddress())
        .useHandle(handle ->
            handle.execute(
                "UPDATE person SET first_name = 'Formerly', name = 'Formerly So', email = 'former@x.example', asked = NULL WHERE id = ?",
                id));

    var reading = ana.post("jobs/preview", draft).json().path("personal").path("readings").path(0);

    assertThat(reading.path("markdown").asText())
        .startsWith("Hi " + firstName(7) + ", " + firstName(7))
        .doesNotContain("ormer");
    assertThat(reading.path("email").asText())
        .isEqualTo(portal.simulator().directory().personEmail(7));
  }

  @Test
  void whatSaysTheSameToAllHasNoSuchPreview() {
    var plan = ana.post("jobs/preview", Map.of("markdown", "Hi \\{{you}}", "audience", all()));

    assertThat(plan.json().has("personal")).isFalse();
  }

  @Test
  void aMisspeltNameIsSaidBeforeAnythingIsSent() {
    var audience = List.of(Map.of("kind", "person", "email", TestPortal.ADMIN));
    var draft =
        ana.post("jobs/edit", Map.of("markdown", "Hi {{fistName|you}}", "audience", audience));
    var refused = ana.post("jobs/runNow", Map.of("jobId", draft.json().path("id").asText()));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(problems(refused.json().path("errors")))
        .singleElement()
        .asString()
        .startsWith("markdown: There is no value called fistName. Use one of firstName, ");
  }

  @Test
  void aSpaceNeedsWordsOfItsOwn() {
    var spaces = ana.get("user/spaces/list").json().path("items");
    var space =
        StreamSupport.stream(spaces.spliterator(), false)
            .filter(one -> one.path("mayPost").asBoolean())
            .findFirst()
            .orElseThrow();
    var audience = List.of(Map.of("kind", "space", "id", space.path("id").asText()));

    var missing =
        ana.post("jobs/preview", Map.of("markdown", "Hi {{firstName}}", "audience", audience));
    assertThat(problems(missing.json().path("problems")))
        .containsExactly(
            "markdown: A space has no firstName. Add a default for it, like {{firstName|all}}.");

    var said =
        ana.post(
            "jobs/preview",
            Map.of("markdown", "Hi {{firstName|all}} of {{name}}", "audience", audience));
    assertThat(said.json().path("problems")).isEmpty();
    assertThat(said.json().path("personal").path("readings").get(0).path("markdown").asText())
        .isEqualTo("Hi all of " + space.path("title").asText());
  }

  @Test
  void aTestIsReadAsSomebodyOfTheAudienceByColleaguesAndSeenByNobodyElse() {
    ana.post("admin/users", Map.of("email", TestPortal.OTHER_ADMIN, "role", "sender"));
    var kenji = portal.signedIn("news", TestPortal.OTHER_ADMIN);
    var directory = portal.simulator().directory();
    var reader = directory.person(7).email();
    var desks = "email;desk\n%s;Window\n".formatted(reader).getBytes(StandardCharsets.UTF_8);
    var list = ana.bringList("?name=desks.csv", desks).json().path("list").path("id").asText();
    var content =
        Map.of(
            "markdown",
            "Secret for {{firstName}} at {{desk}}",
            "audience",
            List.of(Map.of("kind", "list", "listId", list)),
            "to",
            List.of(Map.of("email", TestPortal.OTHER_ADMIN)),
            "as",
            Map.of("email", reader));
    var before = kenji.get("jobs/list/all").json();

    var test = ana.post("jobs/test", content).json();

    assertThat(test.path("state").asText()).isEqualTo("sent");
    assertThat(test.path("recipients")).hasSize(1);
    assertThat(test.path("recipients").get(0).path("state").asText()).isEqualTo("sent");
    assertThat(portal.simulator().ledger().entries(Ledger.Query.containing("Secret for")))
        .extracting(Ledger.Entry::recipient, this::words)
        .containsExactly(
            tuple(
                directory.personByEmail(TestPortal.OTHER_ADMIN).orElseThrow().id(),
                "Secret for " + firstName(7) + " at Window"));
    for (var one : List.of(kenji, ana)) {
      assertThat(one.get("jobs/list/all?q=Secret").json().path("items")).isEmpty();
    }
    assertThat(kenji.get("jobs/list/all").json()).isEqualTo(before);
    assertThat(ana.get("user/colleagues/find?q=kenji").json().path("items")).hasSize(1);

    var refused = new LinkedHashMap<String, Object>(content);
    refused.put("to", List.of(Map.of("email", reader), Map.of()));
    assertThat(ana.post("jobs/test", refused).errors()).containsOnlyKeys("to[1]");
    refused.put("to", List.of(Map.of("email", reader)));
    assertThat(ana.post("jobs/test", refused).errors().get("to[0]")).contains("may not send in");
    refused.put("to", List.of());
    assertThat(ana.post("jobs/test", refused).errors()).containsOnlyKeys("to");
    refused.remove("to");
    refused.put("as", Map.of("email", directory.person(8).email()));
    assertThat(ana.post("jobs/test", refused).errors().get("as")).contains("not in the audience");
    assertThat(ana.get("user/colleagues/find?q=nobody").json().path("items")).isEmpty();
  }

  @Test
  void aTestSaysWhatTheListsSayOfWhoeverReadsIt() {
    var content =
        Map.of("markdown", "Your own desk: {{desk}}", "audience", listed(TestPortal.ADMIN));
    assertThat(ana.post("jobs/preview", content).json().path("columns"))
        .extracting(JsonNode::asText)
        .containsExactly("desk");

    assertThat(ana.post("jobs/test", content).json().path("state").asText()).isEqualTo("sent");

    assertThat(portal.simulator().ledger().entries(Ledger.Query.containing("Your own desk")))
        .extracting(this::words)
        .containsExactly("Your own desk: Corner");
    var others = portal.simulator().directory().person(7).email();
    var without = Map.of("markdown", "Your own desk: {{desk}}", "audience", listed(others));
    assertThat(ana.post("jobs/test", without).errors().get("to")).contains("desk");
  }

  /** A list of this person, at a desk in the corner. */
  private List<Map<String, String>> listed(String email) {
    var desks = "email;desk\n%s;Corner\n".formatted(email).getBytes(StandardCharsets.UTF_8);
    var list = ana.bringList("?name=desks.csv", desks).json().path("list").path("id").asText();
    return List.of(Map.of("kind", "list", "listId", list));
  }

  private List<Map<String, String>> all() {
    var groups = ana.get("user/groups/list").json().path("items");
    var id =
        StreamSupport.stream(groups.spliterator(), false)
            .filter(group -> group.path("name").asText().equals("All staff"))
            .findFirst()
            .orElseThrow()
            .path("id")
            .asText();
    return List.of(Map.of("kind", "group", "id", id));
  }

  private static List<String> problems(JsonNode errors) {
    return StreamSupport.stream(errors.spliterator(), false)
        .map(error -> error.path("field").asText() + ": " + error.path("message").asText())
        .toList();
  }
}
