package belfry.page.people;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.Axe;
import belfry.page.BrowserTest;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import belfry.testing.WinterDay;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who is in which group, who may send, and who is let in. */
class StaffIT extends BrowserTest {
  private @Nullable Client ana;

  private Locator row(String name) {
    return page.locator(".rows > li").filter(new Locator.FilterOptions().setHasText(name));
  }

  private Locator name() {
    return page.getByRole(
        AriaRole.TEXTBOX, new Page.GetByRoleOptions().setName("Name").setExact(true));
  }

  private Locator dialog() {
    return page.locator("dialog[open]");
  }

  private Locator person() {
    return page.getByRole(
        AriaRole.COMBOBOX, new Page.GetByRoleOptions().setName("Name or e-mail address"));
  }

  private static Locator.FilterOptions named(String words) {
    return new Locator.FilterOptions().setHasText(words);
  }

  private Locator find() {
    return page.getByPlaceholder("Find or add a person");
  }

  @Test
  void aGroupIsMadeFilledRenamedEmptiedAndDeleted() {
    open("#/groups", "Groups");
    button("New group").click();
    name().fill("Pilot users");
    page.keyboard().press("Enter");
    assertThat(page.locator(".one h2").first()).hasText("Pilot users");
    assertThat(page.locator(".one")).containsText("Nobody is in this group");

    find().fill("Maija");
    button("Add Maija Salo").click();
    assertThat(page.locator(".toast")).containsText("1 person added");
    assertThat(page.locator(".one-head")).containsText("1 person · kept in Belfry");
    find()
        .fill(
            "lars.berg@northwind.example, priya.patel@northwind.example; nobody@nowhere.example half@");
    assertThat(page.locator(".one")).containsText("this is not an address: half@");
    button("Add all").click();
    assertThat(page.locator(".toast").last())
        .containsText("2 people added · nobody@nowhere.example");
    assertThat(find()).hasValue("half@");
    find().fill("");
    assertThat(row("Lars Berg")).isVisible();
    find().fill("Maija");
    assertThat(row("Lars Berg")).hasCount(0);
    find().fill("");
    button("Remove Lars Berg from the group").click();
    assertThat(row("Lars Berg")).hasCount(0);
    page.locator(".toast").last().getByText("Undo").click();
    assertThat(row("Lars Berg")).isVisible();

    button("Actions for Pilot users").click();
    button("Rename").click();
    name().fill("Early users");
    page.keyboard().press("Enter");
    assertThat(page.locator(".group-list [aria-current]")).containsText("Early users");
    button("Actions for Early users").click();
    button("Delete").click();
    assertThat(page.locator("dialog[open]")).containsText("3 people are in it.");
    button(Pattern.compile("^Delete Early users with \\d+ (person|people)$")).click();
    assertThat(page.locator(".one")).containsText("Pick a group");
    assertThat(page.locator(".group-list").getByText("Early users")).hasCount(0);
  }

  @Test
  void aGroupOfTheDirectorySaysSoAndIsSearchedThere() {
    expectComplaint("status of 404");
    open("#/groups", "Groups");
    page.getByPlaceholder("Find a group").fill("engineering");
    assertThat(page.locator(".group-list a")).hasCount(1);
    page.locator(".group-list a").click();
    assertThat(page.locator(".one-head")).containsText("from the directory");
    assertThat(page.locator(".rows > li")).not().hasCount(0);
    button("Show more").click();
    assertThat(page.locator(".rows > li").nth(60)).isVisible();
    assertThat(button(Pattern.compile("^Actions for"))).hasCount(0);
    page.navigate(address("#/groups/nothing"));
    assertThat(page.locator(".one")).containsText("No such group");
  }

