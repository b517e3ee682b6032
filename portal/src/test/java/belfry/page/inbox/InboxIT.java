package belfry.page.inbox;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.Axe;
import belfry.page.BrowserTest;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.manners.Manner;
import belfry.simulator.manners.MannerRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What people answer, as whoever sent the announcement sees it. */
public class InboxIT extends BrowserTest {
  /** Signed in once: whoever signs in too often must wait. */
  private final Client ana = portal.signedIn("news", TestPortal.ADMIN);

  private static final String LARS = "lars.berg@northwind.example";

  /** Longer than the quiet time of a doubt, in milliseconds. */
  @Override
  public TestPortal started() {
    return TestPortal.start(
        SimulatorSettings.defaults().withPeople(1_000),
        settings -> TestPortal.readingAnswers(settings, true));
  }

  /** The simulated messenger of this person, in a tab of its own. */
  private Page messengerOf(String email) {
    var messenger = newPage();
    messenger.navigate(portal.simulator().address() + "/inbox?person=" + email);
    return messenger;
  }

  private static void write(Page messenger, String words) {
    messenger
        .getByRole(AriaRole.TEXTBOX, new Page.GetByRoleOptions().setName("Message"))
        .fill(words);
    messenger
        .getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Send").setExact(true))
        .click();
  }

  private Locator answer(String words) {
    return page.locator(".answer").filter(new Locator.FilterOptions().setHasText(words));
  }

  private void reply(String words) {
    // By its name: an answer whose reply is in doubt has other buttons before this one.
    answer(words)
        .getByRole(
            AriaRole.BUTTON,
            new Locator.GetByRoleOptions().setName("Answer Lars Berg").setExact(true))
        .click();
  }

  /** The portal has heard of it, too. */
  private void said(String person, String words) {
    portal.simulator().say(person, "Company News", words);
    page.waitForCondition(() ->
        ana.get("answers/list?limit=100").body().contains(words.lines().findFirst().orElseThrow()));
  }

  private void announced(String markdown) {
    var id =
        startedJob(
            markdown,
            List.of(
                Map.of("kind", "person", "email", LARS),
                Map.of("kind", "person", "email", "maija.salo@northwind.example")));
    page.navigate(address("#/jobs/" + id));
    assertThat(jobState()).hasText("Done");
  }

  @Test
  void somebodyWritesBackAndIsAnswered() {
    open("#/jobs", "Jobs");
    announced("The canteen opens at eight");
    open("#/answers/all", "Answers");

    var messenger = messengerOf(LARS);
    write(messenger, "Is there coffee?");

    assertThat(answer("Is there coffee?")).containsText("Lars Berg");
    assertThat(answer("Is there coffee?")).containsText("The canteen opens at eight");
    assertThat(answer("Is there coffee?")).containsText("New");
    reply("Is there coffee?");
    var dialog = page.locator("dialog[open]");
    assertThat(dialog).containsText("Is there coffee?");
    dialog.locator("textarea").fill("Yes, **lots**");
    button("Send answer").click();

    assertThat(dialog).hasCount(0);
    assertThat(answer("Is there coffee?")).containsText("Done by Ana Lopez");
    assertThat(answer("Is there coffee?").locator(".reply strong")).hasText("lots");
    assertThat(answer("Is there coffee?").locator(".reply .pill")).hasCount(0);
    messenger.reload();
    assertThat(messenger.locator(".talk")).containsText("Yes, lots");
    assertThat(portal.simulator().ledger().entries(Ledger.Query.containing("Yes, **lots**")))
        .hasSize(1);
  }

  @Test
  void aButtonThatIsBeingPressedStaysThatOfItsAnswer() {
    open("#/jobs", "Jobs");
    announced("The parking is closed");
    said(LARS, "Where to park?");
    open("#/answers/all", "Answers");
    answer("Where to park?").getByText("Answer", exactly()).hover();
    page.mouse().down();
    said("maija.salo@northwind.example", "I come by bus");
    assertThat(answer("I come by bus")).isVisible();
    page.mouse().up();

    // With a dialog open, this could not be pressed.
    reply("Where to park?");
    assertThat(page.locator("dialog[open]")).containsText("Where to park?");
  }

