package belfry.simulator;

import static belfry.simulator.Client.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code /v1/people}: platform-api.md 3. */
class PeopleTest {
  private static final String ANA = "ana.lopez@northwind.example";

  private final Simulator simulator = Simulator.start(SimulatorSettings.defaults().withPeople(300));
  private final Client bot = Client.bot(simulator, 0);

  @AfterEach
  void close() {
    simulator.close();
  }

  private static List<String> names(Client.Reply reply) {
    return StreamSupport.stream(reply.json().path("items").spliterator(), false)
        .map(it -> it.path("displayName").asText())
        .toList();
  }

  private String ids(int number) {
    return IntStream.range(0, number)
        .mapToObj(simulator.directory()::personId)
        .collect(Collectors.joining(","));
  }

  /** [R SPEC, help page]: type bot, address at webex.bot. */
  @Test
  void aBotIsABot() {
    var me = bot.get("/v1/people/me");

    assertThat(me.text("displayName")).isEqualTo("Company News");
    assertThat(me.text("type")).isEqualTo("bot");
    assertThat(me.json().path("emails").path(0).asText()).isEqualTo("company-news@webex.bot");
  }

  /** [R SPEC]. */
  @Test
  void whoSignedInIsToldWhoTheyAre() {
    var me = Client.person(simulator, ANA, "spark:people_read").get("/v1/people/me");

    assertThat(me.text("id")).isEqualTo(simulator.directory().personId(0));
    assertThat(me.text("displayName")).isEqualTo("Ana Lopez");
    assertThat(me.text("type")).isEqualTo("person");
    assertThat(me.text("created")).isEqualTo("2024-03-01T08:00:00.000Z");
    assertThat(me.text("orgId")).isEqualTo(simulator.directory().organizationId());
  }

  @Test
  void withoutTheScopeNothingIsTold() {
    var client = Client.person(simulator, ANA, "spark:rooms_read");

    assertThat(client.get("/v1/people/me").status()).isEqualTo(403);
  }

  /** [R EMU, agrees with docs]: an unknown address is no error. */
  @Test
  void peopleAreFoundByAddress() {
    assertThat(names(bot.get("/v1/people?email=" + ANA))).containsExactly("Ana Lopez");
    assertThat(names(bot.get("/v1/people?email=" + ANA.toUpperCase(Locale.ROOT))))
        .containsExactly("Ana Lopez");
    var unknown = bot.get("/v1/people?email=nobody@northwind.example");
    assertThat(unknown.status()).isEqualTo(200);
    assertThat(names(unknown)).isEmpty();
    assertThat(bot.get("/v1/people?email=A").status()).isEqualTo(400);
  }

  /** [R SPEC]: prefix match, Link paging. */
  @Test
  void aNameIsSearchedByItsBeginningInPages() {
    var expected =
        simulator.directory().byNamePrefix("M", 0, 300).stream()
            .map(it -> it.displayName())
            .toList();
    var found = new ArrayList<String>();

    var page = bot.get("/v1/people?displayName=M&max=7");
    found.addAll(names(page));
    while (!page.next().isEmpty()) {
      assertThat(names(page)).hasSize(7);
      page = bot.get(page.next());
      found.addAll(names(page));
    }

    assertThat(found).hasSizeGreaterThan(14).isEqualTo(expected);
    assertThat(names(bot.get("/v1/people?displayName=" + encoded("ελενη"))).getFirst())
        .isEqualTo("Ελένη Παππά");
  }

  /** [R SPEC]: a look-up by address works only inside the organization; a message does not. */
  @Test
  void whoeverIsOutsideIsFoundByNobodyAndGetsMessages() {
    var address = "grace.obi@partner.example";
    assertThat(names(bot.get("/v1/people?email=" + address))).isEmpty();
    assertThat(names(bot.get("/v1/people?displayName=Grace%20Obi"))).isEmpty();

    var first = bot.say(address, "Hello");
    var byAlias = bot.say("grace@partner.example", "Hello again");

    assertThat(first.status()).isEqualTo(200);
    assertThat(first.text("toPersonEmail")).isEqualTo(address);
    assertThat(byAlias.text("toPersonId")).isEqualTo(first.text("toPersonId"));
    assertThat(byAlias.text("toPersonEmail")).isEqualTo(address);
    assertThat(byAlias.text("roomId")).isEqualTo(first.text("roomId"));
    var person = bot.get("/v1/people/" + first.text("toPersonId"));
    assertThat(person.text("displayName")).isEqualTo("Grace Obi");
    assertThat(person.text("orgId")).isNotEqualTo(simulator.directory().organizationId());
  }

  /** [R SPEC]: at most 85 ids; unknown ones are left out; no presence. */
  @Test
  void manyAreAskedForById() {
    var some = bot.get("/v1/people?id=" + ids(85));

    assertThat(names(some)).hasSize(85);
    assertThat(some.json().path("items").path(0).has("status")).isFalse();
    assertThat(bot.get("/v1/people?id=" + ids(86)).status()).isEqualTo(400);
    assertThat(names(bot.get("/v1/people?id=nonsense," + ids(1)))).containsExactly("Ana Lopez");
  }

  /** [R EMU]: the exact words. */
  @Test
  void everybodyMustAskForSomebody() {
    var answer = bot.get("/v1/people");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.message()).isEqualTo("Email, displayName, or id list should be specified.");
    assertThat(bot.get("/v1/people?max=ten&displayName=a").status()).isEqualTo(400);
  }

  /** [R SPEC] 2.3: spark-admin:people_read is the whole directory. */
  @Test
  void theDirectoryAccountListsEverybody() {
    var directory = Client.directory(simulator);
    var found = new ArrayList<String>();

    var page = directory.get("/v1/people");
    found.addAll(names(page));
    while (!page.next().isEmpty()) {
      page = directory.get(page.next());
      found.addAll(names(page));
    }

    assertThat(found).hasSize(300);
    assertThat(page.json().path("items").path(0).path("loginEnabled").asText()).isEqualTo("true");
  }

  @Test
  void aPersonIsReadByIdOrIsNotThere() {
    var id = simulator.directory().personId(7);

    assertThat(bot.get("/v1/people/" + id).text("displayName")).isEqualTo("Ελένη Παππά");
    assertThat(bot.get("/v1/people/" + id).json().has("loginEnabled")).isFalse();
    assertThat(bot.get("/v1/people/" + simulator.bots().get(1).id()).text("displayName"))
        .isEqualTo("IT Alerts");
    assertThat(bot.get("/v1/people/nobody").status()).isEqualTo(404);
  }
}
