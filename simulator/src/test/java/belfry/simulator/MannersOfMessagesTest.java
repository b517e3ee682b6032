package belfry.simulator;

import static belfry.simulator.Client.json;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.ManualTime;
import belfry.simulator.manners.Manner;
import belfry.simulator.manners.MannerRule;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a platform may make of words, authors and stamps: The contract, corrected. */
class MannersOfMessagesTest {
  private static final String MAIJA = "maija.salo@northwind.example";
  private static final String KENJI = "kenji.tanaka@northwind.example";
  private static final String LISTING = "/v1/messages/direct?personEmail=" + MAIJA;

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00.034Z");
  private final Simulator simulator =
      Simulator.start(SimulatorSettings.defaults().withPeople(50), time);
  private final Client bot = Client.bot(simulator, 0);

  @AfterEach
  void close() {
    simulator.close();
  }

  private void always(Manner manner) {
    simulator.manners().set(MannerRule.of(manner));
  }

  private JsonNode newest() {
    return bot.get(LISTING).json().path("items").path(0);
  }

  /** Says something and gives back how it is listed; by id it must look the same. */
  private JsonNode listed(Manner manner, String markdown) {
    always(manner);
    var sent = bot.say(MAIJA, markdown);
    assertThat(sent.status()).as(sent.body()).isEqualTo(200);
    assertThat(bot.get("/v1/messages/" + sent.text("id")).json()).isEqualTo(newest());
    return newest();
  }

  /** signalstone's notes, "confirmed live"; Cisco's emulator: in the answer of the POST, too. */
  @Test
  void aMentionComesBackAsAnElement() {
    always(Manner.MENTIONS_REWRITTEN);
    var id = simulator.directory().personId(1);
    var sent =
        bot.say(MAIJA, "Hi <@personEmail:%s> and <@personId:%s|M. S.>!".formatted(MAIJA, id));

    assertThat(sent.text("markdown"))
        .isEqualTo("Hi " + spark(id, "Maija Salo") + " and " + spark(id, "M. S.") + "!");
    assertThat(newest().path("markdown").asText()).isEqualTo(sent.text("markdown"));
    assertThat(newest().path("mentionedPeople").path(0).asText()).isEqualTo(id);
    assertThat(simulator.mannersApplied()).containsEntry("mentionsRewritten", 3L);
  }

  private static String spark(String id, String name) {
    return "<spark-mention data-object-type=\"person\" data-object-id=\"%s\">%s</spark-mention>"
        .formatted(id, name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "markdown"})
  void blanksAtLineEndsGo(String field) {
    always(Manner.BLANKS_TRIMMED);
    var sent =
        bot.post("/v1/messages", json("toPersonEmail", MAIJA, field, "One  \n two \t\n\nthree "));

    assertThat(sent.text(field)).isEqualTo("One\n two\n\nthree");
    assertThat(newest().path(field).asText()).isEqualTo("One\n two\n\nthree");
  }

  @Test
  void theMarkdownMayBeMissing() {
    var listed = listed(Manner.MARKDOWN_MISSING, "**Hi**");

    assertThat(listed.has("markdown")).isFalse();
    assertThat(listed.path("text").asText()).isEqualTo("Hi");
  }

  @Test
  void lineEndsMayBeOfAnotherKind() {
    assertThat(listed(Manner.CRLF, "a\nb\r\nc").path("markdown").asText()).isEqualTo("a\r\nb\r\nc");
  }

  @Test
  void lettersMayComeInPieces() {
    var listed = listed(Manner.DECOMPOSED, "Zo\u00eb");

    assertThat(listed.path("markdown").asText()).isEqualTo("Zoe\u0308");
    assertThat(listed.path("text").asText()).isEqualTo("Zoe\u0308");
  }

  @Test
  void markupMayBeEscapedOrStripped() {
    assertThat(listed(Manner.HTML_ESCAPED, "a <b>c</b> & d").path("markdown").asText())
        .isEqualTo("a &lt;b&gt;c&lt;/b&gt; &amp; d");
    assertThat(listed(Manner.HTML_STRIPPED, "a <b>c</b> & d").path("markdown").asText())
        .isEqualTo("a c & d");
  }

  /** The basics page: partial failure. */
  @Test
  void wordsMayBeCiphertextWithAnError() {
    var listed = listed(Manner.CIPHERTEXT, "Secret");

    assertThat(listed.path("errors").path("text").path("code").asText()).isEqualTo("kms_failure");
    assertThat(listed.toString()).doesNotContain("Secret");
    assertThat(listed.path("text").asText()).startsWith("eyJ");
    assertThat(listed.has("html")).isFalse();
    assertThat(listed.path("personId").asText()).isEqualTo(simulator.bots().getFirst().id());
  }