  @Test
  void peopleAreAddedPromotedAndRemovedWithAWayBack() {
    expectComplaint("status of 400");
    open("#/people", "People");
    assertThat(row("Ana Lopez")).containsText("Set in the configuration");
    var wide = page.viewportSize();
    page.setViewportSize(820, 900);
    assertThat(row("Ana Lopez").locator("b")).isVisible();
    page.setViewportSize(wide.width, wide.height);
    button("Actions for Ana Lopez").click();
    assertThat(row("Ana Lopez").locator(".item")).hasText("Where they are signed in");
    page.keyboard().press("Escape");

    person().fill("nobody@nowhere.example");
    button("Add").click();
    assertThat(page.locator("#add-fault")).containsText("Webex finds nobody");
    person().fill("Maija");
    page.getByRole(AriaRole.OPTION).filter(named("maija.salo@northwind.example")).click();
    assertThat(person()).hasValue("Maija Salo");
    button("Add").click();
    assertThat(row("Maija Salo")).containsText("not seen yet");
    button("Actions for Maija Salo").click();
    button("Make an administrator").click();
    assertThat(row("Maija Salo")).containsText("Administrator");
    button("Actions for Maija Salo").click();
    button("Remove").click();
    assertThat(row("Maija Salo")).hasCount(0);
    assertThat(heading("People")).isFocused();
    page.route("**/admin/users", StaffIT::answeredByANodeOfTheVersionBefore);
    page.locator(".toast").last().getByText("Undo").click();
    assertThat(row("Maija Salo")).containsText("Administrator");
    page.unrouteAll();
    button("Actions for Maija Salo").click();
    button("Remove").click();
    assertThat(row("Maija Salo")).hasCount(0);
  }

  /** It knows no right to make messages urgent. */
  private static void answeredByANodeOfTheVersionBefore(Route route) {
    var asked = route.request().postData();
    if (asked != null && asked.contains("urgent")) {
      route.fulfill(new Route.FulfillOptions().setStatus(400));
    } else {
      route.resume();
    }
  }

  @Test
  void signingInReturnsToThePlaceOneWasGoingTo() {
    use(new Browser.NewContextOptions());
    page.navigate(address("#/groups"));
    assertThat(heading("Groups")).isVisible();
    assertThat(page).hasURL(address("#/groups"));
    assertThat(page.locator(".me")).containsText("Ana Lopez");
  }

  @Test
  void aLostSessionKeepsWhatWasWritten() {
    expectComplaint("status of 401");
    use(new Browser.NewContextOptions());
    open("", "New message");
    text().fill("Still here");
    context.clearCookies();
    page.evaluate("() => sessionStorage.removeItem('belfry.sign-in')");
    page.waitForResponse("**/oauth?**", () -> to().fill("Crisis"));
    assertThat(text()).hasValue("Still here");
    choose("Crisis", "Crisis team");
    assertThat(page.locator(".sum b")).hasText("8 people");
  }

  @Test
  void oneSeesWhereOneIsSignedInAndEndsIt() {
    var opera = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36 OPR/115.0";
    use(new Browser.NewContextOptions().setUserAgent(opera));
    open("", "New message");
    use(signedIn());
    open("", "New message");

    page.locator(".me").click();
    button("Where you are signed in").click();
    var dialog = page.locator("dialog[open]");
    assertThat(dialog.locator("li", new Locator.LocatorOptions().setHasText("This one")))
        .hasCount(1);
    var other = dialog.locator("li", new Locator.LocatorOptions().setHasText("Opera on Windows"));
    assertThat(other).containsText("from 192.0.2.");
    other.getByText("End").click();
    assertThat(other).hasCount(0);
    button("Close").click();

    open("#/people", "People");
    button("Actions for Ana Lopez").click();
    button("Where they are signed in").click();
    assertThat(dialog).containsText("Where Ana Lopez is signed in");
    assertThat(dialog).containsText("This one");
  }

