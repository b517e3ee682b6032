package belfry.standin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The stand-in as a child, as trials start it. */
class StandInProcessTest {
  private final Process child = start();

  private static Process start() {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var builder =
        new ProcessBuilder(
            java,
            "-cp",
            System.getProperty("java.class.path"),
            StandIn.class.getName(),
            "--port",
            "0",
            "--people",
            "40",
            "--seed",
            "9",
            "--bots",
            "3");
    try {
      return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException e) {
      throw new AssertionError("no child", e);
    }
  }

  @AfterEach
  void end() {
    child.destroyForcibly();
  }

  @Test
  void saysInOneLineWhoMayEnterAndEndsWithItsInput() throws Exception {
    var introduction = Desk.json(Optional.ofNullable(out().readLine()).orElseThrow());

    assertThat(introduction.path("bots")).hasSize(3);
    assertThat(me(introduction.path("address").asText(), introduction.at("/bots/2/token").asText()))
        .contains(introduction.at("/bots/2/personId").asText());
    child.getOutputStream().close();
    assertThat(child.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(child.exitValue()).isZero();
    assertThat(out().readLine()).isNull();
  }

  @Test
  void endsWhenItIsAskedTo() throws Exception {
    assertThat(out().readLine()).isNotNull();

    child.destroy();

    assertThat(child.waitFor(10, TimeUnit.MINUTES)).isTrue();
  }

  private BufferedReader out() {
    return child.inputReader(UTF_8);
  }

  private static String me(String address, String token) throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create(address + "/v1/people/me"))
              .header("Authorization", "Bearer " + token)
              .build();
      return http.send(request, BodyHandlers.ofString()).body();
    }
  }
}
