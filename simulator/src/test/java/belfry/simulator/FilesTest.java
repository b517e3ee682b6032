package belfry.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.messages.Blob;
import belfry.simulator.messages.Content.FileEntry;
import belfry.simulator.messages.History;
import java.net.URI;
import java.nio.charset.StandardCharsets;
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
        .containsExactly(
            new FileEntry(
                "a b.txt", "text/plain", new Blob(bytes.getBytes(StandardCharsets.UTF_8))));
  }

  private Client.Reply upload(String name, String content) {
    return bot.multipart(
        "/v1/messages",
        "edge",
        part("name=\"toPersonEmail\"", MAIJA)
            + part("name=\"files\"; filename=\"%s\"".formatted(name), content)
            + "--edge--\r\n");
  }

  /** The basics page: an attachment is fetched with the token, its name is in the header. */
  @Test
  void aFileIsReadBackAtItsAddress() throws Exception {
    var address = upload("Übersicht \"1\".txt", "Zahlen\r\n").json().path("files").path(0).asText();

    var file = bot.get(address);

    assertThat(file.status()).as(file.body()).isEqualTo(200);
    assertThat(file.body()).isEqualTo("Zahlen\r\n");
    assertThat(file.header("Content-Type")).isEqualTo("application/octet-stream");
    assertThat(file.header("Content-Disposition"))
        .isEqualTo("attachment; filename=\"_bersicht \"; filename*=UTF-8''%C3%9Cbersicht%20");
    try (var call = RawCall.head(simulator, URI.create(address).getPath())) {
      var head = call.end();
      assertThat(head.statusLine()).isEqualTo("HTTP/1.1 200 OK");
      assertThat(head.contentLength()).isEqualTo(8);
      assertThat(head.bytes()).contains("Content-Disposition: attachment; filename=");
      assertThat(head.body()).isEmpty();
    }
  }

  @Test
  void onlyWhoIsInTheRoomReadsItsFiles() {
    var sent = upload("a.txt", "Secret");
    var address = sent.json().path("files").path(0).asText();
    var maija = Client.person(simulator, MAIJA, "spark:messages_read");
    var kenji = Client.person(simulator, "kenji.tanaka@northwind.example", "spark:messages_read");

    assertThat(maija.get(address).body()).isEqualTo("Secret");
    assertThat(kenji.get(address).status()).isEqualTo(404);
    assertThat(Client.bot(simulator, 1).get(address).status()).isEqualTo(404);
    assertThat(Client.anonymous(simulator).get(address).status()).isEqualTo(401);
    bot.delete("/v1/messages/" + sent.text("id"));
    assertThat(bot.get(address).status()).isEqualTo(404);
    assertThat(bot.get("/v1/contents/nonsense").status()).isEqualTo(404);
  }

  @Test
  void aLinkedFileHasAnAddressAndNoContent() {
    var linked = postWith("\"files\":[\"https://a.example/b.pdf\"]");

    assertThat(bot.get(linked.json().path("files").path(0).asText()).status()).isEqualTo(404);
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
