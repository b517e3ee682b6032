package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.Axe;
import belfry.page.BrowserTest;
import belfry.simulator.messages.Ledger;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The review before sending, and the tests before it: what is shown is what will be sent. */
class ReviewIT extends BrowserTest {
  private static final ZoneId AUCKLAND = ZoneId.of("Pacific/Auckland");

  private Locator dialog() {
    return page.locator("dialog[open]");
  }

  private int delivered(String words) {
    return portal.simulator().ledger().totals(Ledger.Query.containing(words)).messages();
  }

  private String draft(String markdown, Map<String, String> entry) {
    var draft = api("jobs/edit", Map.of("markdown", markdown, "audience", List.of(entry)));
    return (String) Objects.requireNonNull(draft.get("id"), draft::toString);
  }

  private void plan(String id) {
    var at = LocalDate.now(AUCKLAND).plusDays(30) + "T08:00";
    api("jobs/schedule", Map.of("jobId", id, "at", at, "zone", "UTC"));
  }

  private Object detail(String id, String field) {
    return Objects.requireNonNull(
        page.evaluate(
            "async ([id, field]) => (await (await fetch('jobs/detail/' + id)).json())[field]",
            List.of(id, field)));
  }

  // Times ------------------------------------------------------------------------------------

  @Test
  void aTimeIsShownAsItWasTypedWithItsZoneAndWhatItIsForTheReader() {
    var day = LocalDate.now(AUCKLAND).plusDays(3);
    var time = day.atTime(LocalTime.of(8, 0)).atZone(AUCKLAND);
    var there =
        "%s, 08:00 Auckland (GMT+%d)"
            .formatted(dayWords(time.toLocalDate()), time.getOffset().getTotalSeconds() / 3600);
    var helsinki = time.withZoneSameInstant(ZoneId.of("Europe/Helsinki"));
    var here =
        "for you: %s, %s".formatted(dayWords(helsinki.toLocalDate()), helsinki.toLocalTime());

    open("", "New message");
    choose("Crisis", "Crisis team");
    text().fill("From far away");
    radio(Pattern.compile("Later")).check();
    page.getByLabel("Date").fill(day.toString());
    page.getByLabel("Time", new Page.GetByLabelOptions().setExact(true)).fill("08:00");
    page.getByLabel("Time zone").selectOption("Pacific/Auckland");
    assertThat(page.locator(".goes-out")).containsText(there);
    assertThat(page.locator(".goes-out")).containsText(here);
    assertThat(page.locator(".sum")).containsText(there + " · " + here);

    button("Review and schedule").click();
    assertThat(dialog()).containsText("goes out " + there);
    assertThat(dialog()).containsText(here);
    button("Keep editing").click();
    radio(Pattern.compile("Repeat")).check();
    page.getByLabel(Pattern.compile("\\bEvery\\b")).selectOption("Day");
    button("Review and schedule").click();
    assertThat(dialog()).containsText("goes out every day, next on " + there);
    assertThat(dialog()).containsText("the next " + here);
    button("Keep editing").click();
    radio(Pattern.compile("Later")).check();
    button("Review and schedule").click();
    button("Schedule for 8 people").click();
    assertThat(page.locator(".toast")).containsText("Scheduled for " + there + " · " + here);
  }

  @Test
  void ofOnesOwnZoneOnlyTheReviewSaysWhichOneIsMeant() {
    open("", "New message");
    choose("Crisis", "Crisis team");
    text().fill("From here");
    radio(Pattern.compile("Later")).check();
    button("Tomorrow 09:00").click();
    assertThat(page.locator(".sum")).containsText("09:00");
    assertThat(page.locator(".sum")).not().containsText("Helsinki");
    button("Review and schedule").click();
    assertThat(dialog()).containsText(Pattern.compile("09:00 Helsinki \\(GMT\\+[23]\\)"));
    assertThat(dialog()).not().containsText("for you");
  }

  /**
   * A date as the page writes it: with the year if it is not this year, otherwise with the weekday.
   */
  private static String dayWords(LocalDate day) {
    var words = day.getYear() == LocalDate.now(AUCKLAND).getYear() ? "EEE d MMM" : "d MMM yyyy";
    return DateTimeFormatter.ofPattern(words, Locale.UK).format(day);
  }

  // Dialogs ----------------------------------------------------------------------------------

