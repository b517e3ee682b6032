package belfry.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.TestPortal;
import com.google.gson.JsonObject;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * docs/author-guide.md names nothing that the page does not say: each of its sections is done in
 * the page, and its words in italics are looked for. {@code ./belfry test --only GuideIT
 * -Dbelfry.guide=$PWD/docs/pictures} takes its pictures anew.
 */
public class GuideIT extends BrowserTest {
  private static final Path GUIDE = Path.of("../docs/author-guide.md");
  private static final Pattern SECTION = Pattern.compile("(?ms)^## (.+?)$(.+?)(?=^## |\\z)");
  private static final Pattern WORDS = Pattern.compile("(?s)(?<![*`])\\*([^*]+)\\*(?!\\*)");
  private static final Pattern PICTURE = Pattern.compile("\\(pictures/(.+?)\\.webp\\)");
  private static final int WIDTH = 1_200;
  private static final int HEIGHT = 760;
  private static final int LETTERS_OF_A_SENTENCE = 400;

  /** What can be read, and what is read out: the texts of all that is shown, and its labels. */
  private static final String TEXTS =
      """
      (most) => {
        const texts = [];
        const walk = (root) => {
          for (const one of root.querySelectorAll("*")) {
            if (one.shadowRoot) walk(one.shadowRoot);
            if (!one.checkVisibility({ visibilityProperty: true })) continue;
            const own = [...one.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.data : "")).join("");
            for (const words of [own, one.textContent, one.ariaLabel, one.placeholder]) {
              if (words && words.length < most) texts.push(words.replace(/\\s+/g, " ").trim());
            }
          }
        };
        walk(document);
        return [...new Set(texts)];
      }
      """;

  private static final String DESKS =
      """
      Name,E-mail,Desk
      Lars Berg,lars.berg@northwind.example,A1
      Maija Salo,maija.salo@northwind.example,A2
      Priya Patel,priya.patel@northwind.example,A3
      Somebody,somebody,A4
      """;

  private static final String MOVE = "The office moves on Monday";

  private final Set<String> seen = new HashSet<>();
  private final Set<String> pictured = new HashSet<>();

  @Override
  public TestPortal started() {
    return TestPortal.start(
        SimulatorSettings.defaults().withPeople(1_000),
        settings -> TestPortal.readingAnswers(settings, true));
  }

  @Test
  void thePageSaysEachWordThatTheGuideNames() throws IOException {
    use(screen(signedIn()));
    open("", "New message");
    var scenes = new LinkedHashMap<String, Runnable>();
    scenes.put("Write", this::write);
    scenes.put("Choose who gets it", this::chooseWhoGetsIt);
    scenes.put("Say when", this::sayWhen);
    scenes.put("Test", this::tryIt);
    scenes.put("Review and send", this::reviewAndSend);
    scenes.put("Mend what went wrong", this::mend);
    scenes.put("Recall and correct", this::recallAndCorrect);
    scenes.put("Ask for an acknowledgement, and remind", this::askForAnAcknowledgement);
    scenes.put("Answer", this::answer);
    scenes.put("Find things", this::find);
    // It is stopped in the middle. An answer of whoever is then in doubt would wait.
    scenes.put("Watch it", this::watch);
    scenes.put("Sign in", this::signInAsSomebody);
    var guide = new LinkedHashMap<String, String>();
    SECTION
        .matcher(Files.readString(GUIDE))
        .results()
        .forEach(section -> guide.put(section.group(1), section.group(2)));
    assertThat(guide.keySet()).containsExactlyInAnyOrderElementsOf(scenes.keySet());

    var unknown = new TreeSet<String>();
    scenes.forEach((title, scene) -> {
      seen.clear();
      scene.run();
      WORDS
          .matcher(guide.getOrDefault(title, ""))
          .results()
          .map(words -> words.group(1).replaceAll("\\s+", " "))
          .filter(words -> !isSaid(words))
          .forEach(words -> unknown.add(title + ": " + words));
    });
    assertThat(unknown).as("what the guide says and the page does not").isEmpty();
    assertThat(PICTURE.matcher(String.join("", guide.values())).results())
        .extracting(shown -> shown.group(1))
        .containsExactlyInAnyOrderElementsOf(pictured);
  }

  /** A short text is the whole name of something; a longer one may be part of a sentence. */
  private boolean isSaid(String words) {
    return seen.contains(words)
        || (words.split(" ", -1).length > 2
            && seen.stream().anyMatch(sentence -> sentence.contains(words)));
  }

  private static Browser.NewContextOptions screen(Browser.NewContextOptions options) {
    return options.setViewportSize(WIDTH, HEIGHT);
  }

  /** Remembers all that the page says at the moment. */
  private void look() {
    var texts = (List<?>) Objects.requireNonNull(page.evaluate(TEXTS, LETTERS_OF_A_SENTENCE));
    texts.forEach(text -> seen.add(text.toString()));
  }

