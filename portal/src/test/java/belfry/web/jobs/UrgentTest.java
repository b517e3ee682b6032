package belfry.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Client;
import belfry.testing.OnEngines;
import belfry.testing.WinterDay;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each request that makes a message urgent, by somebody who may not and by others. */
@OnEngines(postgres = "whole")
class UrgentTest extends ApiContract {
  private static final String LARS = "lars.berg@northwind.example";
  private static final String BO = "maija.salo@northwind.example";
  private static final Map<String, Object> NINE =
      Map.of("at", WinterDay.at("09:00"), "zone", "UTC");
  private static final Map<String, Object> URGENT = Map.of("urgentReason", "A fire");
  private static final String MAY_NOT =
      "You may not make messages of Company News urgent. Send it without that, or ask an"
          + " administrator, who can do it or give you the right to.";

  private Client lars;

  @BeforeEach
  void signIn() {
    may(true);
    lars = portal.signedIn("news", LARS);
  }

  private JsonNode may(boolean urgent) {
    var added = ana.post("admin/users", Map.of("email", LARS, "urgent", urgent));
    assertThat(added.status()).as(added.body()).isEqualTo(201);
    return added.json();
  }

  private Map<String, Object> letter(Map<String, Object> more) {
    return with(with(more, "markdown", "Owl"), "audience", List.of(entry("group", everybody)));
  }

  private String written() {
    return lars.post("jobs/edit", letter(Map.of())).json().path("id").asText();
  }

  private String scheduled(Map<String, Object> more) {
    var id = written();
    var form = with(with(with(NINE, more), "jobId", id), "graceMinutes", 90);
    var answer = lars.post("jobs/schedule", form);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return id;
  }

  private static Map<String, Object> with(Map<String, Object> form, Map<String, Object> more) {
    var all = form;
    for (var one : more.entrySet()) {
      all = with(all, one.getKey(), one.getValue());
    }
    return all;
  }

  private void refused(String action, Map<String, Object> form, String field) {
    var answer = lars.post(action, form);
    assertThat(answer.status()).as(action + answer.body()).isEqualTo(403);
    assertThat(answer.json().path("detail").asText()).isEqualTo(MAY_NOT);
    assertThat(answer.errors()).containsOnlyKeys(field);
  }

  private int trail(String action, String id) {
    var asked = "admin/trail?action=%s&about=%s".formatted(action, id);
    return ana.get(asked).json().path("items").size();
  }

  @Test
  void whoeverMayNotIsRefusedInEachRequestAndNothingIsDone() {
    var series = scheduled(Map.of("repeat", "FREQ=DAILY"));
    var waiting = scheduled(Map.of());
    var draft = written();
    assertThat(may(false).path("urgent").asBoolean()).isFalse();

    refused("jobs/send", letter(URGENT), "urgentReason");
    refused("jobs/send", letter(with(URGENT, NINE)), "urgentReason");
    refused("jobs/runNow", with(URGENT, "jobId", draft), "urgentReason");
    refused("jobs/runNow", with(URGENT, "jobId", series), "urgentReason");
    refused("jobs/schedule", with(with(URGENT, NINE), "jobId", draft), "urgentReason");
    refused("jobs/urgent", Map.of("jobId", waiting, "reason", "A fire"), "reason");

    var foreseen = lars.post("jobs/preview", letter(Map.of())).json();
    assertThat(foreseen.at("/urgentProblem/field").asText()).isEqualTo("urgentReason");
    assertThat(foreseen.at("/urgentProblem/message").asText()).isEqualTo(MAY_NOT);
    assertThat(foreseen.path("estimate").has("urgentSeconds")).isFalse();
    assertThat(ana.post("jobs/preview", letter(Map.of())).json().has("urgentProblem")).isFalse();

    assertThat(state(draft)).isEqualTo("draft");
    assertThat(ana.get("jobs/detail/" + waiting).json().has("urgentReason")).isFalse();
    assertThat(trail("job.urgent", waiting)).isZero();
    ana.post("jobs/cancel", Map.of("jobId", series));
    assertThat(ana.post("jobs/urgent", Map.of("jobId", waiting, "reason", "A flood")).status())
        .as("an administrator may")
        .isEqualTo(200);
    assertThat(ana.get("jobs/detail/" + waiting).json().path("urgentReason").asText())
        .isEqualTo("A flood");
    ana.post("jobs/cancel", Map.of("jobId", waiting));
  }

