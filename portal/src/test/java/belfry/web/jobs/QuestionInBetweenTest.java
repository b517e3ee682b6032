package belfry.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.testing.Engine;
import belfry.testing.OnEngines;
import belfry.testing.QuestionInBetween;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a run asks is shown with the revision that answers it, whenever it was asked. */
@Tag("whole")
@OnEngines(Engine.POSTGRES)
class QuestionInBetweenTest extends ApiContract {

  @Test
  void whoeverSeesAQuestionCanAnswerIt() {
    portal
        .simulator()
        .limits()
        .set(List.of(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(1, 1))));
    var id = send("Asked in between", entry("group", everybody));
    awaitState(id, "sending");
    ana.post("jobs/pause", Map.of("jobId", id));

    CompletableFuture<JsonNode> answer;
    try (var question = new QuestionInBetween(portal)) {
      answer = CompletableFuture.supplyAsync(() -> ana.get("jobs/detail/" + id).json());
      question.ask();
    }
    var seen = answer.join();

    assertThat(seen.at("/run/question").asText()).startsWith("It would go to 5");
    var revision = seen.path("revision").asInt();
    assertThat(ana.post("jobs/resume", Map.of("jobId", id, "revision", revision)).status())
        .isEqualTo(200);
  }
}
