package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Choosing recipients in the fields To and Except. */
class AudienceIT extends BrowserTest {
  @Test
  void whoIsLeftOutIsChosenInAFieldOfItsOwnAndSaidEverywhere() {
    open("", "New message");
    choose("All staff", "All staff");
    assertThat(sum()).hasText(Pattern.compile("^[\\d,]+ people$"));
    var everybody = number();
    button("Leave somebody out").click();
    assertThat(page.locator("#except")).isFocused();
    page.keyboard().type("Crisis");
    page.getByRole(AriaRole.OPTION, new Page.GetByRoleOptions().setName("Crisis team"))
        .first()
        .click();
    paste(page.locator("#except"), "lars.berg@northwind.example, typo@northwind.example");
    assertThat(page.locator("#except-below")).containsText("people left out");
    assertThat(page.locator("#except-below"))
        .containsText(
            "typo@northwind.example is to be left out but was not found in your organization");
    assertThat(page.locator("#except-below")).containsText("2 addresses added");
    var people = number();
    assertThat(people).isLessThan(everybody);

    page.reload();
    assertThat(page.locator("#except")).isVisible();
    assertThat(sum()).containsText("people");
    assertThat(number()).isEqualTo(people);
    text().fill("Not for everybody");
    button("Review and send").click();
    assertThat(dialog()).containsText("people were chosen and are left out");
    assertThat(dialog()).containsText("typo@northwind.example");
    page.locator(".typed-number input").fill(String.valueOf(people));
    button(Pattern.compile("^Send to ")).click();
    assertThat(heading("Not for everybody")).isVisible();
    assertThat(page.locator(".whom")).containsText("All staff, except Crisis team, Pasted list");
    assertThat(page.locator(".pages")).containsText("of " + people + " recipients");
  }

  @Test
  void whoIsSaidInBracketsBesideAnAddressOfAPasteIsNamed() {
    open("", "New message");
    paste(
        to(),
        """
        Lars <lars.berg@northwind.example> [deputy: bo.berg at northwind.example]
        ana.lopez@northwind.example (for maija.salo(at)northwind.example)
        """);
    assertThat(page.locator("#to-below")).containsText("2 addresses added");
    assertThat(page.locator("#to-below"))
        .containsText(
            "these are not addresses: deputy: bo.berg at northwind.example, for"
                + " maija.salo(at)northwind.example");
  }

  @Test
  void wordsThatJoinTwoAddressesOfAPasteAreNobody() {
    open("", "New message");
    paste(
        to(),
        "lars.berg@northwind.example, ana.lopez@northwind.example und"
            + " priya.patel@northwind.example");
    assertThat(page.locator("#to-below")).containsText("3 addresses added");
    assertThat(page.locator("#to-below")).not().containsText("not an address");
  }

  @Test
  void theReviewWaitsForTheListsOnTheirWayAndOneThatFailsIsReadFirst() {
    open("", "New message");
    choose("lars.berg", "Lars Berg");
    text().fill("For all of them");
    var held = new ArrayList<Route>();
    page.route(Pattern.compile(".*/user/lists/add.*"), held::add);
    page.locator("audience-picker input[type=file]")
        .setInputFiles(
            new FilePayload[] {
              file("one.csv", "kenji.tanaka@northwind.example\n"),
              file("no list.csv", "nothing\n"),
              file("two.csv", "priya.patel@northwind.example\n")
            });
    page.waitForCondition(() -> !held.isEmpty());
    button("Review and send").click();
    assertThat(button("Review and send")).hasAttribute("aria-busy", "true");
    expectComplaint("status of 400");
    page.unroute(Pattern.compile(".*/user/lists/add.*"));
    held.forEach(Route::resume);
    assertThat(page.locator("#to-below")).containsText("no list.csv was not added.");
    assertThat(page.locator("#to-below [role=alert]"))
        .containsText("A list that was on its way was not added. Add it again.");
    assertThat(to()).isFocused();
    assertThat(dialog()).hasCount(0);

    choose("maria.garcia", "Maria Garcia");
    assertThat(page.locator("#to-below")).not().containsText("no list.csv");
    page.reload();
    button("Review and send").click();
    assertThat(to()).isFocused();
    assertThat(dialog()).hasCount(0);
    page.locator("#to-below [role=alert] button").click();
    button("Review and send").click();
    assertThat(page.locator("#confirm-title")).containsText("4 people");
  }

