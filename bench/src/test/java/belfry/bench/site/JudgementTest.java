package belfry.bench.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nothing that went wrong is overlooked. */
class JudgementTest {
  private static final List<JsonNode> BOTH_SENT =
      List.of(listed("ana", "sent"), listed("bo", "sent"));

  @Test
  void everybodyHasOneMessageWithTheirOwnWords() {
    var judgement = judged(BOTH_SENT, Map.of("ana", List.of("Dear ana"), "bo", List.of("Dear bo")));

    assertThat(judgement.decided()).isTrue();
    assertThat(judgement.messages()).isEqualTo(2);
  }

  @Test
  void anotherPersonsWordsAreToldWronglyAndNamed() {
    var judgement = judged(BOTH_SENT, Map.of("ana", List.of("Dear bo"), "bo", List.of("Dear bo")));

    assertThat(judgement.honest()).isFalse();
    assertThat(judgement.untrue())
        .containsExactly("ana is to read \"Dear ana\" and reads \"Dear bo\"");
    assertThat(judgement.toString()).contains("1 told wrongly").contains("reads \"Dear bo\"");
  }

  @Test
  void theLostTheDoubledAndTheStrangersAreNamed() {
    var judgement =
        judged(
            BOTH_SENT, Map.of("ana", List.of("Dear ana", "Dear ana"), "eve", List.of("Dear eve")));

    assertThat(judgement.lost()).containsExactly("bo");
    assertThat(judgement.doubled()).containsExactly("ana");
    assertThat(judgement.untrue()).containsExactly("eve is not in the job");
  }

  @Test
  void whoIsSaidToHaveNoneButHasOneIsToldWrongly() {
    var judgement =
        judged(
            List.of(listed("ana", "failed"), listed("bo", "sending")),
            Map.of("ana", List.of("Dear ana")));

    assertThat(judgement.untrue()).containsExactly("ana");
    assertThat(judgement.lost()).containsExactly("bo is still sending");
  }

  private static Judgement judged(List<JsonNode> listed, Map<String, List<String>> held) {
    return Judgement.of(listed, held, id -> "Dear " + id, 2);
  }

  private static JsonNode listed(String id, String state) {
    return JsonNodeFactory.instance.objectNode().put("id", id).put("state", state);
  }
}
