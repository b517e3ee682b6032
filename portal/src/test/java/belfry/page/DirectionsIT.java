package belfry.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.testing.TestPortal;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What people write from right to left has its own direction, and turns nothing around it. */
public class DirectionsIT extends BrowserTest {
  private static final String LARS = "lars.berg@northwind.example";
  private static final String ARABIC = "تحديث الخطة";
  private static final String TEXT =
      "# "
          + ARABIC
          + "\n\nHello everybody\n\n- שלום לכולם\n- Second\n\nاجتماع اليوم (Webex) الساعة 10.";

  /** Whatever comes from Portal names these people, groups and this app in other scripts, too. */
  private static final String NAMES =
      """
      const named = {
        "Ana Lopez": "אנה Ana Lopez",
        "Lars Berg": "דנה Lars Berg (R&D) 42",
        "Maija Salo": "\\u202bمرحبا\\u202c Maija Salo 3:00",
        "Priya Patel": "محمد Priya Patel (IT)",
        "Maria Garcia": "מריה Maria Garcia!",
        "Crisis team": "צוות Crisis team (24/7)",
        "All staff": "كل All staff, 2026",
        "Company News": "חדשות Company News 1",
      };
      const those = new RegExp(`(?<![\\u0590-\\u08ff\\u202c] )(${Object.keys(named).join("|")})(?!\\\\p{L})`, "gu");
      const renamed = (text) => text.replace(those, (name) => named[name]);
      const { parse } = JSON;
      JSON.parse = (text, ...more) => parse(typeof text === "string" ? renamed(text) : text, ...more);
      Response.prototype.json = async function () {
        return parse(renamed(await this.text()));
      };
      """;

  /** What stands alone. */
  private static final List<String> KNOWN =
      List.of(
          "אנה Ana Lopez",
          "דנה Lars Berg (R&D) 42",
          "\u202bمرحبا\u202c Maija Salo 3:00",
          "محمد Priya Patel (IT)",
          "מריה Maria Garcia!",
          "צוות Crisis team (24/7)",
          "كل All staff, 2026",
          "חדשות Company News 1",
          "תוכנית Plan.pdf",
          "הזמנה Invitation 2",
          "שלום לכולם",
          "متى؟ (3:00) a",
          "قسم IT (7)",
          "עדכון (R&D) 42",
          "اجتماع اليوم (Webex) الساعة 10.",
          ARABIC);

  /**
   * What is wrong with the direction of what is shown: an element that does not find out its own; a
   * text from right to left beside other words without an isolate; an isolate where it is no text
   * for eyes.
   */
  private static final String FAULTS =
      """
      (known) => {
        const faults = [];
        const turned = /[\u0590-\u08ff]/;
        const isolates = /[\u2066-\u2069]/;
        const own = (one) => getComputedStyle(one).unicodeBidi === "plaintext" || one.matches("bdi, [dir=auto]");
        const isPlaced = (one) => getComputedStyle(one).display !== "inline" && !one.closest(".message, input, textarea, select");
        const without = (words) => {
          for (let before = ""; before !== words; ) {
            before = words;
            words = words.replace(/\u2068[^\u2066-\u2069]*\u2069/g, "");
          }
          return words;
        };
        const mixed = (words) => {
          const rest = without(words);
          const others = known.reduce((left, one) => left.replaceAll(one, ""), rest);
          return turned.test(rest) && /[\\p{L}\\p{N}]/u.test(others);
        };
        const inline = (one) => getComputedStyle(one).display === "inline" && !own(one);
        const words = (one) => [...one.childNodes]
          .map((node) => node.nodeType === 3 ? node.data : node.nodeType !== 1 ? "" : inline(node) ? words(node) : " ")
          .join("");
        for (const one of document.querySelectorAll("body *")) {
          if (one.closest("script, style, svg")) {
            continue;
          }
          const mine = [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join(" ");
          let box = one;
          while (inline(box)) {
            box = box.parentElement;
          }
          if (turned.test(without(mine)) && !own(box)) {
            faults.push("no direction of its own: " + one.outerHTML.slice(0, 200));
          }
          if (turned.test(mine) && isPlaced(one) && getComputedStyle(one).textAlign === "start") {
            faults.push("at the other end: " + one.outerHTML.slice(0, 200));
          }
          if ((own(one) || !inline(one)) && !one.closest(".message, textarea") && mixed(words(one))) {
            faults.push("not isolated: " + words(one).trim().slice(0, 200));
          }
          for (const { name, value } of one.attributes) {
            const shown = ["aria-label", "title", "placeholder", "alt"].includes(name);
            if (shown ? mixed(value) : isolates.test(value)) {
              faults.push(`${name}: ${value}`);
            }
          }
          if (typeof one.value === "string" && isolates.test(one.value)) {
            faults.push("a value: " + one.value);
          }
        }
        for (const kept of [localStorage, sessionStorage]) {
          Object.entries(kept).filter(([name, value]) => isolates.test(value)).forEach((one) => faults.push("kept: " + one));
        }
        return [...new Set(faults)];
      }
      """;