  @Test
  void aDialogEndsWithItsView() {
    open("#/jobs", "Jobs");
    link("Compose").click();
    choose("Crisis", "Crisis team");
    text().fill("Not over another view");
    button("Review and send").click();
    assertThat(dialog()).isVisible();
    page.goBack();
    assertThat(heading("Jobs")).isVisible();
    assertThat(page.locator("dialog")).hasCount(0);

    link("Compose").click();
    assertThat(heading("New message")).isFocused();
    page.keyboard().press("?");
    assertThat(dialog()).containsText("Keyboard");
    page.goBack();
    assertThat(heading("Jobs")).isVisible();
    assertThat(page.locator("dialog")).hasCount(0);

    page.goForward();
    page.locator(".me").click();
    button("Where you are signed in").click();
    assertThat(dialog()).isVisible();
    page.goBack();
    assertThat(heading("Jobs")).isVisible();
    assertThat(page.locator("dialog")).hasCount(0);
    assertThat(delivered("Not over another view")).isZero();
  }

  @Test
  void aQuestionThatWasLeftIsAnsweredWithNo() {
    open("#/jobs", "Jobs");
    var id = draft("Asked about", group("Crisis team"));
    plan(id);
    page.navigate(address("#/jobs/" + id));
    button("Send now").click();
    assertThat(dialog()).containsText("8 people");
    page.goBack();

    assertThat(heading("Jobs")).isVisible();
    assertThat(page.locator("dialog")).hasCount(0);
    assertThat(detail(id, "state").toString()).isEqualTo("scheduled");
  }

  @Test
  void whoGoesBackWhileItIsBeingSentIsStillToldAndMayUndo() {
    open("#/jobs", "Jobs");
    link("Compose").click();
    choose("Crisis", "Crisis team");
    text().fill("Left in the middle");
    var held = new CopyOnWriteArrayList<Route>();
    page.route("**/jobs/runNow", held::add);
    holdNotices();
    button("Review and send").click();
    button("Send to 8 people").click();
    page.waitForCondition(() -> held.size() == 1);
    page.goBack();
    assertThat(heading("Jobs")).isVisible();
    assertThat(page.locator("dialog")).hasCount(0);
    resumeWithLongUndo(held.getFirst());

    assertThat(page.locator(".toast")).containsText("Sending starts in");
    assertThat(heading("Jobs")).isVisible();
    page.keyboard().press("u");
    assertThat(text()).hasValue("Left in the middle");
    assertThat(delivered("Left in the middle")).isZero();
  }

  /** The dialog closed when one went back, and whatever is changed then was not in it. */
  @Test
  void whatIsChosenOtherwiseWhileItIsBeingSavedIsNeitherSentNorScheduled() {
    open("#/jobs", "Jobs");
    link("Compose").click();
    choose("Crisis", "Crisis team");
    text().fill("Not to be sent at once");
    var held = new CopyOnWriteArrayList<Route>();
    page.route("**/jobs/edit", held::add);
    var begun = new CopyOnWriteArrayList<String>();
    page.onRequest(request -> {
      if (request.url().matches(".*/jobs/(runNow|schedule)")) {
        begun.add(request.url());
      }
    });
    button("Review and send").click();
    button("Send to 8 people").click();
    page.waitForCondition(() -> held.size() == 1);
    page.goBack();
    assertThat(heading("Jobs")).isVisible();
    page.goForward();
    assertThat(text()).hasValue("Not to be sent at once");
    radio(Pattern.compile("Later")).check();
    button(Pattern.compile("^Monday|^Friday")).click();
    held.getFirst().resume();

    assertThat(page.locator(".toast"))
        .containsText("The message was changed after this review was opened. Look at it again.");
    assertThat(begun).isEmpty();
    page.unroute("**/jobs/edit");
    button("Review and schedule").click();
    assertThat(button("Schedule for 8 people")).isVisible();
    button("Keep editing").click();
  }

  // Who cannot be reached --------------------------------------------------------------------