  /** Those who were to be left out would be in. */
  @Test
  void aListThatFailsWhenItsFieldIsLeftIsSaidThereAfterwards() {
    open("", "New message");
    choose("Crisis", "Crisis team");
    button("Leave somebody out").click();
    var held = broughtLate("#except");
    link("Jobs").first().click();
    assertThat(heading("Jobs")).isVisible();
    expectComplaint("ERR_FAILED");
    held.forEach(Route::abort);
    assertThat(page.locator(".toast")).containsText("late.csv was not added.");
    page.goBack();
    assertThat(page.locator("#except-below [role=alert]")).containsText("was not added");
    page.unroute(Pattern.compile(".*/user/lists/add.*"));
    var field = page.locator("audience-picker").last().locator("input[type=file]");
    field.setInputFiles(file("other.csv", "ana.lopez@northwind.example\n"));
    assertThat(page.locator("#except-below")).containsText("1 address added");
    assertThat(page.locator("#except-below [role=alert]")).containsText("was not added");
    field.setInputFiles(file("late.csv", "lars.berg@northwind.example\n"));
    assertThat(page.locator(".chip")).hasCount(3);
    assertThat(page.locator("#except-below [role=alert]")).hasCount(0);
  }

  /** Those who were to be left out would be in. */
  @Test
  void aListThatIsLostWithThePageIsAskedAboutAndThenSaidAtItsField() {
    open("", "New message");
    choose("Crisis", "Crisis team");
    button("Leave somebody out").click();
    var asked = new ArrayList<String>();
    page.onDialog(dialog -> {
      asked.add(dialog.type());
      dialog.accept();
    });
    broughtLate("#except");
    page.reload();
    assertThat(page.locator("#except-below [role=alert]"))
        .containsText("A list that was on its way was not added. Add it again.");
    assertThat(page.locator("#to-below [role=alert]")).hasCount(0);
    assertThat(asked).containsExactly("beforeunload");
    text().fill("To all but those");
    button("Review and send").click();
    assertThat(page.locator("#except")).isFocused();
    assertThat(page.locator("dialog[open]")).hasCount(0);
    text().fill("");

    broughtLate("#to");
    button("Ana Lopez: theme, sessions, sign out").click();
    button("Deutsch").click();
    assertThat(heading("Neue Nachricht")).isVisible();
    assertThat(page.locator("#to-below [role=alert]"))
        .containsText("Eine Liste, die noch unterwegs war, wurde nicht hinzugefügt.");
    assertThat(asked).hasSize(2);
    page.locator("#to-below [role=alert] button").click();
    assertThat(page.locator("#to")).isFocused();
    page.locator("#except-below [role=alert] button").click();
    assertThat(page.locator("#except")).isFocused();
    page.reload();
    assertThat(page.locator(".chip")).containsText("Crisis team");
    assertThat(page.locator(".below [role=alert]")).hasCount(0);
    assertThat(asked).hasSize(2);
  }

  @Test
  void ofTwoFilesWithOneNameTheOneThatFailedStaysNamed() {
    expectComplaint("status of 400");
    open("", "New message");
    page.locator("audience-picker input[type=file]")
        .setInputFiles(
            new FilePayload[] {
              file("team.csv", "nothing\n"), file("team.csv", "priya.patel@northwind.example\n")
            });
    assertThat(page.locator(".chip")).hasCount(1);
    assertThat(page.locator("#to-below [role=alert]")).containsText("was not added");
  }