  @Test
  void whatWasScheduledAsUrgentIsSeenToTakeItsTurnOnceTheRightIsTaken() {
    var urgent = scheduled(URGENT);
    may(false);

    var seen = lars.get("jobs/detail/" + urgent).json();
    assertThat(seen.path("state").asText()).isEqualTo("scheduled");
    assertThat(seen.has("urgentReason")).isFalse();
    assertThat(trail("job.notUrgent", urgent)).isEqualTo(1);
    lars.post("jobs/cancel", Map.of("jobId", urgent));
  }

  @Test
  void whatAnAdministratorOnlyMadeUrgentStaysOnItsScheduleWhenTheyLeave() {
    ana.post("admin/users", Map.of("email", BO, "role", "admin"));
    var bo = portal.signedIn("news", BO);
    may(false);
    var waiting = scheduled(Map.of());
    bo.post("jobs/urgent", Map.of("jobId", waiting, "reason", "A flood"));
    assertThat(urgentReason(waiting)).isEqualTo("A flood");

    assertThat(ana.delete("admin/users/" + BO).status()).isEqualTo(200);

    assertThat(state(waiting)).isEqualTo("scheduled");
    assertThat(urgentReason(waiting)).isEmpty();
    assertThat(trail("job.notUrgent", waiting)).isEqualTo(1);
    lars.post("jobs/cancel", Map.of("jobId", waiting));
  }

  @Test
  void whatAnAdministratorMadeUrgentStaysSoThoughItsSenderLosesTheRight() {
    var waiting = scheduled(Map.of());
    ana.post("jobs/urgent", Map.of("jobId", waiting, "reason", "A flood"));

    may(false);

    assertThat(urgentReason(waiting)).isEqualTo("A flood");
    lars.post("jobs/cancel", Map.of("jobId", waiting));
  }

  /** Also of whoever has it as an administrator for the time being. */
  @Test
  void whatSomebodyHadIsSaidWhenTheyAreRemovedSoThatItCanBeGivenBack() {
    may(false);
    ana.post("admin/users", Map.of("email", LARS, "role", "admin"));

    var had = ana.delete("admin/users/" + LARS).json();

    assertThat(had.path("displayName").asText()).isEqualTo("Lars Berg");
    assertThat(had.path("role").asText()).isEqualTo("admin");
    assertThat(had.path("urgent").asBoolean(true)).isFalse();
    var again = Map.of("email", LARS, "role", "admin", "urgent", false, "was", "nobody");
    assertThat(ana.post("admin/users", again).json().path("urgent").asBoolean()).isTrue();
    assertThat(ana.post("admin/users", Map.of("email", LARS)).json().path("urgent").asBoolean(true))
        .isFalse();
  }

  private String urgentReason(String id) {
    return ana.get("jobs/detail/" + id).json().path("urgentReason").asText();
  }

  @Test
  void theRightIsListedAndItsChangesAreInTheTrail() {
    assertThat(lars.get("info").json().at("/user/urgent").asBoolean()).isTrue();
    var id = may(false).path("id").asText();

    assertThat(lars.get("info").json().at("/user/urgent").asBoolean(true)).isFalse();
    assertThat(ana.get("info").json().at("/user/urgent").asBoolean()).isTrue();
    assertThat(ana.get("admin/users").json().path("items"))
        .filteredOn(one -> !one.path("urgent").asBoolean())
        .extracting(one -> one.path("id").asText())
        .containsExactly(id);
    var trail = ana.get("admin/trail?action=user.add&about=" + id).json();
    assertThat(trail.at("/items/0/detail").asText()).isEqualTo("sender, not urgent");
    assertThat(ana.post("admin/users", Map.of("id", id, "urgent", "yes")).status()).isEqualTo(400);
    assertThat(ana.post("admin/users", Map.of("id", id)).json().path("urgent").asBoolean(true))
        .as("left as it is")
        .isFalse();
  }
}