  @Test
  void whoCannotBeReachedIsNamedWithTheReason() {
    var left =
        """
        "unreachable":[{"kind":"person","id":"left","name":"Lee Left",
          "reason":"Webex no longer knows this person","said":{"code":"person.notKnown","args":{}}}]
        """;
    page.route(
        "**/jobs/preview",
        route -> change(route, body -> body.replace("\"unreachable\":[]", left)));
    open("", "New message");
    to().fill("Archive");
    var option =
        page.getByRole(AriaRole.OPTION, new Page.GetByRoleOptions().setName("Archive 2023"));
    assertThat(option).containsText("the space is read-only");
    assertThat(option).isDisabled();
    choose("Crisis", "Crisis team");
    text().fill("To somebody who left");
    button("Review and send").click();
    assertThat(dialog()).containsText("1 person who was chosen is no longer known to Webex");
    button("Show").click();
    assertThat(dialog()).containsText("Lee Left: Webex no longer knows this person");
    button("Keep editing").click();
    page.unroute("**/jobs/preview");

    var archive =
        page.evaluate(
            """
            async () => (await (await fetch("user/spaces/list")).json())
              .items.find(({ title }) => title === "Archive 2023").id
            """);
    var id = draft("Into the archive", Map.of("kind", "space", "id", archive.toString()));
    page.navigate(address("#/compose/" + id));
    assertThat(page.locator("#to-below"))
        .containsText("Archive 2023: the space is read-only. Remove this space.");
  }

  // What arrives -----------------------------------------------------------------------------

  @Test
  void mentionsAreShownAsTheyArriveAndItIsSaidWhomTheyCall() {
    open("", "New message");
    for (var space : spaces(2)) {
      choose(space.getOrDefault("name", ""), space.getOrDefault("name", ""));
    }
    text()
        .fill(
            "Hi <@all>, ask <@personEmail:lars.berg@northwind.example>,"
                + " <@personEmail:maija.salo@northwind.example|Maija> or"
                + " <@personEmail:no.one@nowhere.example>, not `<@all>`.");
    var shown = page.locator(".preview .message");
    assertThat(shown)
        .hasText("Hi @All, ask @Lars Berg, @Maija or @no.one@nowhere.example, not <@all>.");
    assertThat(shown.locator(".mention")).hasCount(4);
    assertThat(page.locator(".calls")).hasText("@all notifies everybody in 2 spaces");
    assertThat(Axe.violations(page)).isEmpty();
    button("Review and send").click();
    assertThat(dialog()).containsText("@all notifies everybody in 2 spaces");

    button("Keep editing").click();
    text().fill("Nobody is called");
    assertThat(page.locator(".calls")).isHidden();
  }

  @Test
  void anAtSignOffersPeopleAndNotesNameWhatWebexDoesNotRender() {
    open("", "New message");
    var space = spaces(1).getFirst().getOrDefault("name", "");
    choose(space, space);
    assertThat(page.locator(".sum b:not(.quiet)")).isVisible();
    var offered = page.locator(".mention-picker [role=option]");
    text().click();
    var keys = page.keyboard();
    keys.type("Write to me@here.example or ask @");
    assertThat(offered).hasText(Pattern.compile("@All\\s*notifies everybody in 1 space"));
    keys.type("lars ber");
    assertThat(offered.first()).containsText("lars.berg@northwind.example");
    assertThat(text()).hasAttribute("aria-activedescendant", "mention-options-0");
    assertThat(Axe.violations(page)).isEmpty();
    keys.press("Enter");
    var berg =
        "Write to me@here.example or ask <@personEmail:lars.berg@northwind.example|Lars Berg> ";
    assertThat(text()).hasValue(berg);
    assertThat(text()).isFocused();

    keys.type("@al");
    offered.first().click();
    assertThat(text()).hasValue(berg + "<@all> ");
    assertThat(page.locator(".preview .mention")).hasText(new String[] {"@Lars Berg", "@All"});
    keys.type("@mai");
    assertThat(offered.first()).containsText("Maija");
    keys.press("Escape");
    keys.type("j");
    assertThat(offered).hasCount(0);

    text()
        .fill(
            "~~old~~, <b>bold</b>, ![plan](https://example.com/plan.png), `<i>` and ~~new~~\n\n"
                + "- [x] done\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[open](javascript:0)");
    assertThat(page.locator(".unrendered li"))
        .hasText(
            new String[] {
              "Webex does not strike text through. This arrives as typed: ~~old~~ ~~new~~ Remove"
                  + " the marks",
              "Webex does not render HTML. This arrives as typed: <b> Write it for Webex",
              "Webex shows no pictures inside the text. Attach it as a file, or add it under the"
                  + " message: ![plan](https://example.com/pla… Make it a link",
              "Webex does not draw checkboxes. This arrives as typed: - [x] done Use ☐ and ☑",
              "Webex does not draw tables. This arrives as typed: | a | b | Show it in letters of"
                  + " one width",
              "Webex opens only web, e-mail and phone links. This arrives as typed:"
                  + " [open](javascript:0)"
            });
    assertThat(Axe.violations(page)).isEmpty();
    text().fill("> ".repeat(3_000) + "too deep");
    assertThat(page.locator(".preview .raw")).containsText("too deep");
    text().fill("**Plain**");
    assertThat(page.locator(".unrendered")).isHidden();
    assertThat(page.locator(".preview .message")).hasText("Plain");
  }

