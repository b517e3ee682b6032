package belfry.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAdjusters;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One thing has one name, and one key does one thing, wherever it is met. */
class SameWordsIT extends BrowserTest {
  private static final Map<String, String> LARS =
      Map.of("kind", "person", "email", "lars.berg@northwind.example");

  private Locator dialog() {
    return page.locator("dialog[open]");
  }

  // Titles -----------------------------------------------------------------------------------

  @Test
  void thePlacesOfAPersonalTextAreNamedWhereverItsTitleIs() {
    open("#/jobs", "Jobs");
    var id = startedJob("Hello {{firstName|colleague}}, quokkas at {{email|home}}", List.of(LARS));
    var title = "Hello ‹First name›, quokkas at ‹E-mail address›";
    // Before it starts, the list may show it as a draft, which opens for editing.
    assertThat(link(title)).hasAttribute("href", "#/jobs/" + id);
    link(title).click();
    assertThat(heading(title)).isVisible();
    assertThat(page).hasURL(address("#/jobs/" + id));
    assertThat(page).hasTitle(title + " · Company News");
    assertThat(page.locator(".said .message")).hasText(title);

    page.locator(".recipients tbody a").first().click();
    assertThat(page.locator(".recipients tbody th a").first()).hasText(title);
    page.keyboard().press("Control+k");
    dialog().locator("input").fill("quokkas");
    assertThat(dialog().locator("a.found")).hasText(title);
    page.keyboard().press("Escape");

    page.evaluate("() => localStorage.setItem('belfry.language', 'de')");
    page.reload();
    open(
        "#/jobs/" + id,
        title.replace("First name", "Vorname").replace("E-mail address", "E-Mail-Adresse"));
  }

  // Keys -------------------------------------------------------------------------------------

  @Test
  void ctrlKSearchesInTheTextTooAndALinkHasAKeyOfItsOwn() {
    open("", "New message");
    text().fill("Read the plan");
    text().evaluate("one => one.setSelectionRange(5, 8)");
    page.keyboard().press("Control+k");
    assertThat(dialog().locator("input")).isFocused();
    page.keyboard().press("Escape");
    assertThat(dialog()).hasCount(0);
    assertThat(text()).hasValue("Read the plan");
    assertThat(text()).isFocused();

    page.keyboard().press("Control+Shift+K");
    assertThat(text()).hasValue("Read [the](https://) plan");
    assertThat(page.locator("dialog.finding")).hasCount(0);
  }

  @Test
  @SuppressWarnings("unchecked")
  void noKeyIsInTheListOfShortcutsTwice() {
    open("", "New message");
    button("Keyboard shortcuts").click();
    assertThat(dialog().getByRole(AriaRole.HEADING, new Locator.GetByRoleOptions().setLevel(3)))
        .hasText(new String[] {"Everywhere", "Outside of fields", "While writing"});
    var keys =
        (List<String>) dialog().locator("dt").evaluateAll("all => all.map(one => one.innerText)");
    assertThat(keys).hasSizeGreaterThan(15).doesNotHaveDuplicates();
  }

  @Test
  void aMessageThatNeverWentOutIsNew() {
    open("#/jobs", "Jobs");
    var id = startedJob("Numbats at noon", List.of(LARS));
    open("#/jobs/" + id, "Numbats at noon");
    assertThat(jobState()).hasText("Done");
    button("More actions for this job").click();
    button("Use as a new message").click();
    assertThat(text()).hasValue("Numbats at noon");
    assertThat(heading("New message")).isVisible();
  }

  // Times ------------------------------------------------------------------------------------

  @Test
  void aPlannedTimeIsSaidAsInItsFormEverywhere() {
    open("#/jobs", "Jobs");
    var auckland = ZoneId.of("Pacific/Auckland");
    var day = LocalDate.now(auckland).plusDays(3).with(TemporalAdjusters.next(DayOfWeek.MONDAY));
    var time = day.atTime(8, 0).atZone(auckland);
    var zone = "Auckland (GMT+%d)".formatted(time.getOffset().getTotalSeconds() / 3600);
    var once = planned("Kakapo count", day, "");
    var there = words(time) + ", 08:00 " + zone;
    var here = "for you: " + words(time.withZoneSameInstant(ZoneId.of("Europe/Helsinki"))) + ", ";
    var row = page.locator(".job").filter(new Locator.FilterOptions().setHasText("Kakapo count"));
    assertThat(row).containsText(there);
    assertThat(row).containsText(here);
    open("#/jobs/" + once, "Kakapo count");
    assertThat(page.locator(".not-sent")).containsText("Goes out " + there);
    assertThat(page.locator(".not-sent")).containsText(here);

    var often = planned("Kea count", day, "FREQ=WEEKLY;BYDAY=MO,WE,FR");
    open("#/jobs/" + often, "Kea count");
    var next = page.locator(".not-sent");
    assertThat(next).containsText("Every Monday, Wednesday and Friday at 08:00 " + zone);
    assertThat(next).containsText("Next " + there);
    assertThat(next).containsText("the next " + here);
    open("#/jobs", "Jobs");
    page.setViewportSize(1280, 700);
    var repeated = page.locator(".job").filter(new Locator.FilterOptions().setHasText("Kea count"));
    assertThat(repeated.locator(".how"))
        .containsText(Pattern.compile("Every Mon, Wed and Fri at 08:00\\s+Auckland"));
    var height = "one => one.getBoundingClientRect().height";
    var rule = repeated.locator("b").evaluate(height);
    assertThat(rule)
        .as("the rule is in one line")
        .isEqualTo(row.locator(".how b").evaluate(height));
  }