  @Test
  void aPageWhoseSessionEndsSaysSoAndDoesNotSignInByItself() {
    expectComplaint("status of 401");
    use(new Browser.NewContextOptions());
    open("#/jobs", "Jobs");
    page.evaluate(
        """
        async () => {
          const { items } = await (await fetch("sessions")).json();
          const own = items.find((one) => one.current);
          await fetch("sessions/" + own.id, { method: "DELETE" });
        }
        """);
    assertThat(heading("Sign in to continue")).isVisible();
    assertThat(page.locator(".gate")).containsText("You were signed out");
    button("Sign in with Webex").click();
    assertThat(heading("Jobs")).isVisible();
  }

  @Test
  void aSecondSignInWithinAMinuteAsksFirst() {
    // What the page asks by itself may come between the cookies' end and the reload.
    expectComplaint("status of 401");
    use(new Browser.NewContextOptions());
    open("#/jobs", "Jobs");
    context.clearCookies();
    page.reload();
    assertThat(heading("Sign in to continue")).isVisible();
    assertThat(page.locator(".gate")).containsText("Are cookies blocked for this site?");
    button("Sign in with Webex").click();
    assertThat(heading("Jobs")).isVisible();
  }

  @Test
  void whoMayNotSendIsToldWhomToAsk() {
    consentAs("priya.patel@northwind.example");
    use(new Browser.NewContextOptions());
    page.navigate(address("#/jobs"));
    assertThat(heading("You may not send as Company News")).isVisible();
    assertThat(page.locator(".gate"))
        .containsText("To send as Company News, ask Ana Lopez to add you");
    assertThat(page.getByRole(AriaRole.NAVIGATION)).hasCount(0);
    page.locator(".me").click();
    button("Sign out").click();
    assertThat(heading("Sign in to continue")).isVisible();
    consentAs(TestPortal.ADMIN);
    button("Sign in with Webex").click();
    assertThat(heading("Jobs")).isVisible();
  }

  @Test
  void theOtherAppHasItsOwnColourAndTheThemeStays() {
    open("", "New message");
    page.locator(".me").click();
    radio(Pattern.compile("Dark")).check();
    assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
    page.reload();
    assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
    assertThat(button("Company News: switch app")).hasCount(0);
    page.navigate(portal.address() + "/Hub/alerts/sendMessage.html");
    assertThat(heading("You may not send as IT Alerts")).isVisible();
    assertThat(page.locator("html")).hasAttribute("style", "--hue: 300;");
    link("Go to Company News").click();
    assertThat(heading("New message")).isVisible();
  }

  @Test
  void onlyAppsOneMayUseAreOfferedToSwitchTo() {
    var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
    var ana = kenji.post("admin/users", Map.of("email", TestPortal.ADMIN));
    open("", "New message");
    button("Company News: switch app").click();
    link("IT Alerts").click();
    assertThat(heading("New message")).isVisible();
    assertThat(page.locator("html")).hasAttribute("style", "--hue: 300;");
    kenji.delete("admin/users/" + ana.json().path("id").asText());
  }

  @Test
  void theDirectoryIsChangedOnlyWhenItIsMeant() {
    open("#/groups", "Groups");
    page.locator(".group-list a").filter(named("Crisis team")).click();
    assertThat(page.locator(".one-head")).containsText("8 people");
    var first = page.locator(".one .rows > li").first();
    assertThat(first).containsText("@northwind.example");
    var name = first.locator("b").textContent();

    button("Remove " + name + " from the group").click();
    var dialog = page.locator("dialog[open]");
    assertThat(dialog).containsText("Remove " + name + " from Crisis team in the directory?");
    button("Cancel").click();
    assertThat(page.locator(".one-head")).containsText("8 people");
    button("Remove " + name + " from the group").click();
    button(Pattern.compile("^Remove .+ in the directory$")).click();
    assertThat(page.locator(".one-head")).containsText("7 people");
    page.locator(".toast").last().getByText("Undo").click();
    assertThat(page.locator(".one-head")).containsText("8 people");

    find().fill("Maija");
    button("Add Maija Salo").click();
    assertThat(dialog).containsText("Add Maija Salo to Crisis team in the directory?");
    button("Cancel").click();
    assertThat(page.locator(".one-head")).containsText("8 people");
  }

