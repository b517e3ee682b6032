package belfry.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.simulator.base.ManualTime;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.manners.Manner;
import belfry.simulator.manners.MannerRule;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What may be answered where a list was asked for. */
class MannersOfListingsTest {
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

  private void says(int messages) {
    for (var number = 1; number <= messages; number++) {
      bot.say(MAIJA, "" + number);
    }
  }

  /** Every page by its texts, following the links. */
  private List<List<String>> pages(String path) {
    var pages = new ArrayList<List<String>>();
    for (var next = path; !next.isEmpty(); ) {
      var page = bot.get(next);
      assertThat(page.status()).as(page.body()).isEqualTo(200);
      var texts = new ArrayList<String>();
      page.json().path("items").forEach(it -> texts.add(it.path("text").asText()));
      pages.add(texts);
      next = page.next();
    }
    return pages;
  }

  private String room() {
    return "/v1/messages?roomId=" + bot.say(MAIJA, "room").text("roomId");
  }

  private Client.Reply listing(Manner manner) {
    always(manner);
    bot.say(MAIJA, "Hello");
    var listing = bot.get(LISTING);
    assertThat(simulator.mannersApplied()).containsEntry(manner.label(), 1L);
    return listing;
  }

  @Test
  void aListingMayBeASuccessThatIsNone() {
    var page = listing(Manner.LISTING_HTML);
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).startsWith("text/html");
    assertThat(page.body()).contains("Sign in");

    assertThat(listing(Manner.LISTING_EMPTY_OBJECT).body()).isEqualTo("{}");
    var error = listing(Manner.LISTING_ERROR);
    assertThat(error.status()).isEqualTo(200);
    assertThat(error.json().path("errors")).hasSize(1);
    assertThat(error.json().has("items")).isFalse();
    var nothing = listing(Manner.LISTING_NO_CONTENT);
    assertThat(nothing.status()).isEqualTo(204);
    assertThat(nothing.body()).isEmpty();
  }

  /** Both lengths agree: nothing but the JSON tells that half of it is missing. */
  @Test
  void aListingMayBeCutInHalf() {
    var half = listing(Manner.LISTING_TRUNCATED);

    assertThat(half.status()).isEqualTo(200);
    assertThat(half.body()).startsWith("{\"items\":[{");
    assertThatThrownBy(() -> new ObjectMapper().readTree(half.body()))
        .isInstanceOf(JsonParseException.class);
  }

  @Test
  void aListingMayBeNotFoundByAProxy() {
    var html = listing(Manner.LISTING_404_HTML);
    assertThat(html.status()).isEqualTo(404);
    assertThat(html.body()).contains("404 Not Found");

    var other = listing(Manner.LISTING_404_OTHER);
    assertThat(other.status()).isEqualTo(404);
    assertThat(other.json().path("code").asInt()).isEqualTo(404);
    assertThat(other.json().has("message")).isFalse();
  }

  @Test
  void theSecondPageMayBeNotFound() {
    says(5);
    var path = room() + "&max=2";
    always(Manner.SECOND_PAGE_404);

    var first = bot.get(path);
    var second = bot.get(first.next());

    assertThat(first.json().path("items")).hasSize(2);
    assertThat(second.status()).isEqualTo(404);
    assertThat(second.message()).isEqualTo("Could not find a message with provided ID.");
    var id = first.json().path("items").path(1).path("id").asText();
    assertThat(bot.get(path + "&beforeMessage=" + id).status()).isEqualTo(200);
  }

  @Test
  void aListingMayBeginWithTheOldest() {
    says(5);
    always(Manner.OLDEST_FIRST);

    assertThat(pages(LISTING)).containsExactly(List.of("1", "2", "3", "4", "5"));
    assertThat(pages(room() + "&max=4"))
        .containsExactly(List.of("1", "2", "3", "4"), List.of("5", "room"));
  }

  @Test
  void pagesMayBeOfOne() {
    says(3);
    always(Manner.PAGES_OF_ONE);

    assertThat(pages(LISTING)).containsExactly(List.of("3"), List.of("2"), List.of("1"));
    assertThat(pages(room()))
        .containsExactly(List.of("room"), List.of("3"), List.of("2"), List.of("1"));
    assertThat(pages("/v1/rooms?type=group")).hasSize(25);
    assertThat(pages("/v1/people?displayName=Ma")).hasSizeGreaterThan(1);
  }

  /** "Lists may have empty pages with a Link: go on." */
  @Test
  void pagesMayBeEmptyAndHaveALink() {
    says(2);
    simulator.manners().set(MannerRule.of(Manner.EMPTY_PAGES).withNumber(2));

    assertThat(pages(LISTING)).containsExactly(List.of(), List.of(), List.of("2", "1"));
    assertThat(pages(room() + "&max=2"))
        .containsExactly(
            List.of(), List.of(), List.of("room", "2"), List.of(), List.of(), List.of("1"));
    assertThat(pages("/v1/memberships")).hasSize(3);
    assertThat(simulator.mannersApplied()).containsEntry("emptyPages", 8L);
  }

  @Test
  void severalMannersOfPagesHoldAtOnce() {
    says(2);
    simulator
        .manners()
        .set(
            MannerRule.of(Manner.PAGES_OF_ONE),
            MannerRule.of(Manner.EMPTY_PAGES),
            MannerRule.of(Manner.OLDEST_FIRST));

    assertThat(pages(LISTING)).containsExactly(List.of(), List.of("1"), List.of(), List.of("2"));
  }

  @Test
  void aListingMayBeFalselyEmpty() {
    says(60);
    var path = room();
    always(Manner.FALSELY_EMPTY);

    assertThat(pages(path)).containsExactly(List.of());
    assertThat(pages(LISTING)).containsExactly(List.of());
    assertThat(bot.get("/v1/messages/direct?personEmail=" + KENJI).status()).isEqualTo(404);
  }

  @Test
  void whatTheAskingBotWroteMayBeHiddenFromIt() {
    says(2);
    simulator.say(MAIJA, "Company News", "Hello bot");
    simulator.manners().set(MannerRule.of(Manner.OWN_HIDDEN), MannerRule.of(Manner.AUTHOR_BARE));
    var maija = Client.person(simulator, MAIJA, "spark:messages_read");

    assertThat(pages(LISTING)).containsExactly(List.of("Hello bot"));
    assertThat(
            maija
                .get("/v1/messages/direct?personEmail=company-news@webex.bot")
                .json()
                .path("items"))
        .hasSize(2);
  }

  /** A platform that is busy says so truly: a rest that nobody was told of cannot be kept. */
  @Test
  void whatALimitRefusedIsToldAsItIs() {
    says(1);
    always(Manner.LISTING_HTML);
    simulator
        .limits()
        .set(LimitRule.of(Resource.MESSAGES_ROOM, Limit.fixedWindow(1, Duration.ofSeconds(10))));

    assertThat(bot.get(LISTING).status()).isEqualTo(200);
    var refused = bot.get(LISTING);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("Retry-After")).isEqualTo("10");
  }
}
