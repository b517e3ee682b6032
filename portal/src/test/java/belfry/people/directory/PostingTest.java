package belfry.people.directory;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Phrase;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Response;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether the bot may post in a space, and what it means that nobody says so. */
class PostingTest {
  private static final SpaceId ROOM = new SpaceId("room");
  private static final Posting READ_ONLY = new Posting.Refused(Posting.READ_ONLY);

  @Test
  void aModeratorMayPostAndAnybodyElseMayNot() {
    assertThat(Spaces.posting(new Response.Got<>(true))).isEqualTo(new Posting.Allowed());
    assertThat(Spaces.posting(new Response.Got<>(false)))
        .isEqualTo(new Posting.Refused(Posting.NO_MODERATOR));
  }

  static Stream<Response<Boolean>> noAnswers() {
    return Stream.of(
        new Response.Absent<>("nothing here"),
        new Response.Denied<>(403, "not for you"),
        new Response.Throttled<>(Duration.ofSeconds(3)),
        new Response.Unreadable<>(Phrase.quoted("a proxy's page")),
        new Response.Unreachable<>(Phrase.quoted("time-out")));
  }

  @ParameterizedTest
  @MethodSource("noAnswers")
  void whatIsNotUnderstoodDoesNotMeanNo(Response<Boolean> answer) {
    var posting = Spaces.posting(answer);

    assertThat(posting).isInstanceOf(Posting.Unknown.class);
    assertThat(posting.reason().orElseThrow().english())
        .startsWith("only moderators can post there, and it is unknown whether the bot is one: ")
        .endsWith(answer.trouble().english());
  }

  @Test
  void aSpaceThatIsNotInTheListIsToBeAskedAbout() {
    var here = new Spaces.SpaceChoice(ROOM, "Here", READ_ONLY, 0);
    var listing = new Spaces.Listing(List.of(here), Optional.empty());

    assertThat(listing.posting(ROOM)).contains(READ_ONLY);
    assertThat(listing.posting(new SpaceId("other"))).isEmpty();
  }

  @Test
  void anOlderListSaysNothing() {
    var why = Phrase.quoted("Webex did not answer");
    var here = new Spaces.SpaceChoice(ROOM, "Here", READ_ONLY, 0);
    var listing = new Spaces.Listing(List.of(here), Optional.of(why));

    assertThat(listing.posting(ROOM)).contains(new Posting.Unknown(why));
    assertThat(listing.posting(new SpaceId("other"))).contains(new Posting.Unknown(why));
  }
}