  /** What goes with the pointer if the selection is dragged. */
  private static final String DRAGGED =
      """
      (one) => {
        const dataTransfer = new DataTransfer();
        one.dispatchEvent(new DragEvent("dragstart", { dataTransfer, bubbles: true, cancelable: true }));
        return dataTransfer.getData("text/plain");
      }
      """;

  /** In this browser, people have names from right to left, mixed with others. */
  static void rename(BrowserContext context) {
    context.addInitScript("{\n" + NAMES + "}");
  }

  static List<?> faults(Page page) {
    return (List<?>) Objects.requireNonNull(page.evaluate(FAULTS, KNOWN));
  }

  @Override
  public TestPortal started() {
    return TestPortal.start(
        SimulatorSettings.defaults().withPeople(1_000),
        settings -> TestPortal.readingAnswers(settings, true));
  }

  private void assertDirected(String name) {
    assertThat(faults(page)).as(name).isEqualTo(List.of());
  }

  @Test
  void theMessageItsListAndItsPageKeepTheDirectionOfItsWords() {
    open("", "New message");
    text().fill(TEXT);
    assertThat(page.locator(".message h3").first()).hasText(ARABIC);
    assertDirected("compose");
    assertThat(direction(".message h3")).isEqualTo("rtl");
    assertThat(direction(".message p")).isEqualTo("ltr");
    assertThat(direction(".message li")).isEqualTo("rtl");
    assertThat(text()).hasAttribute("dir", "auto");

    var audience = List.of(Map.of("kind", "person", "email", TestPortal.OTHER_ADMIN));
    var id = startedJob(TEXT, audience);
    open("#/jobs", "Jobs");
    var title = page.locator(".job .title", new Page.LocatorOptions().setHasText(ARABIC)).first();
    assertThat(title).hasText(ARABIC);
    assertDirected("list");
    assertThat(title).hasCSS("text-align", "left");
    page.navigate(address("#/jobs/" + id));
    assertThat(jobState()).hasText("Done");
    assertDirected("job");
  }

  /** The views that {@link LooksIT} does not pass, as it does the others. */
  @Test
  void answersTheTrailAPersonAndWhatIsDoneAfterwardsIsolateNames() {
    rename(context);
    open("#/jobs", "Jobs");
    var group = (String) api("user/groups/create", Map.of("name", "قسم IT (7)")).get("id");
    api(
        "user/groups/add",
        Map.of(
            "groupId", Objects.requireNonNull(group), "members", List.of(Map.of("email", LARS))));
    var audience =
        List.of(
            Map.of("kind", "group", "id", group),
            Map.of("kind", "person", "email", TestPortal.ADMIN));
    api("user/audiences/save", Map.of("name", "עדכון (R&D) 42", "audience", audience));
    var id = startedJob("# עדכון (R&D) 42\n\nשלום לכולם", audience);
    page.navigate(address("#/jobs/" + id));
    assertThat(jobState()).hasText("Done");
    assertThat(page.locator(".recipients tbody tr")).hasCount(2);
    assertDirected("a job");
    for (var choice : List.of("Correct the text…", "Recall…", "Delete")) {
      button("More actions for this job").click();
      assertDirected("the menu");
      button(choice).click();
      assertThat(dialog()).isVisible();
      if (choice.startsWith("Recall")) {
        dialog().getByText("Only some people or groups").click();
        dialog().locator("#to").fill("lars");
        dialog().getByRole(AriaRole.OPTION).first().click();
        assertThat(dialog().locator(".chip")).hasCount(1);
        assertThat(dialog().locator("button.danger")).containsText("Recall from 1 person");
      }
      assertDirected(choice);
      page.keyboard().press("Escape");
    }
    writtenToAgain(id);

    var ana = portal.signedIn("news", TestPortal.ADMIN);
    portal.simulator().say(LARS, "Company News", "متى؟ (3:00) a");
    page.waitForCondition(() -> ana.get("answers/list?limit=100").body().contains("(3:00) a"));
    open("#/answers/all", "Answers");
    assertThat(page.locator(".answer")).hasCount(1);
    assertDirected("answers");
    page.locator(".answer")
        .getByText("Answer", new Locator.GetByTextOptions().setExact(true))
        .click();
    dialog().locator("textarea").fill("שלום לכולם");
    assertDirected("a reply");
    button("Send answer").click();
    assertThat(page.locator(".answer .reply")).isVisible();
    assertDirected("an answer with its reply");
    page.navigate(address("#/answers"));
    assertThat(page.locator("inbox-view a").first()).isVisible();
    assertDirected("whose answers");

    open("#/trail", "Audit trail");
    assertThat(page.locator(".trail tbody tr").first()).isVisible();
    page.locator(".trail tbody a")
        .filter(new Locator.FilterOptions().setHasText("Ana Lopez"))
        .first()
        .click();
    assertThat(button(Pattern.compile("^Only by"))).isVisible();
    assertDirected("the trail");
    page.navigate(address("#/jobs/" + id));
    page.locator(".recipients tbody a").first().click();
    assertThat(page.locator("person-view .recipients tbody tr").first()).isVisible();
    assertDirected("a person");

    button("Search everything").click();
    dialog().locator("input").fill("עדכון");
    assertThat(dialog().locator("a.found").first()).isVisible();
    assertDirected("the search");
    page.keyboard().press("Escape");
    repeated(audience);
    page.navigate(address("#/jobs/" + id));
    copied("job-view p.whom");
  }

