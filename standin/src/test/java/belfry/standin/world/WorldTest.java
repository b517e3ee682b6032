package belfry.standin.world;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Ids, derived words, and that a seed makes the same world again. */
class WorldTest {
  private static final Instant NOW = Instant.parse("2026-03-02T09:15:27.345Z");

  private final World world = World.made(20, 2, 3, InstantSource.fixed(NOW));

  @Test
  void idsAreUrisInBase64WithoutPadding() {
    var uuid = UUID.fromString("92db3be0-43bd-11e6-8ae9-dd5b3dfc565d");

    var id = IdType.MESSAGE.of(uuid);

    assertThat(new String(Base64.getUrlDecoder().decode(id), UTF_8))
        .isEqualTo("ciscospark://us/MESSAGE/92db3be0-43bd-11e6-8ae9-dd5b3dfc565d");
    assertThat(id).doesNotContain("=");
    assertThat(IdType.uuidIn(id)).contains(uuid);
    assertThat(IdType.uuidIn(id + "=")).contains(uuid);
    assertThat(IdType.uuidIn(uuid.toString())).contains(uuid);
    assertThat(IdType.uuidIn(IdType.SCIM_GROUP.of(uuid + ":" + uuid))).contains(uuid);
  }

  @Test
  void whatIsNoIdHoldsNone() {
    assertThat(List.of("", "me", "Y2lz", "%%%", "92db3be0"))
        .allSatisfy(id -> assertThat(IdType.uuidIn(id)).isEmpty());
  }

  @Test
  void idsOfMessagesTellTheirTimeAndGrowEvenWhenTheClockGoesBack() {
    var ids = new MessageIds();
    var first = ids.next(NOW);
    var later = IntStream.range(0, 1000).mapToObj(i -> ids.next(NOW.minusSeconds(i))).toList();

    assertThat(first.version()).isEqualTo(1);
    assertThat((first.timestamp() - 0x01B2_1DD2_1381_4000L) / 10_000).isEqualTo(NOW.toEpochMilli());
    assertThat(later)
        .extracting(UUID::timestamp)
        .isSorted()
        .allMatch(one -> one > first.timestamp());
    assertThat(new HashSet<>(later)).hasSize(1000);
  }

  @Test
  void theSameSeedMakesTheSamePeopleAndTokens() {
    var again = World.made(20, 2, 3, InstantSource.fixed(NOW.plus(Duration.ofDays(1))));
    var other = World.made(20, 2, 4, InstantSource.fixed(NOW));

    assertThat(again.people().staff())
        .extracting(Person::id)
        .isEqualTo(world.people().staff().stream().map(Person::id).toList());
    assertThat(again.access().directoryRefreshToken())
        .isEqualTo(world.access().directoryRefreshToken());
    assertThat(other.access().directoryRefreshToken())
        .isNotEqualTo(world.access().directoryRefreshToken());
  }

  @Test
  void marksAndMentionsBecomeWords() {
    var people = world.people();
    var markdown =
        "# Tide\n> **high** _now_, see [here](https://tides.example/a_b_c) or `ring`\n"
            + "<@personEmail:staff.00001@harbour.example> and <@all> and snake_case_name";

    assertThat(Markdown.plain(markdown, people))
        .isEqualTo(
            "Tide\nhigh now, see here or ring\n%s and All and snake_case_name"
                .formatted(people.staff().get(1).displayName()));
  }

  @Test
  void aConversationOfTwoIsTheSameForBoth() {
    var bot = world.people().bots().getFirst();
    var person = world.people().staff().getLast();
    var content = Content.ofMarkdown("hello");

    var there =
        world
            .office()
            .store(
                new Letter(bot, new Destination.ToPerson(person, false), content, NOW),
                Message.Origin.CLIENT);
    var back =
        world
            .office()
            .store(
                new Letter(person, new Destination.ToPerson(bot, false), content, NOW),
                Message.Origin.CLIENT);

    assertThat(back.room()).isSameAs(there.room());
    assertThat(there.room().newestFirst()).containsExactly(back, there);
    assertThat(world.office().ledger().messages()).containsExactly(there);
  }
}