  @Test
  void aListThatFailedIsNamedAlsoWhereItsDraftBecomesANewMessage() {
    expectComplaint("ERR_FAILED");
    open("#/jobs", "Jobs");
    var lars = Map.of("kind", "person", "email", "lars.berg@northwind.example");
    var job = api("jobs/edit", Map.of("markdown", "Sent elsewhere", "audience", List.of(lars)));
    open("#/compose/" + job.get("id"), "New message");
    text().fill("Changed here");
    broughtLate("#to").forEach(Route::abort);
    assertThat(page.locator("#to-below [role=alert]")).containsText("was not added");
    link("Jobs").first().click();
    assertThat(heading("Jobs")).isVisible();
    api("jobs/runNow", Map.of("jobId", job.get("id")));

    open("#/compose/" + job.get("id"), "New message");
    assertThat(text()).hasValue("Changed here");
    assertThat(page.locator("#to-below [role=alert]")).containsText("was not added");
  }

  /** A list with one person into this field, which the server does not answer yet. */
  private List<Route> broughtLate(String field) {
    var held = new ArrayList<Route>();
    page.route(Pattern.compile(".*/user/lists/add.*"), held::add);
    page.locator("audience-picker")
        .filter(new Locator.FilterOptions().setHas(page.locator(field)))
        .locator("input[type=file]")
        .setInputFiles(file("late.csv", "lars.berg@northwind.example\n"));
    page.waitForCondition(() -> held.size() == 1);
    return held;
  }