  /** Its recipients are named by its title. */
  private void writtenToAgain(String id) {
    var copy = api("jobs/duplicate", Map.of("jobId", id, "who", "reached")).get("id") + "";
    page.navigate(address("#/compose/" + copy));
    assertThat(page.locator(".chip")).containsText("עדכון");
    assertDirected("to the same people");
    button("Review and send").click();
    assertThat(dialog().locator(".whom")).containsText("עדכון");
    assertDirected("the review of what goes to the same people");
    page.keyboard().press("Escape");

    portal.simulator().faults().set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(429)));
    api("jobs/runNow", Map.of("jobId", copy));
    page.navigate(address("#/jobs/" + copy));
    button("More actions for this job").click();
    button(Pattern.compile("^Stop sending to 2")).click();
    assertThat(dialog().locator("button.danger")).hasText("Stop: 2 will never get it");
    assertDirected("whether to stop");
    dialog().locator("button.danger").click();
    assertThat(dialog()).hasCount(0);
    portal.simulator().faults().set();
  }

  private void repeated(List<Map<String, String>> audience) {
    open("#/jobs", "Jobs");
    var draft = api("jobs/edit", Map.of("markdown", "עדכון (R&D) 42", "audience", audience));
    page.navigate(address("#/compose/" + draft.get("id")));
    assertThat(page.locator(".chip")).hasCount(2);
    radio(Pattern.compile("Repeat")).check();
    button("Review and schedule").click();
    assertThat(dialog().locator(".whom")).containsText("قسم IT (7)");
    assertDirected("the review of what repeats");
    dialog().locator(".main-one").click();
    assertThat(page.locator("series-jobs")).isAttached();
    assertDirected("what repeats");
    openNextMonth();
    assertDirected("the calendar");
  }

  /** Isolates are for eyes only: copied and pasted, the words are as they were written. */
  private void copied(String where) {
    var words = page.locator(where).first();
    assertThat(words).containsText("\u2068");
    words.evaluate("(one) => getSelection().selectAllChildren(one)");
    assertThat(words.evaluate(DRAGGED) + "").contains("قسم IT (7)").doesNotContain("\u2068");
    page.keyboard().press("Control+c");
    page.navigate(address("#/compose"));
    text().click();
    page.keyboard().press("Control+v");
    assertThat(text()).hasValue(Pattern.compile("(\\n|.)*قسم IT \\(7\\)(\\n|.)*"));
    assertThat(text()).not().hasValue(Pattern.compile("(\\n|.)*[\\u2066-\\u2069](\\n|.)*"));
    text().fill("");
  }

  private Locator dialog() {
    return page.locator("dialog[open]");
  }

  private Object direction(String where) {
    return page.locator(where).first().evaluate("(one) => getComputedStyle(one).direction");
  }
}