  @Test
  void anAttachedPictureIsShownAndDescribedInTheText() {
    open("", "New message");
    text().fill("Our *new* house");
    page.locator("#file")
        .setInputFiles(new FilePayload("Plan of the house.png", "image/png", page.screenshot()));

    var picture =
        page.locator(".preview")
            .getByRole(
                AriaRole.IMG,
                new Locator.GetByRoleOptions().setName("Picture Plan of the house.png"));
    assertThat(picture).isVisible();
    page.waitForCondition(() -> picture.evaluate("one => one.naturalWidth").equals(1280));
    var words = page.getByLabel("What is in the picture");
    words.fill("Three *floors*, {{name}}");
    var described = "Our *new* house\n\n🖼️ Three \\*floors\\*, \\{\\{name\\}\\}";
    assertThat(text()).hasValue(described);
    assertThat(page.locator(".preview .message")).containsText("🖼️ Three *floors*, {{name}}");
    assertThat(Axe.violations(page)).isEmpty();
    text().fill(described + "\n\nCome in!");
    assertThat(words).hasValue("Three *floors*, {{name}}");
    button("Remove Plan of the house.png").click();
    assertThat(text()).hasValue("Our *new* house\n\nCome in!");
    assertThat(words).isHidden();
  }

  @Test
  void onAPhoneOneMaySendFromThePreview() {
    use(signedIn().setViewportSize(390, 844));
    open("", "New message");
    choose("Crisis", "Crisis team");
    text().fill("Seen first");
    radio(Pattern.compile("^Preview$")).check();
    assertThat(text()).isHidden();
    button("Review and send").click();

    assertThat(dialog()).containsText("This will reach 8 people");
    assertThat(page.evaluate("() => document.scrollingElement.scrollWidth")).isEqualTo(390);
  }

  /** What has the focus is above the buttons, which are in the window. */
  private static final String OUT_OF_REACH =
      """
      () => {
        const dialog = document.querySelector("dialog[open]");
        const foot = dialog.querySelector(".buttons");
        const inside = ({ bottom, right }) => bottom <= innerHeight && right <= innerWidth;
        const wrong = [...dialog.querySelectorAll("button, a, input, [tabindex]")].filter((one) => {
          one.focus();
          const box = one.getBoundingClientRect();
          return foot.contains(one) ? !inside(box) : box.bottom > foot.getBoundingClientRect().top;
        });
        dialog.scrollTo(0, dialog.scrollHeight);
        const last = foot.previousElementSibling.getBoundingClientRect();
        const covered = last.bottom > foot.getBoundingClientRect().top ? ["the end"] : [];
        return [...wrong.map((one) => one.textContent.trim() || one.tagName), ...covered];
      }
      """;

  @Test
  void onAPhoneTheButtonsOfALongReviewStayInReach() {
    use(signedIn().setViewportSize(390, 700));
    open("", "New message");
    choose("All staff", "All staff");
    choose("Crisis", "Crisis team");
    text().fill("Dear {{firstName|colleague}}, here is {{email}}");
    button("Review and send").click();
    assertThat(dialog()).containsText("The longest message");
    for (var width : List.of(390, 360, 320)) {
      page.setViewportSize(width, 640);
      dialog().evaluate("one => one.scrollTo(0, 0)");
      assertThat((boolean) dialog().evaluate("one => one.scrollHeight > one.clientHeight"))
          .as("it is longer than the window")
          .isTrue();
      assertThat(button(Pattern.compile("^Send to"))).isInViewport(entirely());
      assertThat((List<?>) page.evaluate(OUT_OF_REACH)).as(width + " px").isEmpty();
      assertThat(Axe.violations(page)).isEmpty();
    }
  }

  private static LocatorAssertions.IsInViewportOptions entirely() {
    return new LocatorAssertions.IsInViewportOptions().setRatio(1);
  }

  // Tests ------------------------------------------------------------------------------------