  /** Only what the true platform does shows in its own answer, unless the number says otherwise. */
  @Test
  void theAnswerOfThePostIsSparedUnlessTheNumberSaysOtherwise() {
    always(Manner.CRLF);
    assertThat(bot.say(MAIJA, "a\nb").text("markdown")).isEqualTo("a\nb");

    simulator.manners().set(MannerRule.of(Manner.CRLF).withNumber(1));
    assertThat(bot.say(MAIJA, "a\nb").text("markdown")).isEqualTo("a\r\nb");

    simulator.manners().set(MannerRule.of(Manner.BLANKS_TRIMMED).withNumber(0));
    assertThat(bot.say(MAIJA, "a ").text("markdown")).isEqualTo("a ");
    assertThat(newest().path("markdown").asText()).isEqualTo("a");
  }

  @Test
  void theAuthorMayBeWrittenInOtherWays() {
    var id = simulator.bots().getFirst().id();

    assertThat(listed(Manner.AUTHOR_PADDED, "x").path("personId").asText()).isEqualTo(id + "=");
    assertThat(listed(Manner.AUTHOR_BARE, "x").path("personId").asText()).hasSize(36).contains("-");
    var byEmail = listed(Manner.AUTHOR_BY_EMAIL, "x");
    assertThat(byEmail.has("personId")).isFalse();
    assertThat(byEmail.path("personEmail").asText()).isEqualTo("company-news@webex.bot");
    assertThat(bot.say(MAIJA, "x").json().has("personId")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "createdPlus0000, 2026-11-21T09:00:00.034+0000",
    "createdSpaced, 2026-11-21 09:00:00.034Z",
    "createdLocal, 2026-11-21T11:00:00.034",
    "createdMillis, 1795251600034",
    "stampsOff, 2026-11-21T09:00:30.034Z",
  })
  void theStampMayBeWrittenInOtherWays(String manner, String expected) {
    var listed = listed(Manner.of(manner), "x");

    assertThat(listed.path("created").asText()).isEqualTo(expected);
    assertThat(listed.path("created").isNumber()).isEqualTo(manner.equals("createdMillis"));
    assertThat(bot.say(MAIJA, "x").text("created")).isEqualTo(expected);
  }

  /** "Clock within a minute": the stamps are of another clock than the Date header. */
  @Test
  void stampsMayBeOfAnotherClockThanTheDate() {
    simulator.manners().set(MannerRule.of(Manner.STAMPS_OFF).withNumber(-45));
    var sent = bot.say(MAIJA, "x");

    assertThat(sent.text("created")).isEqualTo("2026-11-21T08:59:15.034Z");
    assertThat(sent.header("Date")).isEqualTo("Sat, 21 Nov 2026 09:00:00 GMT");
    assertThat(bot.get("/v1/rooms/" + sent.text("roomId")).text("lastActivity"))
        .isEqualTo("2026-11-21T08:59:15.034Z");
  }

  @Test
  void theLastActivityMayBeMissingOrNonsense() {
    var room = "/v1/rooms/" + bot.say(MAIJA, "x").text("roomId");

    always(Manner.LAST_ACTIVITY_MISSING);
    assertThat(bot.get(room).json().has("lastActivity")).isFalse();
    assertThat(bot.get("/v1/rooms").json().path("items").path(0).has("lastActivity")).isFalse();
    always(Manner.LAST_ACTIVITY_NONSENSE);
    assertThat(bot.get(room).text("lastActivity")).isEqualTo("a while ago");
  }

  @Test
  void severalHoldAtOnce() {
    simulator
        .manners()
        .set(
            MannerRule.of(Manner.CREATED_SPACED),
            MannerRule.of(Manner.STAMPS_OFF).withNumber(1),
            MannerRule.of(Manner.CRLF),
            MannerRule.of(Manner.BLANKS_TRIMMED),
            MannerRule.of(Manner.AUTHOR_PADDED));
    bot.say(MAIJA, "a \nb");

    assertThat(newest().path("markdown").asText()).isEqualTo("a\r\nb");
    assertThat(newest().path("created").asText()).isEqualTo("2026-11-21 09:00:01.034Z");
    assertThat(newest().path("personId").asText()).endsWith("=");
  }

  /** What one look shows of a message, the next one shows, too. */
  @Test
  void aShareOfTheMessagesHasItEachTime() {
    for (var number = 0; number < 40; number++) {
      bot.say(MAIJA, "**" + number + "**");
    }
    simulator.manners().set(MannerRule.of(Manner.MARKDOWN_MISSING).withShare(0.5));

    var first = bot.get(LISTING).json();

    assertThat(bot.get(LISTING).json()).isEqualTo(first);
    assertThat(lacking(first)).hasSizeBetween(8, 32);
    assertThat(simulator.mannersApplied())
        .containsEntry("markdownMissing", 2L * lacking(first).size());
  }

  private static List<String> lacking(JsonNode listing) {
    var ids = new ArrayList<String>();
    for (var item : listing.path("items")) {
      if (!item.has("markdown")) {
        ids.add(item.path("id").asText());
      }
    }
    return ids;
  }

  @Test
  void whatIsNotChangedIsNotCounted() {
    always(Manner.MENTIONS_REWRITTEN);
    bot.say(MAIJA, "Nobody is mentioned");
    bot.get(LISTING);
    bot.get("/v1/messages/direct?personEmail=" + KENJI);

    assertThat(simulator.mannersApplied()).isEmpty();
  }
}
