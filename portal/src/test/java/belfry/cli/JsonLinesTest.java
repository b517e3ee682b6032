package belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.AppName;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonLinesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private final LoggerContext context = new LoggerContext();

  private String line(Map<String, String> surroundings, String message, Object... arguments) {
    var event =
        new LoggingEvent(
            "", context.getLogger("belfry.jobs.DueJobs"), Level.WARN, message, null, arguments);
    event.setInstant(Instant.parse("2026-11-25T09:00:00.123Z"));
    event.setThreadName("due");
    event.setMDCPropertyMap(surroundings);
    return new String(new JsonLines().encode(event), StandardCharsets.UTF_8);
  }

  private static JsonNode read(String line) {
    assertThat(line).endsWith("\n");
    assertThat(line.lines()).hasSize(1);
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new AssertionError(line, e);
    }
  }

  @Test
  void whatAMessageNamesIsAFieldOfItsOwn() {
    var json =
        read(
            line(
                Map.of("request", "0ABC"),
                "App {}: job {} has run {}, \u001b \"quoted\"\nand more",
                new AppName("news"),
                new JobId(5),
                new RunId(7)));

    assertThat(json.path("time").asText()).isEqualTo("2026-11-25T09:00:00.123Z");
    assertThat(json.path("level").asText()).isEqualTo("WARN");
    assertThat(json.path("logger").asText()).isEqualTo("belfry.jobs.DueJobs");
    assertThat(json.path("thread").asText()).isEqualTo("due");
    assertThat(json.path("message").asText())
        .startsWith("App news: job 0000000000005 has run 0000000000007")
        .endsWith("and more");
    assertThat(json.path("app").asText()).isEqualTo("news");
    assertThat(json.path("job").asText()).isEqualTo("0000000000005");
    assertThat(json.path("run").asText()).isEqualTo("0000000000007");
    assertThat(json.path("request").asText()).isEqualTo("0ABC");
    assertThat(json.has("error")).isFalse();
  }

  @Test
  void anErrorComesWithItsCauses() {
    var error = new IllegalStateException("outer", new IOException("inner"));

    var json = read(line(Map.of(), "It failed for {}", "nobody", error));

    assertThat(json.path("message").asText()).isEqualTo("It failed for nobody");
    assertThat(json.path("error").asText())
        .contains("IllegalStateException: outer", "Caused by: java.io.IOException: inner");
    assertThat(json.has("app")).isFalse();
  }
}