  private static FilePayload file(String name, String table) {
    return new FilePayload(name, "text/csv", table.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void whatIsNotCountedYetIsNeverNobody() {
    open("", "New message");
    to().fill("Every");
    var everyone =
        page.getByRole(AriaRole.OPTION, new Page.GetByRoleOptions().setName("Everyone")).first();
    // Whoever searches has everybody copied in the background.
    assertThat(everyone).containsText(Pattern.compile("not counted yet|1,000 people"));
    everyone.click();
    assertThat(sum()).hasText("1,000 people");
    assertThat(page.locator(".chip .size")).hasText("1,000");
    to().fill("Every");
    page.locator(".chip button").click();
    to().fill("Every");
    assertThat(everyone).containsText("1,000 people");
  }

  /** What the server says of it: {@code EveryoneTest}. */
  @Test
  void untilTheDirectoryIsReadItIsSaidAndAskedAgainByItself() {
    var asked = new AtomicInteger();
    page.route(
        "**/user/people/find?*",
        route -> {
          if (asked.getAndIncrement() > 0) {
            route.resume();
          } else {
            route.fulfill(
                new Route.FulfillOptions()
                    .setContentType("application/json")
                    .setBody(
                        """
                        {"items": [], "trouble": "the directory is still being read", "said": {"code": "directory.beingRead"}}
                        """));
          }
        });
    open("", "New message");
    to().fill("salo");
    var note = page.locator(".suggestions .note");
    assertThat(note).hasText("Not everything could be searched: the directory is still being read");
    assertThat(
            page.getByRole(
                AriaRole.OPTION, new Page.GetByRoleOptions().setName("Maija Salo maija")))
        .isVisible();
    assertThat(note).isEmpty();
  }

  /** What the server does meanwhile: {@code BeingReadTest}. */
  @Test
  void whileAGroupIsReadItIsSaidHowFarAndTheReviewWaitsForTheNumber() {
    var asked = new AtomicInteger();
    page.route(
        "**/jobs/preview",
        route -> {
          if (asked.getAndIncrement() > 1) {
            route.resume();
            return;
          }
          change(route, AudienceIT::whileRead);
        });
    open("", "New message");
    choose("All staff", "All staff");
    text().fill("How many there are is known in a moment");
    // At once, because it is over in a moment.
    page.waitForCondition(() ->
        Boolean.TRUE.equals(
            page.evaluate(
                """
                () => document.querySelector("#to-below").textContent
                    .includes("All staff is being read from the directory, 120 so far")
                  && document.querySelector(".sum").textContent.trim() === "Counting"
                """)));
    button("Review and send").click();
    assertThat(page.locator("#confirm-title")).containsText("people");
    assertThat(page.locator("#to-below")).not().containsText("being read");
  }

  @Test
  void aReviewShowsTheGroupsAsTheyAreReadForItAndWhoeverPressesWaitsForThat() {
    var readings = new AtomicInteger(1);
    page.route(
        "**/jobs/preview",
        route -> {
          if (route.request().postData().contains("\"anew\":true")
              && readings.getAndDecrement() > 0) {
            change(route, AudienceIT::whileRead);
          } else {
            route.resume();
          }
        });
    var refusals = new AtomicInteger(1);
    expectComplaint("status of 400");
    page.route(
        "**/jobs/runNow",
        route -> {
          if (refusals.getAndDecrement() > 0) {
            route.fulfill(
                new Route.FulfillOptions()
                    .setStatus(400)
                    .setContentType("application/problem+json")
                    .setBody(
                        """
                        {"detail": "It is being read", "errors": [{"field": "recipients",
                          "message": "It is being read", "code": "recipients.beingRead", "args": {}}]}
                        """));
          } else {
            route.resume();
          }
        });
    open("", "New message");
    choose("Crisis", "Crisis team");
    text().fill("To whom it is then");
    assertThat(sum()).hasText("8 people");
    button("Review and send").click();
    assertThat(page.locator("#to-below"))
        .containsText("Crisis team is being read from the directory");
    assertThat(page.locator("#confirm-title")).hasText("This will reach 8 people");

    button("Send to 8 people").click();
    assertThat(page.locator("h1")).hasText("To whom it is then");
    assertThat(readings.get()).isNegative();
    assertThat(refusals.get()).isNegative();
  }

  private static String whileRead(String answer) {
    var group = answer.contains("All staff") ? "All staff" : "Crisis team";
    return answer.replace(
        "\"reading\":[]",
        "\"reading\":[{\"name\":\"%s\",\"read\":120,\"counted\":false}]".formatted(group));
  }

  @Test
  void whatIsTypedWhileAPastedListIsOnItsWayStays() {
    open("", "New message");
    var held = new ArrayList<Route>();
    page.route(Pattern.compile("\\.js$"), held::add);
    paste(to(), "lars.berg@northwind.example, ana.lopez@northwind.example");
    page.waitForCondition(() -> !held.isEmpty());
    to().pressSequentially("Priya");
    page.unroute(Pattern.compile("\\.js$"));
    held.forEach(Route::resume);
    assertThat(page.locator("#to-below")).containsText("2 addresses added");
    assertThat(to()).hasValue("Priya");
    // Before the answer, the key would wait for it, and take nobody where several are found.
    assertThat(page.locator("[role=option][aria-selected=true]")).containsText("Priya Patel");
    to().press("Enter");
    assertThat(page.locator(".chip")).hasCount(2);
    assertThat(page.locator(".chip").last()).containsText("Priya Patel");
  }

  @Test
  void whatIsNoAddressInTwoPastesAtOnceIsNamedForBoth() {
    open("", "New message");
    var held = new ArrayList<Route>();
    page.route(Pattern.compile("\\.js$"), held::add);
    paste(to(), "lars.berg@northwind.example, first@");
    page.waitForCondition(() -> !held.isEmpty());
    paste(to(), "ana.lopez@northwind.example, second@");
    page.unroute(Pattern.compile("\\.js$"));
    held.forEach(Route::resume);
    assertThat(page.locator(".chip")).hasCount(2);
    assertThat(page.locator("#to-below")).containsText("these are not addresses:");
    assertThat(page.locator("#to-below")).containsText("first@");
    assertThat(page.locator("#to-below")).containsText("second@");
  }

  @Test
  void aKeyThatIsHeldToDeleteLettersDeletesNobody() {
    open("", "New message");
    choose("lars.berg", "Lars Berg");
    choose("priya.pat", "Priya Patel");
    choose("kenji.tan", "Kenji Tanaka");
    to().pressSequentially("Ma");
    hold("Backspace");
    assertThat(to()).hasValue("");
    assertThat(page.locator(".chip")).hasCount(3);
    page.keyboard().press("ArrowLeft");
    hold("Delete");
    assertThat(page.locator(".chip")).hasCount(2);
    assertThat(page.locator(".chip button").last()).isFocused();
    to().press("Backspace");
    assertThat(page.locator(".chip")).hasCount(1);
  }

  /** As long as it takes to repeat itself. */
  private void hold(String key) {
    for (var i = 0; i < 5; i++) {
      page.keyboard().down(key);
    }
    page.keyboard().up(key);
  }

  @Test
  void whoIsInAListAndChosenAnywayOrLeftOutIsSaid() {
    open("", "New message");
    choose("All staff", "All staff");
    paste(to(), "lars.berg@northwind.example, ana.lopez@northwind.example");
    assertThat(page.locator("#to-below")).containsText("2 addresses added");
    assertThat(page.locator("#to-below"))
        .containsText("2 are chosen more than once and get it once");
    button("Leave somebody out").click();
    paste(page.locator("#except"), "lars.berg@northwind.example, priya.patel@northwind.example");
    assertThat(page.locator("#except-below")).containsText("2 people left out");
    assertThat(page.locator("#except-below")).containsText("1 of them chosen by name or in a list");
    choose("priya.pat", "Priya Patel");
    text().fill("To some");
    button("Review and send").click();
    assertThat(dialog())
        .containsText("2 people were chosen and are left out · chosen by name or in a list");
    button("Keep editing").click();

    button("Check a person…").click();
    dialog().locator("input").fill("priya.patel@nor");
    dialog().locator(".main-one").click();
    assertThat(dialog()).containsText("Priya Patel does not get it: left out.");
    dialog().locator("input").fill("maria.garcia");
    dialog().locator(".main-one").click();
    assertThat(dialog()).containsText("Choose one of these.");
    dialog().locator("input").fill("nobody.at.all");
    dialog().locator(".main-one").click();
    assertThat(dialog()).containsText("Type the whole e-mail address");
  }

  @Test
  void aTableIsShownBeforeItIsTakenAndItsColumnsAreWords() {
    open("", "New message");
    bring(
        "Managers.csv",
        """
        Name;E-Mail;Deputy;Desk
        Lars;lars.berg@northwind.example;maija.salo@northwind.example;4
        Ana;ana.lopez@northwind.example;;5
        Kenji;kenji.tanaka;;6
        Lars;Lars.Berg@northwind.example;;7
        """);
    assertThat(dialog().locator("h2")).hasText("Managers");
    assertThat(dialog()).containsText("A list of 2 people");
    assertThat(dialog()).containsText("Its other columns are Name, Deputy, Desk");
    assertThat(dialog().locator("tbody tr")).hasCount(2);
    assertThat(dialog()).containsText("2 lines cannot be added");
    assertThat(dialog()).containsText("Line 4: 'kenji.tanaka' is not an e-mail address.");
    assertThat(dialog())
        .containsText(
            "Line 5: lars.berg@northwind.example is already in line 2, and that line is used.");
    dialog().locator("select").selectOption("Deputy");
    assertThat(dialog()).containsText("A list of 1 person");
    dialog().locator("select").selectOption("E-Mail");
    button("Use these 2 addresses").click();

    assertThat(page.locator(".chip")).containsText("Managers2");
    assertThat(page.locator("#to-below")).containsText("2 addresses added");
    assertThat(sum()).hasText("2 people");
    text().fill("You sit at ");
    text().press("End");
    button("Insert a name or address").click();
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Desk")).click();
    assertThat(text()).hasValue("You sit at {{Desk}}");
    assertThat(page.locator(".preview")).containsText("You sit at");
    page.reload();
    assertThat(page.locator(".chip")).containsText("Managers2");
    button("Review and send").click();
    assertThat(dialog().locator("h2")).containsText("2 people");
    button("Send to 2 people").click();
    assertThat(page.locator(".whom")).containsText("Managers");
  }

  @Test
  void anAudienceIsSavedUsedAndOpened() {
    open("", "New message");
    choose("All staff", "All staff");
    assertThat(sum()).hasText("1,000 people");
    button("Leave somebody out").click();
    page.locator("#except").fill("Crisis");
    page.locator("#except-suggestions [role=option]").first().click();
    assertThat(sum()).hasText(Pattern.compile("^9\\d\\d people$"));
    var sum = sum().textContent();
    button("Saved audiences…").dblclick();
    assertThat(dialog()).containsText("No audience is saved yet");
    dialog().locator("input").fill("All but the team");
    dialog().locator(".main-one").click();
    assertThat(page.locator(".chip")).hasCount(1);
    assertThat(page.locator(".chip")).hasText(Pattern.compile("All but the team"));
    assertThat(sum()).hasText(sum);

    page.locator(".chip button").click();
    choose("All but", "All but the team");
    assertThat(sum()).hasText(sum);
    button("Check a person…").dblclick();
    dialog().locator("input").fill("ana.lopez@northwind.example");
    dialog().locator(".main-one").click();
    assertThat(dialog()).containsText("Ana Lopez");
    assertThat(dialog())
        .containsText("the group All staff · in the saved audience All but the team");
    button("Close").click();
    button("Saved audiences…").click();
    assertThat(dialog()).containsText("All staff, except Crisis team");
    button("Open All but the team for changes").click();
    assertThat(page.locator(".chip")).hasCount(2);
    button("Saved audiences…").click();
    button("Delete All but the team").click();
    page.locator("dialog").last().locator(".main-one").click();
    assertThat(dialog()).containsText("No audience is saved yet");
    assertThat(dialog().locator("h2")).isFocused();
  }

  /** Every later message to it would go to those who were to be left out. */
  @Test
  void anAudienceIsSavedWithTheListsOnTheirWayAndNotWithoutOneThatFails() {
    open("", "New message");
    choose("Crisis", "Crisis team");
    button("Leave somebody out").click();
    var held = broughtLate("#except");
    button("Saved audiences…").click();
    dialog().locator("input").fill("All but Lars");
    dialog().locator(".main-one").click();
    assertThat(dialog().locator(".main-one")).hasAttribute("aria-busy", "true");
    expectComplaint("ERR_FAILED");
    held.forEach(Route::abort);
    assertThat(dialog().locator("[role=alert]"))
        .containsText("A list that was on its way was not added. Add it again.");
    button("Cancel").click();
    page.locator("#except-below [role=alert] button").click();

    page.unroute(Pattern.compile(".*/user/lists/add.*"));
    held = broughtLate("#except");
    button("Saved audiences…").click();
    assertThat(dialog()).containsText("No audience is saved yet");
    dialog().locator("input").fill("All but Lars");
    dialog().locator(".main-one").click();
    held.forEach(Route::resume);
    assertThat(page.locator(".chip")).hasCount(1);
    button("Saved audiences…").click();
    assertThat(dialog()).containsText("Crisis team, except late");
    button("Open All but Lars for changes").click();
    assertThat(page.locator(".chip")).hasCount(2);
    button("Saved audiences…").click();
    button("Delete All but Lars").click();
    page.locator("dialog").last().locator(".main-one").click();
    assertThat(dialog()).containsText("No audience is saved yet");
  }

  @Test
  void aFileThatIsNoListIsRefusedWithTheReason() {
    open("", "New message");
    expectComplaint("status of 400");
    bring("Names.csv", "Name,Desk\nLars,4\n");
    assertThat(page.locator("#to-below"))
        .containsText(
            "Names.csv was not added. No column has e-mail addresses. Choose a table with one"
                + " address in each line.");
    assertThat(page.locator(".chip")).hasCount(0);
  }

  @Test
  void theReviewSaysHowManyOfThemGetItWhereAValueIsMissing() {
    open("", "New message");
    bring(
        "desks.csv",
        "Email,Desk\nlars.berg@northwind.example,A1\npriya.patel@northwind.example,\n");
    button("Use these 2 addresses").click();
    text().fill("You sit at {{Desk}}");
    assertThat(sum()).hasText("1 person");

    button("Review and send").click();

    assertThat(dialog()).containsText("This will reach 1 person");
    button("Keep editing").click();
  }

  private void bring(String name, String table) {
    page.locator("audience-picker input[type=file]")
        .setInputFiles(new FilePayload(name, "text/csv", table.getBytes(StandardCharsets.UTF_8)));
  }

  private Locator sum() {
    return page.locator(".sum b:not(.quiet)");
  }

  private Locator dialog() {
    return page.locator("dialog[open]");
  }

  private int number() {
    return Integer.parseInt(sum().textContent().replaceAll("\\D", ""));
  }
}