  private String planned(String words, LocalDate day, String rule) {
    var draft = api("jobs/edit", Map.of("markdown", words, "audience", List.of(LARS)));
    var id = (String) Objects.requireNonNull(draft.get("id"));
    var at = Map.of("jobId", id, "at", day + "T08:00", "zone", "Pacific/Auckland");
    var whole = new HashMap<String, Object>(at);
    if (!rule.isEmpty()) {
      whole.put("repeat", rule);
    }
    api("jobs/schedule", whole);
    return id;
  }

  /** A date as the page writes it. */
  private static String words(ZonedDateTime time) {
    var thisYear = time.getYear() == ZonedDateTime.now(time.getZone()).getYear();
    return DateTimeFormatter.ofPattern(thisYear ? "EEE d MMM" : "d MMM yyyy", Locale.UK)
        .format(time);
  }

  // Ways back and what followed --------------------------------------------------------------

  @Test
  void theWayBackFromAPersonSaysWhereItLeads() {
    open("#/jobs", "Jobs");
    var id = startedJob("Bilbies at the gate", List.of(LARS));
    open("#/jobs/" + id, "Bilbies at the gate");
    page.locator(".recipients tbody a").first().click();
    assertThat(heading("Lars Berg")).isVisible();
    assertThat(page.locator(".back")).hasText("Bilbies at the gate");
    var person = page.url();
    page.locator(".back").click();
    assertThat(heading("Bilbies at the gate")).isVisible();

    var other = newPage();
    other.navigate(person);
    assertThat(other.locator(".back")).hasText("Jobs");
    other.close();
  }

  @Test
  void whatWasAndWhatFollowedAreBothSaidAndWhoseItWas() {
    open("#/jobs", "Jobs");
    var maija = Map.of("kind", "person", "email", "maija.salo@northwind.example");
    var id = startedJob("Dibblers in the lobby", List.of(LARS, maija));
    open("#/jobs/" + id, "Dibblers in the lobby");
    assertThat(jobState()).hasText("Done");
    api("jobs/recall", Map.of("jobId", id, "audience", List.of(LARS)));

    assertThat(jobState()).hasText("Done, 1 recalled");
    var notice = page.locator(".notice").filter(new Locator.FilterOptions().setHasText("Recalled"));
    assertThat(notice).containsText("Recalled: 1 of 1. Only from Lars Berg.");
    assertThat(page.locator(".recipients tbody .pill"))
        .hasText(new String[] {"Delivered, recalled", "Delivered"});
  }

  // Small windows ----------------------------------------------------------------------------

  private static final String IS_CUT =
      """
      (one) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(one);
        const pen = document.createElement("canvas").getContext("2d");
        pen.font = font;
        const room = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        return pen.measureText(one.placeholder).width > room;
      }
      """;

  @ParameterizedTest
  @ValueSource(ints = {390, 820})
  void theLongWordsOfAnotherLanguageAreNotCut(int width) {
    use(signedIn().setViewportSize(width, 844));
    page.navigate(address("#/jobs"));
    page.evaluate("() => localStorage.setItem('belfry.language', 'de')");
    page.reload();
    open("#/jobs?as=calendar", "Was hinausgeht");
    var top = "one => Math.round(one.getBoundingClientRect().top / 20)";
    assertThat(page.locator(".head .main-one").evaluate(top))
        .isEqualTo(page.locator(".head .as").first().evaluate(top));

    open("#/groups", "Gruppen");
    page.locator(".group-list a").nth(2).click();
    var find = page.getByPlaceholder("Person suchen oder hinzufügen");
    assertThat(find).isVisible();
    assertThat((boolean) find.evaluate(IS_CUT)).as("where somebody is looked for").isFalse();

    open("#/compose", "Neue Nachricht");
    choose("lars.berg", "Lars Berg");
    choose("Crisis", "Crisis team");
    assertThat(page.getByPlaceholder("Weitere hinzufügen")).isVisible();
    assertThat((boolean) page.locator("#to").evaluate(IS_CUT)).as("the field To").isFalse();
  }
}