  @Test
  void noAnswerSlidesBeneathAHandThatIsAboutToPress() {
    open("#/jobs", "Jobs");
    announced("The bicycles are moved");
    said(LARS, "Where is my bicycle?");
    open("#/answers/all", "Answers");
    assertThat(answer("Where is my bicycle?")).isVisible();
    var beside = newPage();
    beside.navigate(address("#/answers/all"));
    assertThat(beside.locator(".answer").first()).isVisible();
    answer("Where is my bicycle?").getByText("Done", exactly()).hover();
    page.evaluate(
        "() => { window.hand = setInterval(() => dispatchEvent(new Event('pointermove')), 100); }");
    said("maija.salo@northwind.example", "I walk");
    assertThat(beside.locator(".answer").first()).containsText("I walk");
    page.evaluate("async () => (await fetch('answers/list?kind=written')).text()");
    assertThat(answer("I walk").count()).isZero();

    page.evaluate("() => clearInterval(window.hand)");
    assertThat(answer("I walk")).isVisible();
  }

  private static Locator.GetByTextOptions exactly() {
    return new Locator.GetByTextOptions().setExact(true);
  }

  @Test
  void whoAnswersWhereSomebodyElseHasIsToldFirst() {
    expectComplaint("status of 409");
    open("#/jobs", "Jobs");
    announced("The pool opens again");
    said(LARS, "How warm is it?");
    open("#/answers/all", "Answers");
    reply("How warm is it?");
    var dialog = page.locator("dialog[open]");
    dialog.locator("textarea").fill("Quite warm");
    var items = ana.get("answers/list?limit=100").json().path("items").valueStream();
    var id = items.filter(one -> one.path("text").asText().contains("How warm")).findFirst();
    var colleagues = Map.of("answerId", id.orElseThrow().path("id").asText(), "markdown", "26 °C");
    ana.post("answers/reply", colleagues);

    button("Send answer").click();
    assertThat(dialog.getByRole(AriaRole.ALERT))
        .hasText(
            "Ana Lopez has answered this in the meantime: “26 °C” Send yours only if it is still needed.");
    assertThat(answer("How warm is it?").locator(".reply")).hasCount(1);
    button("Send answer").click();
    assertThat(dialog).hasCount(0);
    assertThat(answer("How warm is it?").locator(".reply")).hasCount(2);
  }

  /** A request's answer that comes late is older than what the stream has brought. */
  @Test
  void whatIsShownOfAReplyNeverGoesBack() {
    open("#/jobs", "Jobs");
    announced("The lift is being mended");
    said(LARS, "Until when?");
    open("#/answers/all", "Answers");
    Queue<Runnable> late = new ArrayDeque<>();
    page.route(
        "**/answers/reply",
        route -> {
          var response = route.fetch();
          late.add(() -> route.fulfill(new Route.FulfillOptions().setResponse(response)));
        });

    reply("Until when?");
    page.locator("dialog[open] textarea").fill("Until noon");
    button("Send answer").click();
    assertThat(answer("Until when?").locator(".reply")).hasCount(1);
    assertThat(answer("Until when?").locator(".reply .pill")).hasCount(0);
    late.remove().run();

    assertThat(page.locator("dialog[open]")).hasCount(0);
    assertThat(answer("Until when?")).containsText("Done by Ana Lopez");
    assertThat(answer("Until when?").locator(".reply .pill")).hasCount(0);
  }

  @Test
  void answersAreMarkedDoneAndFoundByAnnouncementAndPerson() {
    open("#/jobs", "Jobs");
    announced("Bring your badge");
    said(LARS, "Which badge?");
    said("maija.salo@northwind.example", "I have none");
    open("#/answers", "Answers");

    page.locator(".group-list a").filter(named("Bring your badge")).click();
    assertThat(answer("Which badge?")).isVisible();
    assertThat(page.locator(".group-list [aria-current]")).containsText("2 unread");
    button("Mark Lars Berg’s answer as done").click();
    assertThat(answer("Which badge?")).containsText("Done by Ana Lopez");
    assertThat(page.locator(".group-list [aria-current]")).containsText("1 unread");
    var unread = page.evaluate("async () => (await (await fetch('info')).json()).unreadAnswers");
    assertThat(page.locator(".nav a[aria-current]")).containsText(": " + unread + " unread");
    radio(Pattern.compile("^Unread")).check();
    assertThat(answer("Which badge?")).hasCount(0);
    answer("I have none").getByText("Maija Salo").click();
    assertThat(link("Only Maija Salo")).isVisible();
  }