  @Test
  void whoOnlySendsSeesTheDirectoryAndChangesGroupsKeptHere() {
    var ana = ana();
    var added = ana.post("admin/users", Map.of("email", "kenji.tanaka@northwind.example"));
    consentAs("kenji.tanaka@northwind.example");
    use(new Browser.NewContextOptions());
    open("#/groups", "Groups");
    page.locator(".group-list a").filter(named("Crisis team")).click();
    assertThat(page.locator(".one")).containsText("Administrators of Company News can change it");
    assertThat(page.locator(".one .rows > li")).hasCount(8);
    assertThat(button(Pattern.compile("from the group$"))).hasCount(0);
    page.getByPlaceholder("Find a member").fill("Maija");
    assertThat(page.locator(".one")).containsText("Nobody is called");
    assertThat(button("Add Maija Salo")).hasCount(0);

    button("New group").click();
    name().fill("Kenji's own");
    page.keyboard().press("Enter");
    find().fill("Maija");
    button("Add Maija Salo").click();
    assertThat(page.locator(".one-head")).containsText("1 person · kept in Belfry");

    // Not only when the page asks by itself, every 20 s, whose it is.
    page.addInitScript("window.setInterval = () => 0");
    page.navigate(address("#/jobs"));
    page.reload();
    assertThat(heading("Jobs")).isVisible();
    expectComplaint("status of 403");
    ana.delete("admin/users/" + added.json().path("id").asText());
    assertThat(heading("You may not send as Company News")).isVisible();
    assertThat(page.getByRole(AriaRole.NAVIGATION)).hasCount(0);
  }

