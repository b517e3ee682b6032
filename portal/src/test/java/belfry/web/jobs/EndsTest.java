package belfry.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.testing.OnEngines;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** How something ended is said in the same words wherever it is asked for. */
@OnEngines(postgres = "whole")
class EndsTest extends ApiContract {
  private static final String LARS = "lars.berg@northwind.example";

  /** One is delivered, one fails, and one has no account. */
  private String mixed(String markdown) {
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(403).withText("Blocked"))
                .to(LARS));
    var id =
        send(
            markdown,
            Map.of("kind", "person", "email", LARS),
            entry("person", portal.simulator().directory().personId(120)),
            Map.of("kind", "list", "emails", List.of("nobody.at.all@northwind.example")));
    finished(id);
    return id;
  }

  private void says(String id, String name, String words) {
    var one = ana.get("jobs/detail/" + id).json().path("standing");
    assertThat(one.path("words").asText()).isEqualTo(words);
    assertThat(one.path("name").asText()).isEqualTo(name);
    assertThat(one.path("said").path("code").asText()).startsWith("standing.");
    var listed =
        ana.get("jobs/list/all?limit=200")
            .json()
            .path("items")
            .valueStream()
            .filter(job -> job.path("id").asText().equals(id))
            .findFirst()
            .orElseThrow();
    assertThat(listed.path("standing")).as("in the list").isEqualTo(one);
  }

  /** The third and fourth column of an export, by name. */
  private static Map<String, String> results(String csv) {
    return csv.lines()
        .skip(1)
        .map(line -> line.substring(1, line.length() - 1).split("\",\"", -1))
        .collect(Collectors.toMap(cells -> cells[0], cells -> cells[3]));
  }

  @Test
  void aJobAndItsRecipientsEndInTheSameWordsEverywhere() {
    var id = mixed("# Ocelot ends");

    says(id, "doneFailed", "Done, 1 failed");
    var found = ana.get("search?q=ocelot&kind=announcements").json();
    assertThat(found.at("/sections/0/items/0/job/standing/words").asText())
        .isEqualTo("Done, 1 failed");

    var recipients = ana.get("jobs/recipients/" + id).json().path("items");
    assertThat(recipients.valueStream().map(one -> one.path("result").asText()))
        .containsExactlyInAnyOrder("Delivered", "Failed", "Skipped");
    var exported = results(ana.get("jobs/export/" + id).body());
    for (var one : recipients) {
      assertThat(exported)
          .containsEntry(
              one.path("displayName").asText(),
              one.path("result").asText().toLowerCase(Locale.ENGLISH));
    }
    assertThat(results(ana.get("jobs/leftOut/" + id).body()).values())
        .containsExactlyInAnyOrder("failed", "skipped");
  }

  @Test
  void whatBecomesOfItLaterIsSaidEverywhereToo() {
    var all = send("# Tapir", entry("person", portal.simulator().directory().personId(121)));
    finished(all);
    says(all, "done", "Done");

    ana.post("jobs/correct", Map.of("jobId", all, "markdown", "# Tapir, corrected"));
    ana.followUntil("jobs/detail/" + all, job -> name(job).equals("corrected"));
    says(all, "corrected", "Done, corrected");
    assertThat(result(all)).isEqualTo("Corrected");
    assertThat(results(ana.get("jobs/export/" + all).body()).values()).containsOnly("corrected");

    ana.post("jobs/recall", Map.of("jobId", all));
    var recalled = ana.followUntil("jobs/detail/" + all, job -> name(job).equals("recalled"));
    says(all, "recalled", "Recalled");
    assertThat(result(all)).isEqualTo("Recalled");
    assertThat(results(ana.get("jobs/export/" + all).body()).values()).containsOnly("recalled");
    var followUp = recalled.at("/run/followUps/0/id").asText();
    assertThat(ana.get("jobs/followUp/messages/" + followUp).json().at("/items/0/result").asText())
        .isEqualTo("Recalled");
    assertThat(results(ana.get("jobs/followUp/export/" + followUp).body()).values())
        .containsOnly("recalled");
  }

  private static String name(JsonNode job) {
    return job.path("standing").path("name").asText();
  }

  private String result(String id) {
    return ana.get("jobs/recipients/" + id).json().at("/items/0/result").asText();
  }
}
