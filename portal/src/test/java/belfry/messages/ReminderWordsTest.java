package belfry.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A reminder says what it is of, and says nothing twice. */
class ReminderWordsTest {
  private static final String PLEASE = "Please confirm that you have read this message.";

  private static String best(String markdown) {
    return ReminderWords.EN.of(Set.of(new MessageText(markdown)), Optional.empty()).getFirst();
  }

  private static String shortest(String markdown) {
    return ReminderWords.EN.of(Set.of(new MessageText(markdown)), Optional.empty()).getLast();
  }

  @Test
  void oneLineIsSaidInTheReminderItself() {
    assertThat(best("Wear your badge")).isEqualTo("**Reminder:** Wear your badge\n\n" + PLEASE);
  }

  @Test
  void aGreetingStandsOnlyWhereItStood() {
    assertThat(best("Hello everybody\n\nThe lifts rest."))
        .isEqualTo("**Reminder:** " + PLEASE + "\n\n---\n\nHello everybody\n\nThe lifts rest.");
    assertThat(best("Hello {{firstName|colleague}}\n\nThe lifts rest."))
        .isEqualTo(
            "**Reminder:** %s\n\n---\n\nHello {{firstName|colleague}}\n\nThe lifts rest."
                .formatted(PLEASE));
  }

  @Test
  void aHeadingBecomesTheReminders() {
    assertThat(best("# The lifts rest\n\nUse the stairs."))
        .isEqualTo(
            "**Reminder:** The lifts rest\n\n%s\n\n---\n\nUse the stairs.".formatted(PLEASE));
  }

  @Test
  void whatAHeadingHasBesidesItsWordsIsKept() {
    assertThat(best("## [The lifts](https://x.example) rest\n\nUse the stairs."))
        .isEqualTo(
            "**Reminder:** %s\n\n---\n\n## [The lifts](https://x.example) rest\n\nUse the stairs."
                .formatted(PLEASE));
    assertThat(best("# Dear {{name}}\n\nUse the stairs."))
        .startsWith("**Reminder:** " + PLEASE)
        .contains("# Dear {{name}}");
  }

  @Test
  void withoutRoomForTheTextItStillSaysWhatItIsOf() {
    assertThat(shortest("Hello everybody\n\nThe lifts rest."))
        .isEqualTo("**Reminder:** Hello everybody\n\n" + PLEASE);
    assertThat(shortest("Hello {{name}}\n\nThe lifts rest.")).isEqualTo("**Reminder:** " + PLEASE);
  }

  @Test
  void onlyWhatAllTextsHaveInCommonIsSaid() {
    assertThat(common("# Drill\n\nMeet in room A.", "# Drill\n\nMeet in room B."))
        .containsExactly("**Reminder:** Drill\n\n" + PLEASE);
    assertThat(common("Meet in room A.", "Meet in room B."))
        .containsExactly("**Reminder:** " + PLEASE);
  }

  private static List<String> common(String one, String other) {
    return ReminderWords.EN.of(
        Set.of(new MessageText(one), new MessageText(other)), Optional.empty());
  }
}
