package belfry.delivery.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.messages.AttachmentId;
import belfry.messages.Content;
import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.platform.Posted;
import belfry.platform.ShownContent;
import belfry.platform.Space;
import belfry.platform.ids.PersonRef;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Dating;
import belfry.runs.recipients.Finding;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EvidenceTest {
  private static final Instant INTENT = Instant.parse("2026-11-21T09:00:00Z");
  private static final Dating DATED = new Dating(INTENT.minusSeconds(60), INTENT);
  private static final String UUID = "6f0c7a52-0b7e-4a3b-9d0e-3a5f6d0f1c11";
  private static final PersonRef BOT = PersonRef.of(base64(UUID), "news@webex.bot");
  private static final PersonRef PERSON =
      PersonRef.of(base64("11111111-0b7e-4a3b-9d0e-3a5f6d0f1c11"), "ana@corp.test");

  @Test
  void aMessageOfTheBotWithThisContentAfterTheIntentIsOurs() {
    assertThat(in(posted("m1", BOT, "Hello everybody", 1))).isEqualTo(ours("m1"));
  }

  @Test
  void whatThePersonWroteIsNotOurs() {
    assertThat(in(posted("m1", PERSON, "Hello everybody", 1))).isEqualTo(new Finding.None());
  }

  @Test
  void otherWordsAreNotOurs() {
    assertThat(in(posted("m1", BOT, "The lift is being repaired", 1)))
        .isEqualTo(new Finding.None());
  }

  @Test
  void halfOfOurWordsMayBeAllThatIsShownOfThem() {
    assertThat(in(posted("m1", BOT, "Hello", 1))).isInstanceOf(Finding.Unclear.class);
  }

  /** The same announcement went out yesterday, and its id is recorded or it is simply too old. */
  @Test
  void anEarlierMessageWithTheSameContentIsNotOurs() {
    assertThat(in(posted("old", BOT, "Hello everybody", -86_400))).isEqualTo(new Finding.None());
  }

  @Test
  void aMessageRecordedForAnotherAttemptIsNotOurs() {
    var known = new KnownMessages(Set.of("m1"), false);
    assertThat(
            evidence(said("Hello everybody"), known)
                .in(List.of(posted("m1", BOT, "Hello everybody", 1))))
        .isEqualTo(new Finding.None());
  }

  @Test
  void whereSomebodyVouchedForAMessageItMayBeThatOne() {
    var known = new KnownMessages(Set.of(), true);
    assertThat(
            evidence(said("Hello everybody"), known)
                .in(List.of(posted("m1", BOT, "Hello everybody", 1))))
        .isInstanceOf(Finding.Unclear.class);
  }

  @Test
  void ofSeveralTheOldestIsOurs() {
    assertThat(in(posted("m2", BOT, "Hello everybody", 9), posted("m1", BOT, "Hello everybody", 1)))
        .isEqualTo(ours("m1"));
  }

  @Test
  void oneThatIsCertainDecidesWhateverElseIsThere() {
    assertThat(in(posted("m2", BOT, "Hello", 9), posted("m1", BOT, "Hello everybody", 1)))
        .isEqualTo(ours("m1"));
  }

  @Test
  void theBotIsTheBotHoweverItsIdIsWritten() {
    for (var id : List.of(UUID, UUID.toUpperCase(java.util.Locale.ROOT), padded(UUID))) {
      assertThat(in(posted("m1", PersonRef.of(id, ""), "Hello everybody", 1)))
          .as(id)
          .isEqualTo(ours("m1"));
    }
    assertThat(in(posted("m1", PersonRef.of("", "News@webex.bot"), "Hello everybody", 1)))
        .as("by its address alone")
        .isEqualTo(ours("m1"));
  }

  @Test
  void whoeverCannotBeReadMayBeTheBot() {
    assertThat(in(posted("m1", PersonRef.of("", ""), "Hello everybody", 1)))
        .isInstanceOf(Finding.Unclear.class);
    assertThat(in(posted("m1", PersonRef.of("12345", "news@webex.bot"), "Hello everybody", 1)))
        .as("an id of another kind, and its address")
        .isEqualTo(ours("m1"));
    assertThat(in(posted("m1", new PersonRef(PERSON.id(), "news@webex.bot"), "Hello everybody", 1)))
        .as("another's id, and its address")
        .isInstanceOf(Finding.Unclear.class);
  }

  @Test
  void aMessageWithoutTimeOrIdMayBeOurs() {
    var timeless =
        new Posted("m1", SpaceId.parse("room"), BOT, shown("Hello everybody"), Optional.empty());
    var nameless = posted("", BOT, "Hello everybody", 1);
    assertThat(in(timeless)).isInstanceOf(Finding.Unclear.class);
    assertThat(in(nameless)).isInstanceOf(Finding.Unclear.class);
    assertThat(
            in(
                new Posted(
                    "m1",
                    SpaceId.parse("room"),
                    BOT,
                    shown("The lift is being repaired"),
                    Optional.empty())))
        .as("other words, whenever")
        .isEqualTo(new Finding.None());
  }

  /** Files are listed as addresses that say nothing; whether there is one is all that is known. */
  @Test
  void theSameWordsWithAFileOrWithoutMayBeOurs() {
    var plain = posted("m1", BOT, "Hello everybody", 1);
    var withFile =
        new Posted(
            "m2",
            SpaceId.parse("room"),
            BOT,
            new ShownContent("Hello everybody", "Hello everybody", "", 1, true),
            Optional.of(INTENT.plusSeconds(2)));
    var file = new Content("Hello everybody", AttachmentId.parse("0000000000001"));

    assertThat(evidence(file, KnownMessages.NOTHING).in(List.of(withFile, plain)))
        .isEqualTo(ours("m2"));
    assertThat(in(withFile, plain)).isEqualTo(ours("m1"));
    assertThat(evidence(file, KnownMessages.NOTHING).in(List.of(plain)))
        .isInstanceOf(Finding.Unclear.class);
  }

  @Test
  void whatIsDatedALittleEarlyMayBeOurs() {
    assertThat(in(posted("m1", BOT, "Hello everybody", -50))).isInstanceOf(Finding.Unclear.class);
    assertThat(in(posted("m1", BOT, "Hello everybody", -61))).isEqualTo(new Finding.None());
    assertThat(in(posted("m1", BOT, "The lift is being repaired", -50)))
        .isEqualTo(new Finding.None());
  }

  @Test
  void aSpaceInWhichNothingHappenedSinceHoldsNothingOfOurs() {
    assertThat(inSpace(space(-90), moved(5))).isEqualTo(new Finding.None());
  }

  @Test
  void aSpaceInWhichSomethingHappenedDecidesNothing() {
    assertThat(inSpace(space(5), moved(5))).isEqualTo(new Finding.Undecidable());
    assertThat(inSpace(space(-50), moved(5)))
        .as("by a clock that may be off")
        .isEqualTo(new Finding.Undecidable());
  }

  @Test
  void aSpaceThatDoesNotSayDecidesNothing() {
    var silent = new Space(new SpaceId("s"), "General", Optional.empty(), false, false);
    assertThat(inSpace(silent, moved(5))).isEqualTo(new Finding.Undecidable());
  }

  @Test
  void whereItIsNotKnownWhetherMessagesOfOursAreActivityASpaceDecidesNothing() {
    assertThat(inSpace(space(-90), Optional.empty()))
        .as("no other")
        .isEqualTo(new Finding.Undecidable());
    assertThat(inSpace(space(-90), moved(-30)))
        .as("not there")
        .isEqualTo(new Finding.Undecidable());
    assertThat(inSpace(space(-90), moved(30)))
        .as("somebody else has moved it since")
        .isEqualTo(new Finding.Undecidable());
    assertThat(inSpace(space(-90), Optional.of(new Evidence.Moved(space(5), Optional.empty()))))
        .as("nobody knows when ours came")
        .isEqualTo(new Finding.Undecidable());
  }

  @Test
  void aSuccessByAnybodyElseOrInOtherWordsIsNotBelieved() {
    var content = said("Hello everybody");
    assertThat(believed(content, BOT, "Hello everybody")).isInstanceOf(Outcome.Accepted.class);
    assertThat(believed(content, PersonRef.UNKNOWN, "")).isInstanceOf(Outcome.Accepted.class);
    assertThat(believed(content, PERSON, "Hello everybody"))
        .isEqualTo(new Outcome.Unreadable("a message by somebody else", "m1"));
    assertThat(believed(content, BOT, "The lift is being repaired"))
        .isEqualTo(new Outcome.Unreadable("a message with other words", "m1"));
  }

  private static Outcome believed(Content content, PersonRef author, String words) {
    return Evidence.believed(
        Optional.of(BOT),
        content,
        new Outcome.Accepted(
            "m1",
            Optional.empty(),
            "",
            Optional.empty(),
            author,
            shown(words),
            Optional.of(INTENT)));
  }

  @Test
  void theMessageThatAnAnswerNamedIsOursIfItWasWrittenToThem() {
    var message = posted("m1", BOT, "Hello everybody", 1);

    assertThat(named(message.to(PERSON))).isInstanceOf(Finding.Ours.class);
    assertThat(named(message.to(PersonRef.of("other", "other@corp.test"))))
        .as("to another account, which may be theirs as well")
        .isInstanceOf(Finding.Unclear.class);
    assertThat(named(posted("m1", BOT, "The lift is being repaired", 1).to(PERSON)))
        .as("in other words, of which nobody knows where they come from")
        .isInstanceOf(Finding.Unclear.class);
    assertThat(named(posted("m1", BOT, "Hello everybody", -3_600).to(PERSON)))
        .isInstanceOf(Finding.None.class);
  }

  private static Finding named(Posted message) {
    return evidence(said("Hello everybody"), KnownMessages.NOTHING)
        .named(message, Target.Kind.PERSON, PERSON.id().orElseThrow().value());
  }

  private static Finding inSpace(Space space, Optional<Evidence.Moved> control) {
    return Evidence.inSpace(space, DATED, control);
  }

  /** A space in which a message of ours is, which came some seconds after the intent. */
  private static Optional<Evidence.Moved> moved(long secondsAfter) {
    return Optional.of(new Evidence.Moved(space(secondsAfter), Optional.of(INTENT.plusSeconds(3))));
  }

  private static Finding in(Posted... posted) {
    return evidence(said("Hello everybody"), KnownMessages.NOTHING).in(List.of(posted));
  }

  private static Evidence evidence(Content content, KnownMessages known) {
    return new Evidence(BOT, DATED, new ContentComparison(content, List.of()), known);
  }

  private static Finding ours(String id) {
    return new Finding.Ours(id, SpaceId.parse("room"));
  }

  private static Content said(String markdown) {
    return new Content(markdown, Optional.empty());
  }

  private static ShownContent shown(String words) {
    return new ShownContent(words, words, "", 0, true);
  }

  private static Posted posted(String id, PersonRef author, String markdown, long secondsAfter) {
    return new Posted(
        id,
        SpaceId.parse("room"),
        author,
        shown(markdown),
        Optional.of(INTENT.plus(Duration.ofSeconds(secondsAfter))));
  }

  private static Space space(long secondsAfter) {
    return new Space(
        new SpaceId("s"), "General", Optional.of(INTENT.plusSeconds(secondsAfter)), false, false);
  }

  private static String base64(String uuid) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(uri(uuid));
  }

  private static String padded(String uuid) {
    return Base64.getEncoder().encodeToString(uri(uuid));
  }

  private static byte[] uri(String uuid) {
    return ("ciscospark://us/PEOPLE/" + uuid).getBytes(StandardCharsets.UTF_8);
  }
}