  @Test
  void aTestOfAnEditedMessageChangesNothingOfWhatGoesOut() {
    open("", "New message");
    var id = draft("As it is planned", group("Crisis team"));
    plan(id);
    var revision = detail(id, "revision");
    open("#/compose/" + id, "Edit message");
    text().fill("As it may be");
    button("Send a test to me").click();
    assertThat(page.locator(".toast")).containsText("Sent to you");

    assertThat(delivered("As it may be")).isEqualTo(1);
    assertThat(detail(id, "markdown").toString()).isEqualTo("As it is planned");
    assertThat(detail(id, "revision")).isEqualTo(revision);
    button("Review and schedule").click();
    assertThat(dialog()).containsText("You have tested exactly this");
  }

  @Test
  void aTestOfANewMessageIsSeenByNobodyElse() {
    open("", "New message");
    text().fill("Only for my eyes");
    button("Send a test to me").click();
    assertThat(page.locator(".toast")).containsText("Sent to you");
    link("Jobs").click();
    assertThat(heading("Jobs")).isVisible();
    assertThat(page.getByText("Only for my eyes")).hasCount(0);

    page.goBack();
    button("More actions for this message").click();
    button("Save as a draft").click();
    assertThat(page.locator(".toast").last()).containsText("Saved");
    link("Jobs").click();
    assertThat(
            page.locator(".job").filter(new Locator.FilterOptions().setHasText("Only for my eyes")))
        .containsText("Tested");
  }

  @Test
  void aTestThatCannotGoOutSaysWhatItWaitsFor() {
    var token = portal.simulator().botToken(0);
    open("", "New message");
    portal.simulator().tokens().revoke(token);
    try {
      text().fill("Waits for the token");
      button("Send a test to me").click();
      assertThat(page.locator(".toast.bad"))
          .containsText("Your test is waiting: the bot's token cannot be used");
      var banner = page.locator(".main > .notice");
      assertThat(banner).containsText("sets a new token in the settings and restarts it");
      assertThat(banner).not().containsText("..");
    } finally {
      portal.simulator().tokens().restore(token);
    }
    page.waitForCondition(() -> delivered("Waits for the token") == 1);
  }

  // Names ------------------------------------------------------------------------------------

  @Test
  void groupsOfOneNameAreToldApart() {
    open("", "New message");
    api("user/groups/create", Map.of("name", "Crisis team"));
    to().fill("Crisis team");
    var options = page.getByRole(AriaRole.OPTION);
    assertThat(options).hasCount(2);
    assertThat(options.filter(new Locator.FilterOptions().setHasText("directory · 8 people")))
        .hasCount(1);
    options.filter(new Locator.FilterOptions().setHasText("kept in Belfry · 0 people")).click();
    assertThat(page.locator(".chip")).hasText("Crisis teamkept in Belfry0");
    var kept = page.locator(".chip .icon path").first().getAttribute("d");

    to().fill("Crisis team");
    options.filter(new Locator.FilterOptions().setHasText("directory · 8 people")).click();
    assertThat(page.locator(".chip").last()).hasText("Crisis teamdirectory8");
    assertThat(page.locator(".chip").last().locator("path").first()).not().hasAttribute("d", kept);
    assertThat(button("Remove Crisis team, directory")).hasCount(1);
    page.reload();
    assertThat(page.locator(".chip").last()).hasText("Crisis teamdirectory8");
  }

  @Test
  void peopleOfOneNameAreToldApart() {
    open("", "New message");
    var directory = portal.simulator().directory();
    var seen = new HashMap<String, String>();
    var twice = "";
    for (var number = 0; twice.isEmpty(); number++) {
      var name = directory.person(number).displayName();
      twice = seen.containsKey(name) ? name : "";
      seen.putIfAbsent(name, directory.personEmail(number));
    }
    var email = seen.getOrDefault(twice, "");

    to().fill(twice);
    var options = page.getByRole(AriaRole.OPTION);
    options.filter(new Locator.FilterOptions().setHasText(email)).click();
    assertThat(page.locator(".chip")).containsText(twice + email);
    text().fill("For one of them");
    button("More actions for this message").click();
    button("Save as a draft").click();
    assertThat(page.locator(".toast")).containsText("Saved");
    page.evaluate("() => localStorage.clear()");
    open("#/jobs", "Jobs");
    page.reload();
    page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("For one of them")).click();

    assertThat(heading("New message")).isVisible();
    assertThat(page.locator(".chip")).containsText(twice + email);
  }
}