  @Test
  void olderOnesStayWhenANewOneComesAndAreLiveAsTheFirst() {
    open("#/jobs", "Jobs");
    announced("Who comes on Friday?");
    var job = page.url().replaceFirst(".*/", "");
    var list = "answers/list?limit=100&jobId=" + job;
    for (var number = 1; number <= 52; number++) {
      portal.simulator().say(LARS, "Company News", "I bring " + number);
    }
    page.waitForCondition(() -> ana.get(list).json().path("items").size() == 52);
    open("#/answers/" + job, "Answers");
    var rows = page.locator(".answer");
    assertThat(rows).hasCount(50);
    button("Show more").click();
    assertThat(rows).hasCount(52);
    assertThat(button("Show more")).hasCount(0);

    expectComplaint("status of 503");
    page.route(
        "**/answers/announcements*",
        route -> route.fulfill(new Route.FulfillOptions().setStatus(503).setBody("{}")));
    said(LARS, "And one more");
    assertThat(rows.first()).containsText("And one more");
    assertThat(rows).hasCount(53);
    assertThat(page.locator(".list .notice")).isVisible();
    assertThat(page.locator(".one .notice")).hasCount(0);
    page.unroute("**/answers/announcements*");
    button("Try again").click();
    assertThat(page.locator(".list .notice")).hasCount(0);
    var all = ana.get(list).json().path("items");
    var oldest = all.get(52).path("id").asText();
    ana.post("answers/done", Map.of("answerId", oldest, "done", true));
    assertThat(rows.last()).containsText("Done by Ana Lopez");
    assertThat(rows).hasCount(53);
    // Unread ones come first, also before what other tests look for.
    for (var one : all) {
      ana.post("answers/done", Map.of("answerId", one.path("id").asText(), "done", true));
    }
  }

  @Test
  void itIsForEverybody() {
    use(signedIn().setViewportSize(1280, 720));
    open("#/jobs", "Jobs");
    announced("For everybody: the lift is out of order until the end of next week");
    said(LARS, "Thank you.\nMay the goods lift be used?");
    said(LARS, "averyveryverylongword".repeat(12));
    open("#/answers/all", "Answers");
    assertThat(answer("goods lift")).isVisible();
    assertThat(answer("averyvery")).isVisible();
    seen("answers");
    reply("goods lift");
    assertThat(page.locator("dialog[open]")).isVisible();
    seen("reply");
  }

  /** To everybody, in light and dark, on a screen and on a small phone. */
  private void seen(String name) {
    var part = name.equals("reply") ? "dialog" : "";
    assertThat(
            Axe.ofTags(
                page, part, List.of("wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice")))
        .as(name)
        .isEmpty();
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    assertThat(Axe.ofRules(page, part, List.of("color-contrast"))).as(name + ", dark").isEmpty();
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
    page.setViewportSize(320, 640);
    assertThat(page.evaluate("() => document.scrollingElement.scrollWidth")).isEqualTo(320);
    page.setViewportSize(1280, 720);
  }

  private static Locator.FilterOptions named(String words) {
    return new Locator.FilterOptions().setHasText(words);
  }

  private void replied(String words) {
    reply("Is it certain?");
    page.locator("dialog[open] textarea").fill(words);
    button("Send answer").click();
    assertThat(answer("Is it certain?")).containsText(words);
  }

