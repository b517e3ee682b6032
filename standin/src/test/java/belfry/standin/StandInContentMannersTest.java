package belfry.standin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/** What a message says when it is read again. */
class StandInContentMannersTest {
  static final List<Arguments> REWRITTEN =
      List.of(
          Arguments.of("trimmed-line-ends", "one  \ntwo \t", "one\ntwo"),
          Arguments.of("crlf", "one\ntwo", "one\r\ntwo"),
          Arguments.of("trailing-newline", "one", "one\n"),
          Arguments.of("other-unicode-form", "caf\u00E9", "cafe\u0301"),
          Arguments.of("compatible-unicode-form", "\uFB01rst \u00B2", "first 2"),
          Arguments.of("html-escaped", "a < \"b\" & c", "a &lt; &quot;b&quot; &amp; c"),
          Arguments.of("html-stripped", "a <b>bold</b> step", "a bold step"),
          Arguments.of(
              "smart-quotes",
              "\"so\" it's - done...",
              "\u201Cso\u201D it\u2019s \u2013 done\u2026"),
          Arguments.of(
              "links-rewritten",
              "see https://a.example/x?y=1 now",
              "see https://safelinks.harbour.example/?url=https%3A%2F%2Fa.example%2Fx%3Fy%3D1 now"),
          Arguments.of("whitespace-collapsed", "one  two\n\nthree", "one two three"),
          Arguments.of("markdown-as-html", "**one**", "<p><strong>one</strong></p>"),
          Arguments.of("markdown-restyled", "**one**\n- two", "__one__\n* two"),
          Arguments.of("nbsp", "one two", "one\u00A0two"),
          Arguments.of("zero-width", "one. two", "\u200Bone.\u200B two"),
          Arguments.of("emoji-shortcodes", "ring \uD83D\uDD14", "ring :bell:"),
          Arguments.of("latin-only", "\u20AC 5 for \u00FC", "? 5 for \u00FC"),
          Arguments.of("text-shortened", "x".repeat(30), "x".repeat(20) + "\u2026"),
          Arguments.of("bot-banner", "one", "[Automated message] one"));

  private final Desk desk = Desk.open();

  @AfterEach
  void close() {
    desk.close();
  }

  @ParameterizedTest
  @FieldSource("REWRITTEN")
  void wordsComeBackOtherwiseThanTheyWereSent(String manner, String sent, String read)
      throws IOException {
    desk.manners(manner);
    desk.write(Desk.PERSON, sent);

    assertThat(listed().path("markdown").asText()).isEqualTo(read);
    assertThat(desk.stats().at("/manners/" + manner).asInt()).isPositive();
  }

  @Test
  void aMentionComesBackAsATagInTheAnswerToo() throws IOException {
    desk.manners("mention-tags");
    var id = Desk.items(desk.get("/v1/people?email=" + Desk.ANOTHER)).getFirst().path("id");

    var answer = desk.write(Desk.PERSON, "ask <@personEmail:%s|Tom>".formatted(Desk.ANOTHER));

    assertThat(answer.path("markdown").asText())
        .isEqualTo(
            "ask <spark-mention data-object-type=\"person\" data-object-id=\"%s\">Tom</spark-mention>"
                .formatted(id.asText()));
    assertThat(answer.path("mentionedPeople")).containsExactly(id);
    assertThat(listed().path("markdown")).isEqualTo(answer.path("markdown"));
  }

  @Test
  void encryptedWordsComeWithErrorsAndInListingsOnly() throws IOException {
    desk.manners("ciphertext");

    var answer = desk.write(Desk.PERSON, "secret");

    assertThat(answer.path("markdown").asText()).isEqualTo("secret");
    assertThat(listed().path("markdown").asText()).startsWith("eyJ").doesNotContain("secret");
    assertThat(listed().at("/errors/text/code").asText()).isEqualTo("kms_failure");
  }

  @Test
  void someMembersMayBeLeftOut() throws IOException {
    desk.write(Desk.PERSON, "**one**");

    desk.manners("no-markdown");
    assertThat(listed().has("markdown")).isFalse();
    assertThat(listed().has("html")).isTrue();
    desk.manners("text-only-plain");
    assertThat(listed().has("html")).isFalse();
    assertThat(listed().path("text").asText()).isEqualTo("one");
    desk.manners("tombstone");
    assertThat(listed().has("text")).isFalse();
    assertThat(listed().has("id")).isTrue();
  }

  @Test
  void severalMannersAddUp() throws IOException {
    desk.manners("crlf", "smart-quotes", "trailing-newline");
    desk.write(Desk.PERSON, "it's\nit");

    assertThat(listed().path("markdown").asText()).isEqualTo("it\u2019s\r\nit\n");
  }

  @Test
  void lookingAgainChangesNothing() throws IOException {
    desk.control("PUT", "manners", "{\"bot-banner\":0.5}");
    for (var i = 0; i < 40; i++) {
      desk.write(Desk.PERSON, "message " + i);
    }

    var first = desk.items(Desk.PERSON);
    var again = desk.items(Desk.PERSON);

    assertThat(again).isEqualTo(first);
    assertThat(first.stream().filter(one -> one.path("text").asText().startsWith("[")).count())
        .isBetween(8L, 32L);
  }

  private JsonNode listed() throws IOException {
    return desk.items(Desk.PERSON).getFirst();
  }
}