  /** Takes the picture of the guide, if it is to be taken; looks at the page anyway. */
  private void picture(String name) {
    look();
    pictured.add(name);
    var where = System.getProperty("belfry.guide");
    if (where == null) {
      return;
    }
    page.evaluate("() => { document.activeElement?.blur(); window.scrollTo(0, 0); }");
    var form = new JsonObject();
    form.addProperty("format", "webp");
    form.addProperty("quality", 70);
    var clip = new JsonObject();
    Map.of("x", 0, "y", 0, "width", WIDTH, "height", HEIGHT)
        .forEach((side, value) -> clip.addProperty(side, value));
    clip.addProperty("scale", 1.25);
    form.add("clip", clip);
    var taken = context.newCDPSession(page).send("Page.captureScreenshot", form);
    try {
      Files.write(
          Path.of(where, name + ".webp"),
          Base64.getDecoder().decode(taken.get("data").getAsString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Locator dialog() {
    return page.locator("dialog[open]");
  }

  private Locator notice(String words) {
    return page.locator(".notice").filter(new Locator.FilterOptions().setHasText(words));
  }

  private void more() {
    button("More actions for this job").click();
    look();
  }

  private void more(String choice) {
    more();
    button(choice).click();
    assertThat(dialog()).isVisible();
  }

  private List<Map<String, String>> people(int from, int to) {
    var directory = portal.simulator().directory();
    return IntStream.range(from, to)
        .mapToObj(number -> Map.of("kind", "person", "email", directory.personEmail(number)))
        .toList();
  }

  // The sections of the guide ----------------------------------------------------------------

  /** Without what the scene before has written. */
  private void startAfresh() {
    page.evaluate("() => localStorage.clear()");
    page.navigate("about:blank");
    open("", "New message");
  }

  private void beginFor(String group) {
    startAfresh();
    choose(group, group);
  }

  private void write() {
    beginFor("Crisis team");
    text()
        .fill(
            "## The office moves on Monday\n\nDear {{firstName|colleague}}, from **Monday** on we"
                + " are in Harbour Street 7.\n\n- Bring your badge.\n- Boxes are on each floor."
                + "\n\nQuestions? Write back to this message.");
    assertThat(page.locator(".sum")).containsText("8 people");
    assertThat(page.locator(".chat")).containsText("Harbour Street");
    picture("write");
    button("More actions for this message").click();
    look();
    page.keyboard().press("Escape");
  }

  private void chooseWhoGetsIt() {
    startAfresh();
    paste(to(), "lars.berg@northwind.example\ngrace.obi@partner.example");
    assertThat(page.locator("#to-below")).containsText("Send to them anyway");
    look();
    to().fill("every");
    assertThat(page.locator("#to-suggestions [role=option]").first()).containsText("Everyone");
    look();
    page.keyboard().press("Escape");
    to().fill("");
    uploadDesks();
    picture("list");
    button("Use these 3 addresses").click();
    uploadDesks();
    button("Use these 3 addresses").click();
    assertThat(button("Replace the former list")).isVisible();
    look();
    button("Replace the former list").click();
    button("Leave somebody out").click();
    assertThat(page.locator("#except")).isVisible();
    look();
  }

  private void uploadDesks() {
    page.locator("audience-picker input[type=file]")
        .first()
        .setInputFiles(
            new FilePayload("desks.csv", "text/csv", DESKS.getBytes(StandardCharsets.UTF_8)));
    assertThat(button("Use these 3 addresses")).isVisible();
  }

  private void sayWhen() {
    beginFor("Crisis team");
    radio(Pattern.compile("Later")).check();
    look();
    radio(Pattern.compile("Repeat")).check();
    look();
  }

  private void tryIt() {
    beginFor("Crisis team");
    text().fill("Dear {{firstName|colleague}}, the office moves on Monday");
    button("Test with others").click();
    assertThat(dialog()).containsText("Whose message they read");
    picture("test");
    page.keyboard().press("Escape");
  }

  private void reviewAndSend() {
    beginFor("Crisis team");
    text().fill("## The office moves on Monday\n\nDear {{firstName|colleague}}, bring your badge.");
    button("Review and send").click();
    assertThat(button("Send to 8 people")).isEnabled();
    assertThat(dialog().locator(".checks")).containsText("The longest message goes to");
    picture("review");
    page.route("**/jobs/runNow", BrowserTest::resumeWithLongUndo);
    button("Send to 8 people").click();
    assertThat(page.locator("toast-stack button[aria-keyshortcuts=u]")).isVisible();
    look();
    // The notice may be gone by now.
    page.locator("job-view .job-head").getByText("Undo").click();
    page.unroute("**/jobs/runNow");
    assertThat(heading("New message")).isVisible();
  }

  private void watch() {
    page.navigate("about:blank");
    open("#/jobs", "Jobs");
    assertThat(link("Calendar")).isVisible();
    look();
    portal.simulator().limits().set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(60, 1)));
    var job = startedJob(MOVE, List.of(group("Engineering")));
    page.navigate(address("#/jobs/" + job));
    assertThat(page.locator(".figures")).containsText("Still to go");
    assertThat(page.locator(".figures")).containsText(Pattern.compile("Delivered\\s*\\d\\d"));
    picture("job");
    portal.simulator().limits().set();
    api("jobs/cancel", Map.of("jobId", job));
  }

  private void mend() {
    var directory = portal.simulator().directory();
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(403).withText("Blocked"))
                .to(directory.personId(11), directory.personId(12)));
    var job = toAddresses(range(10, 18), "who.left@northwind.example");
    page.navigate(address("#/jobs/" + job));
    assertThat(jobState()).hasText("Done, 2 failed");
    portal.simulator().faults().set();
    picture("mend");

    var mistyped = IntStream.range(0, 60).mapToObj("mistyped%d@northwind.example"::formatted);
    page.navigate(address("#/jobs/" + toAddresses(range(10, 15), mistyped.toArray(String[]::new))));
    assertThat(button("Send it to 5")).isVisible();
    look();
  }

