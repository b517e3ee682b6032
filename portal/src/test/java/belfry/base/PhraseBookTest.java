package belfry.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PhraseBookTest {
  private static final Phrase LOST =
      Phrase.of("a.lost", "It was lost ({{why}}); it is being looked for.");
  private static final Phrase STATUS = Phrase.of("a.status", "status {{status, number}}");
  private static final Phrase GONE = Phrase.of("a.gone", "The group {{name}} is gone.");
  private static final Phrase MORE = Phrase.of("a.more", "There are {{more, number}} more.");
  private static final PhraseBook BOOK = new PhraseBook(List.of(LOST, STATUS, GONE, MORE));

  @Test
  void wordsThatWereMadeOfAPhraseAreReadBack() {
    var reset = LOST.with("why", Phrase.quoted("reset (20 s)\nby nobody"));

    assertThat(BOOK.read(reset.english())).contains(reset);
    assertThat(BOOK.read(MORE.with("more", 12_000L).english()))
        .contains(MORE.with("more", 12_000L));
    assertThat(BOOK.read("It was lost (x); it is found.")).isEmpty();
    assertThat(BOOK.read("There are some more.")).isEmpty();
    assertThat(BOOK.read("")).isEmpty();
  }

  @Test
  void aPhraseWithinAPhraseIsReadBackToo() {
    var refused = LOST.with("why", STATUS.with("status", 503L));

    assertThat(BOOK.read(refused.english())).contains(refused);
  }

  @Test
  void sentencesAreToldApartThoughANameHasAFullStop() {
    var sentences =
        List.of(
            GONE.with("name", "R. D. and so on"),
            GONE.with("name", "Others"),
            MORE.with("more", 3L));

    assertThat(BOOK.readAll(words(sentences))).contains(sentences);
    assertThat(BOOK.readAll(words(sentences) + " Somebody said so.")).isEmpty();
    assertThat(BOOK.readAll("Somebody said so. There are 3 more.")).isEmpty();
  }

  private static String words(List<Phrase> sentences) {
    return String.join(" ", sentences.stream().map(Phrase::english).toList());
  }
}
