package belfry.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.messages.Content.FileEntry;
import belfry.simulator.messages.History;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Files and cards on messages: platform-api.md 4.1. */
class FilesTest {
  private static final String MAIJA = "maija.salo@northwind.example";
  private static final String CARD =
      "{\"contentType\":\"application/vnd.microsoft.card.adaptive\","
          + "\"content\":{\"type\":\"AdaptiveCard\",\"body\":[]}}";

  private final Simulator simulator = Simulator.start(SimulatorSettings.defaults().withPeople(50));
  private final Client bot = Client.bot(simulator, 0);

  @AfterEach
  void close() {
    simulator.close();
  }

  private Client.Reply postWith(String more) {
    return bot.post(
        "/v1/messages", "{\"toPersonEmail\":\"%s\",\"text\":\"See\",%s}".formatted(MAIJA, more));
  }

  private static String part(String disposition, String content) {
    return "--edge\r\nContent-Disposition: form-data; %s\r\n\r\n%s\r\n"
        .formatted(disposition, content);
  }

  /** "local file: multipart part files with filename and type, other fields as parts". */
  @Test
  void aLocalFileKeepsItsNameAndSize() {
    var bytes = "one\r\n--edg\r\ntwo\r\n--\r\n\r";
    var answer =
        bot.multipart(
            "/v1/messages",
            "edge",
            part("name=\"toPersonEmail\"", MAIJA)
                + part("name=\"markdown\"", "**Grüße**")
                + "--edge\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a b.txt\"\r\n"
                + "Content-Type: text/plain\r\n\r\n"
                + bytes
                + "\r\n--edge--\r\n");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text("markdown")).isEqualTo("**Grüße**");
    assertThat(answer.json().path("files").path(0).asText())
        .startsWith(simulator.address() + "/v1/contents/");
    var said = simulator.say(MAIJA, "Company News", "Thanks");
    assertThat(
            simulator
                .messages()
                .history(said.room(), History.newest(9))
                .getLast()
                .words()
                .content()
                .files())
        .containsExactly(new FileEntry("a b.txt", "text/plain", bytes.length()));
  }

  @Test
  void oneFileOnlyAndOnlyOneThatCouldBeFetched() {
    assertThat(postWith("\"files\":[\"https://a.example/b.pdf\"]").status()).isEqualTo(200);
    assertThat(postWith("\"files\":[\"https://a.example/b\",\"https://a.example/c\"]").status())
        .isEqualTo(400);
    var unfetchable = postWith("\"files\":[\"file:///etc/passwd\"]");
    assertThat(unfetchable.status()).isEqualTo(400);
    assertThat(unfetchable.message()).isEqualTo("Unable to retrieve content");
  }

  @Test
  void twoLocalFilesAreOneTooMany() {
    var file = part("name=\"files\"; filename=\"a.txt\"", "a");
    var answer =
        bot.multipart(
            "/v1/messages",
            "edge",
            part("name=\"toPersonEmail\"", MAIJA) + file + file + "--edge--\r\n");

    assertThat(answer.status()).isEqualTo(400);
  }

  @Test
  void aBrokenUploadIsRefused() {
    var unfinished = part("name=\"toPersonEmail\"", MAIJA);

    assertThat(bot.multipart("/v1/messages", "edge", unfinished).status()).isEqualTo(400);
  }

  @Test
  void oneCardComesBackAsItWasSent() {
    var answer = postWith("\"attachments\":[%s]".formatted(CARD));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("attachments").path(0).path("content").path("type").asText())
        .isEqualTo("AdaptiveCard");
    assertThat(postWith("\"attachments\":[%s,%s]".formatted(CARD, CARD)).status()).isEqualTo(400);
    assertThat(postWith("\"attachments\":[{\"contentType\":\"x\"}]").status()).isEqualTo(400);
  }
}
