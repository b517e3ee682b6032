package belfry.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.OnEngines;
import belfry.testing.WinterDay;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is changed and sent in one step, and what taking that back makes of it. */
@OnEngines
class TakenBackTest extends ApiContract {
  private static final Set<String> MOVING = Set.of("revision", "changedAt", "waitsFor");

  private String scheduled(String words, Map<String, Object> more) {
    var id = draft(words, entry("group", group("Crisis team")));
    var form = new HashMap<String, Object>(more);
    form.putAll(
        Map.of("jobId", id, "at", WinterDay.at("09:00"), "zone", "Asia/Tokyo", "graceMinutes", 90));
    assertThat(ana.post("jobs/schedule", form).status()).isEqualTo(200);
    return id;
  }

  private JsonNode detail(String id) {
    return ana.get("jobs/detail/" + id).json();
  }

  /** All that is said of it but how often and when it was changed. */
  private Map<String, JsonNode> whole(String id) {
    return detail(id).propertyStream()
        .filter(field -> !MOVING.contains(field.getKey()))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private Map<String, Object> start(String id, int undoSeconds) {
    return Map.of("jobId", id, "revision", revision(id), "undoSeconds", undoSeconds);
  }

  private Map<String, Object> changing(Map<String, Object> form, String words) {
    var one = Map.of("kind", "person", "id", portal.simulator().directory().personId(0));
    return with(form, "edit", Map.of("markdown", words, "audience", List.of(one)));
  }

  @Test
  void whatCannotBeSentOrScheduledIsNotChangedEither() {
    var id = scheduled("As it was", Map.of());
    var before = whole(id);
    var other =
        changing(
            Map.of("jobId", id, "revision", revision(id), "at", WinterDay.at("10:00"), "zone", "UTC"),
            "In other words");

    assertThat(ana.post("jobs/schedule", with(other, "recipients", 0)).errors())
        .containsKey("recipients");
    assertThat(ana.post("jobs/schedule", with(other, "at", "2026-01-01T10:00")).errors())
        .containsKey("at");
    assertThat(ana.post("jobs/schedule", with(other, "revision", 1)).status()).isEqualTo(409);
    var unseen = new HashMap<String, Object>(other);
    unseen.remove("revision");
    assertThat(ana.post("jobs/schedule", unseen).errors()).containsOnlyKeys("revision");
    assertThat(ana.post("jobs/runNow", with(changing(start(id, 60), "x"), "whom", "y")).errors())
        .containsKey("whom");
    assertThat(whole(id)).isEqualTo(before);

    var named = with(with(other, "recipients", 1), "requestId", "one-step");
    assertThat(ana.post("jobs/schedule", named).status()).isEqualTo(200);
    assertThat(ana.post("jobs/schedule", named).status()).as("its answer was lost").isEqualTo(200);
    var after = detail(id);
    assertThat(after.path("markdown").asText()).isEqualTo("In other words");
    assertThat(after.path("localTime").asText()).isEqualTo(WinterDay.at("10:00"));
    assertThat(ana.post("jobs/schedule", changing(named, "In still others")).status())
        .isGreaterThanOrEqualTo(400);
    ana.post("jobs/cancel", Map.of("jobId", id));
  }
}