  private static IntStream range(int from, int to) {
    return IntStream.range(from, to);
  }

  /** A job to these people and addresses, which is begun; its id. */
  private String toAddresses(IntStream people, String... others) {
    var emails =
        Stream.concat(
            people.mapToObj(portal.simulator().directory()::personEmail), Stream.of(others));
    var list = Map.of("kind", "list", "name", "Movers", "emails", emails.toList());
    return begun(Map.of("markdown", MOVE, "audience", List.of(list)));
  }

  private String begun(Map<String, ?> job) {
    var draft = api("jobs/edit", job);
    var id = (String) Objects.requireNonNull(draft.get("id"), draft::toString);
    api("jobs/runNow", Map.of("jobId", id));
    return id;
  }

  private void recallAndCorrect() {
    var mistyped = "The office moves on Mondy";
    showDone(startedJob(mistyped, List.of(group("Crisis team"))), mistyped);
    more("Recall…");
    look();
    button("Cancel").click();
    more("Correct the text…");
    dialog().locator("textarea").fill(MOVE);
    assertThat(dialog().locator(".said")).containsText("on Monday");
    picture("correct");
    button("Cancel").click();

    var link = Map.of("title", "The plan", "url", "https://intranet.example");
    var card = Map.of("buttons", List.of(link));
    var withCard = Map.of("markdown", MOVE, "card", card, "audience", people(30, 32));
    showDone(begun(withCard), MOVE);
    more();
  }

  /** One before that is done as well is shown until this one is there. */
  private void showDone(String job, String title) {
    page.navigate(address("#/jobs/" + job));
    assertThat(page.locator("h1")).hasText(title);
    assertThat(jobState()).hasText("Done");
  }

  private void askForAnAcknowledgement() {
    beginFor("Crisis team");
    look();
    page.locator("#acknowledge > summary").click();
    page.getByLabel("Ask people to say that they have read it").check();
    page.getByLabel("Remind those who do not").check();
    look();

    var reminders =
        Map.of(
            "zone",
            "Europe/Helsinki",
            "times",
            List.of(Map.of("days", 1, "time", "09:00"), Map.of("days", 3, "time", "09:00")));
    var job =
        begun(
            Map.of(
                "markdown",
                MOVE + ": read where you sit",
                "acknowledge",
                Map.of("button", "Got it", "reminders", reminders),
                "audience",
                List.of(group("Crisis team"))));
    showDone(job, MOVE + ": read where you sit");
    portal.simulator().ledger().entries(Ledger.Query.containing("read where you sit")).stream()
        .limit(3)
        .forEach(entry ->
            portal
                .simulator()
                .press(entry.recipient(), entry.messageId(), "{\"belfry\":\"acknowledge\"}"));
    assertThat(page.locator(".figures")).containsText(Pattern.compile("Acknowledged\\s*3\\s*of 8"));
    assertThat(notice("Reminders.")).containsText("The next goes to 5 people");
    picture("acknowledged");
    more();
    page.keyboard().press("Escape");
  }

  private void answer() {
    var directory = portal.simulator().directory();
    var words = "The office moves on Monday. Questions? Write back";
    var job = startedJob(words, people(20, 26));
    showDone(job, words);
    portal.simulator().say(directory.personEmail(20), "Company News", "Where do bicycles go?");
    portal.simulator().say(directory.personEmail(21), "Company News", "Thank you!");
    page.navigate(address("#/answers/" + job));
    assertThat(page.locator(".answer")).hasCount(2);
    picture("answers");
  }

  private void find() {
    page.keyboard().press("/");
    assertThat(dialog()).isVisible();
    look();
    page.keyboard().press("Escape");
  }

  private void signInAsSomebody() {
    open("", "New message");
    page.locator(".me").click();
    assertThat(button("Sign out")).isVisible();
    look();
    // Of what the page was just asking.
    expectComplaint("status of 401");
    button("Sign out").click();
    assertThat(button("Sign in with Webex")).isVisible();
    look();
    consentAs("lars.berg@northwind.example");
    button("Sign in with Webex").click();
    assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("You may not")))
        .isVisible();
    look();
  }
}
