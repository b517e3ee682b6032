package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.messages.Ledger;
import belfry.testing.TestPortal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Leaving people out of an audience, over the API. */
abstract class AudienceContract extends ApiContract {
  @Test
  void whoIsLeftOutIsCountedShownAndNotSentTo() {
    var team = group("Crisis team");
    var left =
        List.of(
            entry("group", team),
            Map.of(
                "kind",
                "list",
                "name",
                "These two",
                "emails",
                List.of(TestPortal.ADMIN, "typo@x.example")));
    var form =
        Map.of(
            "markdown",
            "All but some",
            "audience",
            List.of(entry("group", everybody)),
            "except",
            left);

    var count = ana.post("jobs/preview", form).json().path("audience");
    var people = count.path("people").asInt();
    assertThat(people + count.path("excluded").asInt()).isEqualTo(PEOPLE);
    assertThat(people).isLessThan(PEOPLE);
    assertThat(count.path("nobodyExcluded").path(0).asText()).isEqualTo("typo@x.example");

    var draft = ana.post("jobs/edit", form).json();
    assertThat(draft.path("audienceSummary").asText())
        .isEqualTo("All staff, except Crisis team, These two");
    assertThat(draft.path("audienceSaid").path("code").asText()).isEqualTo("audience.someExcept");
    var id = draft.path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    assertThat(counts(finished(id)).path("sent").asInt()).isEqualTo(people);
    assertThat(portal.simulator().ledger().totals(Ledger.Query.containing("All but")).recipients())
        .isEqualTo(people);
    assertThat(ana.get("jobs/recipients/" + id + "?q=" + TestPortal.ADMIN).json().path("items"))
        .isEmpty();
  }

  @Test
  void anEditThatDoesNotNameThemKeepsThoseWhoAreLeftOut() {
    var all = List.of(entry("group", everybody));
    var except = List.of(Map.of("kind", "person", "email", TestPortal.ADMIN));
    var draft =
        ana.post("jobs/edit", Map.of("markdown", "One", "audience", all, "except", except)).json();
    var id = draft.path("id").asText();

    var edited = ana.post("jobs/edit", Map.of("jobId", id, "revision", 1, "audience", all)).json();
    assertThat(edited.path("except")).isEqualTo(draft.path("except")).hasSize(1);

    var nobody =
        ana.post("jobs/edit", Map.of("jobId", id, "revision", 2, "except", List.of())).json();
    assertThat(nobody.path("except")).isEmpty();
    assertThat(nobody.path("audience")).hasSize(1);
  }

  @Test
  void whatCannotBeLeftOutIsNamed() {
    refused("jobs/edit", "{\"except\": {}}", 400, "except");
    refused(
        "jobs/edit",
        "{\"except\": [null, {\"kind\": \"x\"}]}",
        400,
        "except[0].kind",
        "except[1].kind");
    refused(
        "jobs/edit", "{\"except\": [{\"kind\": \"space\", \"id\": \"s\"}]}", 400, "except[0].kind");
    refused(
        "jobs/preview",
        "{\"except\": [{\"kind\": \"group\", \"id\": \"g\"}]}",
        400,
        "except[0].id");
    refused(
        "jobs/preview",
        json(Map.of("except", Collections.nCopies(1_001, Map.of("kind", "group", "id", "g")))),
        400,
        "except");
  }
}
