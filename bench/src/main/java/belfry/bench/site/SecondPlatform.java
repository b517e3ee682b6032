package belfry.bench.site;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The stand-in of {@code belfry.standin} as a child process; it ends with its input. */
public final class SecondPlatform implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final JsonNode said;
  private final HttpClient http = HttpClient.newHttpClient();

  private SecondPlatform(Process process, JsonNode said) {
    this.process = process;
    this.said = said;
  }

  /** Starts it; it says where ours goes what goes wrong with it. */
  public static SecondPlatform start(int people, long seed, int bots) {
    var command =
        List.of(
            Program.java(),
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            "belfry.standin.StandIn",
            "--port",
            "0",
            "--people",
            Integer.toString(people),
            "--seed",
            Long.toString(seed),
            "--bots",
            Integer.toString(bots));
    try {
      var builder = new ProcessBuilder(command);
      builder.redirectError(ProcessBuilder.Redirect.INHERIT);
      var process = Children.start(builder);
      var out = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8);
      var line = new BufferedReader(out).readLine();
      if (line == null) {
        throw new TrialException("the second platform did not start");
      }
      return new SecondPlatform(process, JSON.readTree(line));
    } catch (IOException e) {
      throw new TrialException("the second platform could not be started", e);
    }
  }

  public URI address() {
    return URI.create(said("address"));
  }

  /** A field of what it said as it started. */
  public String said(String field) {
    return said.path(field).asText();
  }

  public String botToken(int place) {
    return said.path("bots").path(place).path("token").asText();
  }

  public String administrator() {
    return said.path("admin").path("email").asText();
  }

  /** Asks it something, or tells it to do something. */
  public JsonNode control(String method, String what, Map<String, ?> body) {
    try {
      var request =
          HttpRequest.newBuilder(address().resolve("/control/" + what))
              .timeout(Duration.ofSeconds(30))
              .header("Content-Type", "application/json")
              .method(
                  method,
                  method.equals("GET")
                      ? BodyPublishers.noBody()
                      : BodyPublishers.ofString(JSON.writeValueAsString(body)))
              .build();
      var answer = http.send(request, BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new TrialException("the second platform answered " + answer.body());
      }
      return JSON.readTree(answer.body());
    } catch (JsonProcessingException e) {
      throw new TrialException("the second platform says no JSON", e);
    } catch (IOException e) {
      throw new TrialException("the second platform does not answer", e);
    } catch (InterruptedException e) {
      throw new TrialException("interrupted", e);
    }
  }

  @Override
  public void close() {
    http.close();
    process.destroy();
  }
}