  @Test
  void quietHoursAndTheNumberToTypeAreSetHereAndAskedForInTheReview() {
    open("#/people", "People");
    page.getByLabel("Have the number of recipients typed before sending to more than").fill("3");
    page.getByLabel("Quiet hours").check();
    page.getByLabel("From").fill("00:00");
    page.getByLabel("Until").fill("00:00");
    button("Save the rules").click();
    assertThat(page.locator(".sending-rules .fault")).containsText("leaves no hour of the week");
    expectComplaint("400 \\(Bad Request\\)");
    var today = LocalDate.now(ZoneId.of("Europe/Helsinki"));
    var tomorrow = today.plusDays(2).getDayOfWeek();
    page.getByLabel(tomorrow.getDisplayName(TextStyle.SHORT, Locale.UK), exact()).uncheck();
    button("Save the rules").click();
    assertThat(page.getByText("Rules saved.")).isVisible();
    assertThat(Axe.violations(page)).isEmpty();

    open("", "New message");
    choose("Crisis", "Crisis team");
    text().fill("It rains in");
    button("Review and send").click();
    var dialog = page.locator("dialog[open]");
    assertThat(dialog).containsText("“It rains in” goes out after quiet hours, ");
    assertThat(dialog).containsText("you can undo it for 8 seconds and stop it at any time after");
    dialog.getByLabel("It is urgent: send it before other messages, also in quiet hours").check();
    assertThat(dialog).containsText("“It rains in” goes out in 8 seconds");
    assertThat(dialog).not().containsText("after quiet hours");
    dialog.getByLabel("It is urgent: send it before other messages, also in quiet hours").uncheck();
    var send = dialog.locator("button.main-one");
    assertThat(send).isDisabled();
    var number = dialog.locator(".reach").innerText().replaceAll("\\D", "");
    dialog.getByLabel("To confirm").fill(number);
    assertThat(Axe.violations(page)).isEmpty();
    holdNotices();
    send.click();
    assertThat(page.locator(".toast").last()).containsText("It goes out after quiet hours, ");

    assertThat(page.locator(".notice")).containsText("Quiet hours: nothing new is sent.");
    button("Do not wait").click();
    dialog.getByLabel("Why it cannot wait").fill("The cellar is full");
    dialog.locator("button.main-one").click();
    assertThat(jobState()).hasText("Done");

    var audience = List.of(Map.of("kind", "person", "email", "lars.berg@northwind.example"));
    var later = api("jobs/edit", Map.of("markdown", "For later", "audience", audience));
    var id = (String) Objects.requireNonNull(later.get("id"), later::toString);
    api("jobs/schedule", Map.of("jobId", id, "at", WinterDay.at("09:00"), "zone", "UTC"));
    page.navigate(address("#/jobs/" + id));
    button("Send now").click();
    assertThat(dialog()).containsText("“For later” goes out after quiet hours (");
    assertThat(dialog())
        .containsText("You can undo it for 8 seconds and stop it at any time after that.");
    dialog().getByLabel("It is urgent: send it before other messages, also in quiet hours").check();
    assertThat(dialog()).containsText("“For later” goes out in 8 seconds instead of at its");
    assertThat(dialog()).containsText("You can undo until then.");
    assertThat(dialog().locator("button.main-one")).isDisabled();
    dialog().getByLabel("Why it cannot wait").fill("The cellar is full");
    assertThat(Axe.violations(page)).isEmpty();
    dialog().locator("button.main-one").click();
    assertThat(page.locator(".toast").last()).containsText("Sending starts in");
    assertThat(jobState()).hasText("Done");

    open("", "New message");
    choose("lars.berg", "Lars Berg");
    text().fill("In quiet hours");
    radio(Pattern.compile("Later")).check();
    page.getByLabel("Date").fill(today.plusDays(1).toString());
    page.getByLabel("Time", exact()).fill("06:30");
    button("Review and schedule").click();
    assertThat(dialog()).containsText("in quiet hours, so it goes out ");
    dialog().locator(".main-one").click();
    assertThat(page.locator(".toast").last())
        .containsText("Scheduled. It goes out after quiet hours, ");
    assertThat(page.locator(".toast").last()).not().containsText("06:30");
    page.locator(".toast").last().getByText("Undo").click();
    assertThat(heading("New message")).isVisible();
    quietHours(false);
  }

  /** Who signs in again and again is refused for a minute. */
  private Client ana() {
    if (ana == null) {
      ana = portal.signedIn("news", TestPortal.ADMIN);
    }
    return ana;
  }

