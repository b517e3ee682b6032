package belfry.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTextTest {
  @ParameterizedTest
  @CsvSource(
      value = {
        "Hello|Hello",
        "## Benefits *close* on `Friday`|Benefits close on Friday",
        "Hello\\n\\nworld|Hello",
        "- first\\n- second|first",
        "> quoted|quoted",
        "[the portal](https://x.example) is up|the portal is up",
        "<b>bold</b> words|bold words",
        "---\\n\\nAfter a line|After a line",
        "![](x)\\n\\nAfter a picture|After a picture",
        "```\\ncode\\n```|code",
        "Dear <@all>, please|Dear @All, please",
        "<@personEmail:ana@here.example> and <@personId:Y2lz>|@ana@here.example and @…",
        "Ask `<@all>` first|Ask <@all> first",
        "'   '|Untitled"
      },
      delimiter = '|')
  void theTitleIsTheFirstThingThatIsSaid(String markdown, String title) {
    assertThat(new MessageText(markdown.replace("\\n", "\n")).title()).isEqualTo(title);
  }

  @Test
  void aMentionInATitleIsTheNameThatArrives() {
    assertThat(
            new MessageText("Ask <@personEmail:a@b.example|Ana Lopez> or <@personId:Y2|Lars>")
                .title())
        .isEqualTo("Ask @Ana Lopez or @Lars");
  }

  @Test
  void theTitleOfAPersonalTextShowsItsPlaces() {
    assertThat(title("Hello {{firstName|colleague}}, **news**"))
        .isEqualTo("Hello ‹firstName›, news");
    assertThat(title("{{ Desk_no }} is yours, {{name|}}")).isEqualTo("‹Desk_no› is yours, ‹name›");
    assertThat(title("Write \\{{name}} or {{ }}")).isEqualTo("Write {{name}} or {{ }}");
  }

  @Test
  void whoeverLooksForAPersonalTextReadsItsPlacesToo() {
    assertThat(new MessageText("Hello *{{firstName|colleague}}*").readable())
        .isEqualTo("Hello ‹firstName›\n");
  }

  private static String title(String markdown) {
    return new MessageText(markdown).title();
  }

  @Test
  void aLongTitleIsCutBetweenCharacters() {
    var title = new MessageText("😀".repeat(200)).title();
    assertThat(title.codePointCount(0, title.length())).isEqualTo(120);
    assertThat(title).endsWith("😀…");
  }

  @Test
  void theLimitCountsBytesOfUtf8() {
    assertThat(new MessageText("é".repeat(3_719)).fault()).isEmpty();
    assertThat(new MessageText("é".repeat(3_719) + "a").fault()).isEmpty();
    assertThat(new MessageText("é".repeat(3_720)).fault())
        .hasValueSatisfying(why -> assertThat(why.english()).contains("7,440").contains("7,439"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[", "![", "*a ", "**a ", "_a_ ", "`", ">", "> ", "- ", "1. ", "<", "<!", "&", "\\", "[a](",
        "[a]:", "~~~\n"
      })
  void nothingThatCanBeSentTakesTheParserTooFar(String piece) throws Exception {
    var most = piece.repeat(MessageText.MOST_BYTES / piece.length());
    var failed = new AtomicReference<Throwable>();
    // As much stack as the threads of the program have, some of it used.
    var thread =
        new Thread(
            null,
            () -> {
              var text = new MessageText(most);
              assertThat(text.title()).isNotNull();
              assertThat(text.plainText()).isNotNull();
            },
            "parser",
            400 * 1024);
    thread.setUncaughtExceptionHandler((_, thrown) -> failed.set(thrown));
    thread.start();
    thread.join();

    assertThat(failed.get()).isNull();
  }

  /** Titles are made anew for each list of messages, whoever wrote them. */
  @ParameterizedTest
  @ValueSource(
      strings = {"<@personId:", "<@personEmail:", "<@personEmail:a|", "<@personId:a>", "<@"})
  void mentionsThatNeverEndAreReadOnce(String piece) {
    var reads = new AtomicInteger();
    var text =
        new CharSequence() {
          private final String words = piece.repeat(MessageText.MOST_BYTES / piece.length());

          @Override
          public int length() {
            return words.length();
          }

          @Override
          public char charAt(int index) {
            reads.incrementAndGet();
            return words.charAt(index);
          }

          @Override
          public CharSequence subSequence(int start, int end) {
            return words.subSequence(start, end);
          }
        };

    MessageText.MENTION.matcher(text).results().forEach(_ -> {});

    assertThat(reads.get()).isLessThan(10 * MessageText.MOST_BYTES);
  }

  @Test
  void whatIsTooLongToBeSentIsNotParsed() {
    var text = new MessageText("# Title\n" + "[".repeat(1024 * 1024));

    assertThat(text.title()).isEqualTo("# Title");
    assertThat(text.plainText()).isEqualTo(text.markdown());
  }

  @Test
  void anEmptyMessageCannotBeSent() {
    assertThat(new MessageText(" \n ").fault()).isPresent();
  }

  @Test
  void whatIsKeptIsWhatIsSent() {
    assertThat(new MessageText("a\r\nb\rc").markdown()).isEqualTo("a\nb\nc");
    assertThat(new MessageText("a\uD800b").markdown()).isEqualTo("a?b");
  }
}
