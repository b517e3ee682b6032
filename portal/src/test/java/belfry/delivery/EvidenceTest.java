package belfry.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.messages.AttachmentId;
import belfry.messages.Content;
import belfry.people.Target;
import belfry.platform.Posted;
import belfry.platform.Space;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EvidenceTest {
  private static final Instant INTENT = Instant.parse("2026-11-21T09:00:00Z");
  private static final String BOT = "bot";

  @Test
  void aMessageOfTheBotWithThisContentAfterTheIntentIsOurs() {
    assertThat(Evidence.ours(List.of(posted("m1", BOT, "Hello", 1)), BOT, question()))
        .map(Posted::id)
        .contains("m1");
  }

  @Test
  void whatThePersonWroteIsNotOurs() {
    assertThat(Evidence.ours(List.of(posted("m1", "person", "Hello", 1)), BOT, question()))
        .isEmpty();
  }

  @Test
  void anotherTextIsNotOurs() {
    assertThat(Evidence.ours(List.of(posted("m1", BOT, "Hello there", 1)), BOT, question()))
        .isEmpty();
  }

  @Test
  void lineEndsAndOuterBlanksDoNotMatter() {
    var question = new Wire.Question(Target.Kind.PERSON, "p", said("a\nb\n"), INTENT, Set.of());
    assertThat(Evidence.ours(List.of(posted("m1", BOT, "a\r\nb", 1)), BOT, question)).isPresent();
  }

  @Test
  void aMessageWithoutMarkdownIsComparedByItsText() {
    var posted = new Posted("m1", "room", BOT, "", "Hello", 0, INTENT.plusSeconds(1));
    assertThat(Evidence.ours(List.of(posted), BOT, question())).isPresent();
  }

  /** The same announcement went out yesterday, and its id is recorded or it is simply too old. */
  @Test
  void anEarlierMessageWithTheSameContentIsNotOurs() {
    var yesterday = posted("old", BOT, "Hello", -86_400);
    assertThat(Evidence.ours(List.of(yesterday), BOT, question())).isEmpty();
  }

  @Test
  void aMessageRecordedForAnotherAttemptIsNotOurs() {
    var question = new Wire.Question(Target.Kind.PERSON, "p", said("Hello"), INTENT, Set.of("m1"));
    assertThat(Evidence.ours(List.of(posted("m1", BOT, "Hello", 1)), BOT, question)).isEmpty();
  }

  @Test
  void ofSeveralTheOldestIsOurs() {
    var posted = List.of(posted("m2", BOT, "Hello", 9), posted("m1", BOT, "Hello", 1));
    assertThat(Evidence.ours(posted, BOT, question())).map(Posted::id).contains("m1");
  }

  @Test
  void thePlatformsClockMayBeALittleBehind() {
    assertThat(Evidence.ours(List.of(posted("m1", BOT, "Hello", -5)), BOT, question())).isPresent();
  }

  @Test
  void aSpaceInWhichNothingHappenedSinceHoldsNothingOfOurs() {
    assertThat(Evidence.inSpace(space(-60), question())).isEqualTo(new Finding.None());
  }

  @Test
  void aSpaceInWhichSomethingHappenedDecidesNothing() {
    assertThat(Evidence.inSpace(space(5), question())).isEqualTo(new Finding.Undecidable());
    assertThat(Evidence.inSpace(space(-1), question()))
        .as("within what the platform's clock is known to")
        .isEqualTo(new Finding.Undecidable());
  }

  /** Files are listed as addresses that say nothing; whether there is one is all that is known. */
  @Test
  void theSameWordsWithAFileAreAnotherMessage() {
    var plain = posted("m1", BOT, "Hello", 1);
    var filed = new Posted("m2", "room", BOT, "Hello", "Hello", 1, INTENT.plusSeconds(2));
    var file = new Content("Hello", AttachmentId.parse("0000000000001"));
    var question = new Wire.Question(Target.Kind.PERSON, "p", file, INTENT, Set.of());

    assertThat(Evidence.ours(List.of(filed, plain), BOT, question)).contains(filed);
    assertThat(Evidence.ours(List.of(filed, plain), BOT, question())).contains(plain);
    assertThat(Evidence.ours(List.of(plain), BOT, question)).isEmpty();
  }

  private static Content said(String markdown) {
    return new Content(markdown, Optional.empty());
  }

  private static Wire.Question question() {
    return new Wire.Question(Target.Kind.PERSON, "p", said("Hello"), INTENT, Set.of());
  }

  private static Posted posted(String id, String person, String markdown, long secondsAfter) {
    return new Posted(
        id, "room", person, markdown, markdown, 0, INTENT.plus(Duration.ofSeconds(secondsAfter)));
  }

  private static Space space(long secondsAfter) {
    return new Space("s", "General", INTENT.plusSeconds(secondsAfter), false, false);
  }
}