  @Test
  void aReplyThatMayHaveArrivedIsDecidedWhereItIsShown() {
    open("#/jobs", "Jobs");
    announced("The rehearsal is at noon");
    said(LARS, "Is it certain?");
    open("#/answers/all", "Answers");
    assertThat(answer("Is it certain?")).isVisible();
    portal.simulator().manners().set(MannerRule.of(Manner.CIPHERTEXT));
    portal.simulator().faults().set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.after(500)));
    replied("It is certain");
    replied("As ever");
    var inDoubt = answer("Is it certain?").locator(".reply .pill");
    assertThat(inDoubt).hasCount(2);
    assertThat(inDoubt.last()).hasText("Not sure whether it arrived");
    assertThat(inDoubt.first()).hasText("Not sure whether it arrived");
    assertThat(answer("Is it certain?").locator("> .pill")).hasText("Open again");
    radio(Pattern.compile("^Unread")).check();
    assertThat(answer("Is it certain?")).isVisible();
    portal.simulator().manners().set();
    portal.simulator().faults().set(List.of());

    button("It arrived: Lars Berg").first().click();
    button("Count as delivered").click();
    assertThat(inDoubt).hasCount(1);

    assertThat(answer("Is it certain?").locator("> .pill")).hasText("Open again");

    page.navigate(address("#/person/" + person()));
    assertThat(page.locator(".recipients tbody tr").first()).containsText("As ever");
    button("Send again: Lars Berg").click();
    assertThat(page.locator("dialog[open]")).containsText("it will be there twice");
    button("Send again").click();
    assertThat(page.locator(".toast").last()).containsText("It is being sent again.");
    page.waitForCondition(
        () -> portal.simulator().ledger().entries(Ledger.Query.containing("As ever")).size() == 2);
  }

  @Test
  void anAnswerIsOpenAgainWhereAReplyToItWasRefused() {
    open("#/jobs", "Jobs");
    announced("The choir sings at noon");
    said(LARS, "Who conducts?");
    open("#/answers/all", "Answers");
    portal.simulator().faults().set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(403)));
    reply("Who conducts?");
    page.locator("dialog[open] textarea").fill("Maija does");
    button("Send answer").click();

    assertThat(answer("Who conducts?").locator(".reply .pill"))
        .containsText("The bot may not write here");
    assertThat(answer("Who conducts?").locator("> .pill")).hasText("Open again");
    portal.simulator().faults().set(List.of());
    var unread = ana.get("info").json().path("unreadAnswers").asText();
    page.reload();
    assertThat(page.locator(".nav a[aria-current]")).containsText(": " + unread + " unread");
    radio(Pattern.compile("^Unread")).check();
    assertThat(answer("Who conducts?")).isVisible();
    answer("Who conducts?").getByText("Done", exactly()).click();
    assertThat(answer("Who conducts?")).hasCount(0);
  }

  @Test
  void whoDeletesARecordIsToldWhichAnswersGoWithIt() {
    open("#/jobs", "Jobs");
    announced("The sauna is closed");
    var job = page.url().replaceFirst(".*/", "");
    said(LARS, "Until when is it closed?");
    said("maija.salo@northwind.example", "I like it cold");
    var list = "answers/list?jobId=" + job;
    var done = ana.get(list).json().path("items").path(0).path("id").asText();
    ana.post("answers/done", Map.of("answerId", done));
    var dialog = page.locator("dialog[open]");

    button("More actions for this job").click();
    button("Delete").click();
    assertThat(dialog)
        .containsText(
            "2 recipients keep the message, but who got it can no longer be looked up here. "
                + "With it, 2 answers are deleted (unread: 1). "
                + "What people write back to it from now on is not kept.");
    button("Cancel").click();
    ana.post("jobs/recall", Map.of("jobId", job));
    assertThat(jobState()).hasText("Recalled");
    button("More actions for this job").click();
    button("Delete").click();
    assertThat(dialog).containsText("It was recalled from all who got it");
    assertThat(dialog).not().containsText("keep the message");
    expectComplaint("404");
    button("Delete the record of 2 recipients").click();

    assertThat(heading("Jobs")).isVisible();
    assertThat(ana.get(list).json().path("items")).isEmpty();
  }

  private String person() {
    return portal.simulator().directory().personByEmail(LARS).orElseThrow().id();
  }

  @Test
  void anAdministratorWritesTheAutomaticAnswer() {
    open("#/answers", "Answers");
    button("Automatic answer").click();
    page.locator("dialog[open] textarea").fill("We read this on Mondays");
    button("Save").click();
    assertThat(page.locator(".toast")).containsText("The automatic answer is on.");
    page.navigate(address("#/jobs"));
    announced("It is written back by itself");

    var messenger = messengerOf("maija.salo@northwind.example");
    write(messenger, "Hello?");
    open("#/answers/all", "Answers");

    assertThat(answer("Hello?")).containsText("We read this on Mondays");
    assertThat(answer("Hello?")).containsText("Sent automatically");
    button("Automatic answer").click();
    page.locator("dialog[open] textarea").fill("");
    button("Save").click();
    assertThat(page.locator(".toast").last())
        .containsText("Nothing is answered by itself any more.");
  }
}
