package belfry.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.control.Controls;
import belfry.testing.Await;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Mouse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * One portal and one simulator for a class, a fresh context of the browser for each test. A test
 * fails when the console shows an error, a script throws, or the content security policy is broken,
 * unless the test said that it asks for it.
 */
@ExtendWith(Chromium.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("this-escape") // Whoever starts another portal needs nothing of the test for it.
public abstract class BrowserTest {
  private static final String REPORT_VIOLATIONS =
      """
      document.addEventListener("securitypolicyviolation", (event) =>
        report(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
      """;

  /** What gives a name its direction in a sentence, as it is and in an address. */
  private static final Pattern ISOLATES = Pattern.compile("[\u2066-\u2069]|%E2%81%A[6-9]");

  private static final ObjectMapper JSON = new ObjectMapper();

  public final TestPortal portal = started();
  private final Browser browser = Chromium.browser();
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final List<Pattern> expected = new CopyOnWriteArrayList<>();
  private String cookies = "";
  private int contexts;
  public BrowserContext context = browser.newContext();
  public Page page = context.newPage();

  /** Called while the test is made. */
  public TestPortal started() {
    return TestPortal.start();
  }

  /** Signs Ana in once; the other contexts begin with her cookies. */
  @BeforeAll
  void signIn() {
    PlaywrightAssertions.setDefaultAssertionTimeout(patience(0));
    consentAs(TestPortal.ADMIN);
    page.navigate(address(""));
    assertThat(heading("New message")).isVisible();
    cookies = context.storageState();
  }

  @BeforeEach
  void begin() {
    PlaywrightAssertions.setDefaultAssertionTimeout(patience(0));
    consentAs(TestPortal.ADMIN);
    portal.simulator().limits().set();
    portal.simulator().faults().set();
    portal.simulator().manners().set();
    use(new Browser.NewContextOptions().setStorageState(cookies));
    // The last page of the test before may have complained until its context was closed.
    complaints.clear();
    expected.clear();
  }

  /**
   * A fresh context in which nothing moves, as this browser is set up, at an address of its own.
   */
  public final void use(Browser.NewContextOptions options) {
    context.close();
    context =
        browser.newContext(
            options
                .setReducedMotion(ReducedMotion.REDUCE)
                .setLocale("en-GB")
                .setTimezoneId("Europe/Helsinki")
                .setExtraHTTPHeaders(Map.of("X-Forwarded-For", "192.0.2." + ++contexts)));
    context.setDefaultTimeout(patience(0));
    context.exposeBinding("report", (_, words) -> complaints.add("policy: " + words[0]));
    context.addInitScript(REPORT_VIOLATIONS);
    page = newPage();
  }

  /**
   * How many milliseconds to wait for what should be there within half a minute and {@code more}. A
   * machine that builds something else beside it is no fault of the page.
   */
  public static double patience(long more) {
    return Await.patience(Duration.ofSeconds(30).plusMillis(more)).toMillis();
  }

  /** Another tab of the same browser. */
  public final Page newPage() {
    var page = context.newPage();
    page.onConsoleMessage(message -> {
      if (message.type().equals("error") || message.type().equals("warning")) {
        complaints.add(message.type() + ": " + message.text());
      }
    });
    page.onPageError(error -> complaints.add("thrown: " + error));
    page.onRequest(request -> {
      if (ISOLATES.matcher(request.url() + request.postData()).find()) {
        complaints.add("sent what is for eyes only: " + request.url());
      }
    });
    return page;
  }

  public final Browser.NewContextOptions signedIn() {
    return new Browser.NewContextOptions().setStorageState(cookies);
  }

  public final Browser.NewContextOptions dark() {
    return signedIn().setColorScheme(ColorScheme.DARK);
  }

  /** This test makes the console complain like this. */
  public final void expectComplaint(String pattern) {
    expected.add(Pattern.compile(pattern));
  }

  @AfterEach
  void nothingComplained() {
    var unexpected =
        complaints.stream()
            .filter(words -> expected.stream().noneMatch(one -> one.matcher(words).find()))
            .toList();
    assertThat(unexpected).as("what the browser complained about").isEmpty();
  }

  @AfterAll
  void close() {
    context.close();
    portal.close();
  }

  // The simulated platform ---------------------------------------------------------------------

  /** Webex answers the next sign-ins at once, as this person. */
  public final void consentAs(String email) {
    portal.simulator().controls().setConsent(new Controls.Consent.Accept(email));
  }

  /** Webex shows its page and waits for the person. */
  final void consentOnThePage() {
    portal.simulator().controls().setConsent(new Controls.Consent.Ask());
  }

  // The page -----------------------------------------------------------------------------------

  public final String address(String fragment) {
    return URI.create(portal.address() + "/Hub/news/sendMessage.html" + fragment).toString();
  }

  public final void open(String fragment, String heading) {
    page.navigate(address(fragment));
    assertThat(heading(heading)).isVisible();
  }

  public final Locator heading(String words) {
    return page.getByRole(
        AriaRole.HEADING, new Page.GetByRoleOptions().setName(words).setLevel(1).setExact(true));
  }

  public final Locator button(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  public final Locator button(Pattern name) {
    return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
  }

  public final Locator link(String name) {
    return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  public final Locator radio(Pattern name) {
    return page.getByRole(AriaRole.RADIO, new Page.GetByRoleOptions().setName(name));
  }

  /** The field "To", in whatever language. */
  public final Locator to() {
    return page.locator("#to");
  }

  public final Locator text() {
    return page.getByRole(
        AriaRole.TEXTBOX, new Page.GetByRoleOptions().setName("Message").setExact(true));
  }

  /** Types into To and takes the suggestion of this name. */
  public final void choose(String typed, String name) {
    to().fill(typed);
    page.getByRole(AriaRole.OPTION, new Page.GetByRoleOptions().setName(name)).first().click();
    assertThat(page.locator(".chip").filter(new Locator.FilterOptions().setHasText(name)))
        .isVisible();
  }

  /** Changes what is answered; who has given up the question meanwhile is not answered. */
  public static void change(Route route, UnaryOperator<String> body) {
    try {
      var answer = route.fetch(new Route.FetchOptions().setTimeout(patience(0)));
      route.fulfill(
          new Route.FulfillOptions().setResponse(answer).setBody(body.apply(answer.text())));
    } catch (PlaywrightException e) {
      if (route.request().failure() == null) {
        throw e;
      }
    }
  }

  /** Puts text on the clipboard and pastes it, as Ctrl V does. */
  public static void paste(Locator into, String words) {
    into.evaluate(
        """
        (field, words) => {
          const data = new DataTransfer();
          data.setData("text/plain", words);
          field.dispatchEvent(
            new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }
        """,
        words);
  }

  /** A double click so slow that what the first of the two does is seen before the second. */
  public final void doubleClick(Locator on, Runnable between) {
    on.click();
    between.run();
    page.mouse().down(new Mouse.DownOptions().setClickCount(2));
    page.mouse().up(new Mouse.UpOptions().setClickCount(2));
  }

  /** No notice goes away by itself from now on, however busy the machine is. */
  public final void holdNotices() {
    page.clock().setFixedTime(Instant.now().toEpochMilli());
  }

  /** What is sent from now on can be taken back for as long as a busy machine needs. */
  public final void lengthenUndo() {
    holdNotices();
    page.route("**/jobs/runNow", BrowserTest::resumeWithLongUndo);
  }

  /**
   * Lets this request to send go on; the time that the page showed is not the one it asks for now.
   */
  public static void resumeWithLongUndo(Route route) {
    var asked = parsed(route.request().postData());
    asked.put("undoSeconds", 60).remove("goesOutAt");
    route.resume(new Route.ResumeOptions().setPostData(asked.toString()));
  }

  private static ObjectNode parsed(String object) {
    try {
      return JSON.readValue(object, ObjectNode.class);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks the API with this browser's session; what the page would get. */
  @SuppressWarnings("unchecked")
  public final Map<String, Object> api(String path, Map<String, ?> body) {
    var answer =
        page.evaluate(
            """
            async ([path, body]) => {
              const answer = await fetch(path, {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: JSON.stringify(body),
              });
              return answer.json();
            }
            """,
            List.of(path, body));
    return (Map<String, Object>) Objects.requireNonNull(answer);
  }

  /** A job that starts at once; its id. */
  public final String startedJob(String markdown, List<Map<String, String>> audience) {
    var draft = api("jobs/edit", Map.of("markdown", markdown, "audience", audience));
    var id = (String) Objects.requireNonNull(draft.get("id"), draft::toString);
    api("jobs/runNow", Map.of("jobId", id));
    return id;
  }

  /**
   * The calendar of a month in which whatever repeats each week is due, also on the last of this
   * one.
   */
  final void openNextMonth() {
    var month = YearMonth.now(ZoneId.of("Europe/Helsinki")).plusMonths(1);
    page.navigate(address("#/jobs?as=calendar&month=" + month));
    assertThat(page.locator(".due").first()).isVisible();
  }

  /**
   * The state of the job that is open; never that of a job in a list, which this page may still
   * show.
   */
  public final Locator jobState() {
    return page.locator("job-view .job-head .pill").first();
  }

  /** So many spaces that the bot may write to, as an audience. */
  @SuppressWarnings("unchecked")
  public final List<Map<String, String>> spaces(int count) {
    var found =
        page.evaluate(
            """
            async (count) => {
              const answer = await fetch("user/spaces/list");
              const spaces = (await answer.json()).items.filter((one) => one.mayPost);
              return spaces.slice(0, count).map(({ id, title }) => ({ kind: "space", id, name: title }));
            }
            """,
            count);
    return (List<Map<String, String>>) Objects.requireNonNull(found);
  }

  /** The group of this name as an audience's entry. */
  public final Map<String, String> group(String name) {
    var id =
        page.evaluate(
            """
            async (name) => {
              const answer = await fetch("user/groups/find?q=" + encodeURIComponent(name));
              return (await answer.json()).items.find((one) => one.name === name).id;
            }
            """,
            name);
    return Map.of("kind", "group", "id", (String) Objects.requireNonNull(id), "name", name);
  }
}