  private void quietHours(boolean now) {
    var ana = ana();
    var clock = LocalTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);
    var days = Stream.of(DayOfWeek.values()).map(day -> day.name().toLowerCase(Locale.ROOT));
    var from = clock.minusHours(2).toString();
    var until = clock.plusHours(2).toString();
    var quiet = Map.of("days", days.toList(), "from", from, "until", until, "zone", "UTC");
    ana.saveRules(now ? Map.of("quiet", quiet) : Map.of());
  }

  /** Taken by a colleague after it was shown. */
  @Test
  void undoingARemovalGivesBackNoRightThatWasTaken() {
    var priya = "priya.patel@northwind.example";
    ana().post("admin/users", Map.of("email", priya));
    open("#/people", "People");
    assertThat(row("Priya Patel")).not().containsText("No urgent messages");
    ana().post("admin/users", Map.of("email", priya, "urgent", false));

    button("Actions for Priya Patel").click();
    button("Remove").click();
    page.locator(".toast").last().getByText("Undo").click();

    assertThat(row("Priya Patel")).containsText("No urgent messages");
    ana().delete("admin/users/" + priya);
  }

  @Test
  void whoMayNotMakeMessagesUrgentIsNotOfferedItUntilAnAdministratorAllowsIt() {
    open("#/people", "People");
    person().fill("priya.patel@northwind.example");
    page.getByRole(AriaRole.OPTION).filter(named("priya.patel@northwind.example")).click();
    page.getByLabel("May make messages urgent").uncheck();
    button("Add").click();
    assertThat(row("Priya Patel")).containsText("No urgent messages");
    assertThat(page.getByLabel("May make messages urgent")).isChecked();
    assertThat(row("Ana Lopez")).not().containsText("No urgent messages");
    assertThat(Axe.violations(page)).isEmpty();
    button("Actions for Priya Patel").click();
    button("Remove").click();
    assertThat(row("Priya Patel")).hasCount(0);
    page.locator(".toast").last().getByText("Undo").click();
    assertThat(row("Priya Patel")).containsText("No urgent messages");
    var admin = context.storageState();

    quietHours(true);
    try {
      consentAs("priya.patel@northwind.example");
      use(new Browser.NewContextOptions());
      open("", "New message");
      choose("lars.berg", "Lars Berg");
      text().fill("Cake in the kitchen");
      button("Review and send").click();
      assertThat(dialog()).containsText("goes out after quiet hours, ");
      assertThat(dialog().getByLabel("It is urgent")).hasCount(0);
      holdNotices();
      dialog().locator("button.main-one").click();
      assertThat(page.locator(".notice")).containsText("Quiet hours: nothing new is sent.");
      assertThat(button("Do not wait")).hasCount(0);
      var priya = context.storageState();
      var job = page.url();

      use(new Browser.NewContextOptions().setStorageState(admin));
      open("#/people", "People");
      button("Actions for Priya Patel").click();
      button("Allow urgent messages").click();
      assertThat(page.locator(".toast").last())
          .containsText("Priya Patel may make messages urgent.");
      assertThat(row("Priya Patel")).not().containsText("No urgent messages");
      button("Actions for Priya Patel").click();
      button("Take away urgent messages").click();
      assertThat(row("Priya Patel")).containsText("No urgent messages");
      page.locator(".toast").last().getByText("Undo").click();
      assertThat(page.locator(".toast").last())
          .containsText("What they had scheduled as urgent still takes its turn.");
      assertThat(row("Priya Patel")).not().containsText("No urgent messages");

      use(new Browser.NewContextOptions().setStorageState(priya));
      page.navigate(job);
      button("Do not wait").click();
      dialog().getByLabel("Why it cannot wait").fill("It melts");
      dialog().locator("button.main-one").click();
      assertThat(jobState()).hasText("Done");
    } finally {
      quietHours(false);
      ana().delete("admin/users/priya.patel@northwind.example");
    }
  }

  /** An administrator had made it so; whoever changes it is told before it is sent. */
  @Test
  void whatWasUrgentIsSaidToTakeItsTurnInTheWordsOfWhoMayNotMakeItUrgent() {
    var ana = ana();
    var priya = Map.of("email", "priya.patel@northwind.example", "urgent", false);
    var added = ana.post("admin/users", priya);
    quietHours(true);
    try {
      consentAs("priya.patel@northwind.example");
      use(new Browser.NewContextOptions());
      open("", "New message");
      var audience = List.of(Map.of("kind", "person", "email", "lars.berg@northwind.example"));
      var made = api("jobs/edit", Map.of("markdown", "Soup", "audience", audience));
      var id = (String) Objects.requireNonNull(made.get("id"), made::toString);
      var due = LocalDateTime.now(ZoneOffset.UTC).plusHours(1).truncatedTo(ChronoUnit.MINUTES);
      api("jobs/schedule", Map.of("jobId", id, "at", due.toString(), "zone", "UTC"));
      ana.post("jobs/urgent", Map.of("jobId", id, "reason", "It boils over"));

      open("#/compose/" + id, "Edit message");
      text().fill("Soup in the kitchen");
      button("Review and schedule").click();
      assertThat(dialog())
          .containsText("It was urgent. You may not make messages urgent, so it takes its turn");
      assertThat(dialog()).containsText("in quiet hours, so it goes out ");
      dialog().locator("button.main-one").click();
      assertThat(jobState()).hasText("Scheduled");
      assertThat(ana.get("jobs/detail/" + id).json().has("urgentReason")).isFalse();
      api("jobs/cancel", Map.of("jobId", id));
    } finally {
      quietHours(false);
      ana.delete("admin/users/" + added.json().path("id").asText());
    }
  }

  /** An administrator had made it so; whoever undoes a mistake has it go out all the same. */
  @Test
  void whatWasUrgentIsScheduledAgainByWhoMayNotMakeItUrgentAndSaidToBeUrgentNoMore() {
    var ana = ana();
    var priya = Map.of("email", "priya.patel@northwind.example", "urgent", false);
    var added = ana.post("admin/users", priya);
    try {
      consentAs("priya.patel@northwind.example");
      use(new Browser.NewContextOptions());
      open("", "New message");
      var audience = List.of(Map.of("kind", "person", "email", "lars.berg@northwind.example"));
      var made = api("jobs/edit", Map.of("markdown", "Stew", "audience", audience));
      var id = (String) Objects.requireNonNull(made.get("id"), made::toString);
      api("jobs/schedule", Map.of("jobId", id, "at", WinterDay.at("09:00"), "zone", "UTC"));
      ana.post("jobs/urgent", Map.of("jobId", id, "reason", "It boils over"));
      assertThat(ana.get("jobs/detail/" + id).json().has("urgentReason")).isTrue();

      open("#/jobs/" + id, "Stew");
      holdNotices();
      button("More actions for this job").click();
      button("Cancel for 1 person").click();
      assertThat(jobState()).hasText("Draft");
      button("Undo").click();
      assertThat(jobState()).hasText("Scheduled");
      assertThat(page.locator(".toast").last())
          .containsText("It is scheduled again, but not as urgent");
      assertThat(ana.get("jobs/detail/" + id).json().has("urgentReason")).isFalse();
      api("jobs/cancel", Map.of("jobId", id));
    } finally {
      ana.delete("admin/users/" + added.json().path("id").asText());
    }
  }

  @Test
  void aReviewSaysThatItIsUrgentNoMoreOnceTheRightIsTakenAndCanBeSent() {
    expectComplaint("status of 403");
    var ana = ana();
    var priya = Map.of("email", "priya.patel@northwind.example");
    var id = ana.post("admin/users", priya).json().path("id").asText();
    quietHours(true);
    try {
      consentAs("priya.patel@northwind.example");
      use(new Browser.NewContextOptions());
      // Only what is refused has the page ask what its reader may do.
      page.addInitScript("window.setInterval = () => 0");
      open("", "New message");
      choose("lars.berg", "Lars Berg");
      text().fill("Goulash in the kitchen");
      button("Review and send").click();
      dialog().getByLabel("It is urgent").check();
      dialog().getByLabel("Why it cannot wait").fill("It boils over");
      assertThat(dialog()).containsText("goes out in 8 seconds");
      ana.post("admin/users", Map.of("id", id, "urgent", false));

      var send = dialog().locator("button.main-one");
      send.click();
      assertThat(dialog().getByRole(AriaRole.ALERT)).containsText("You may not make messages");
      assertThat(dialog()).containsText("so it takes its turn");
      assertThat(dialog()).containsText("goes out after quiet hours, ");
      assertThat(dialog().getByLabel("It is urgent")).hasCount(0);
      send.click();
      assertThat(page.locator(".toast").last()).containsText("It goes out after quiet hours, ");
      assertThat(jobState()).isVisible();
      var job = page.url().substring(page.url().lastIndexOf('/') + 1);
      assertThat(ana.get("jobs/detail/" + job).json().has("urgentReason")).isFalse();
      api("jobs/cancel", Map.of("jobId", job));
    } finally {
      quietHours(false);
      ana.delete("admin/users/" + id);
    }
  }

  private static Page.GetByLabelOptions exact() {
    return new Page.GetByLabelOptions().setExact(true);
  }
}
