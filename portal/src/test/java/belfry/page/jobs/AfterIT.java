package belfry.page.jobs;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.TestPortal;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.FilePayload;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What can be done about a message after it left. */
public class AfterIT extends BrowserTest {
  private static final String LARS = "lars.berg@northwind.example";
  private static final String MAIJA = "maija.salo@northwind.example";
  private static final String PRIYA = "priya.patel@northwind.example";

  @Override
  public TestPortal started() {
    return TestPortal.start(
        SimulatorSettings.defaults().withPeople(1_000),
        settings -> TestPortal.keepingResults(settings, Duration.ofDays(60)));
  }

  private Locator follow(String title) {
    return page.locator(".notice").filter(new Locator.FilterOptions().setHasText(title));
  }

  private void more(String choice) {
    button("More actions for this job").click();
    button(choice).click();
  }

  private List<Ledger.Entry> entries(String words) {
    return portal.simulator().ledger().entries(Ledger.Query.containing(words));
  }

  private Set<String> recipients(String words) {
    return entries(words).stream().map(Ledger.Entry::recipient).collect(Collectors.toSet());
  }

  private String sent(String markdown) {
    var id = startedJob(markdown, List.of(group("Engineering")));
    page.navigate(address("#/jobs/" + id));
    assertThat(jobState()).hasText("Done");
    return id;
  }

  @Test
  void aTextIsCorrectedWhereItIs() {
    open("#/jobs", "Jobs");
    sent("The lift is out of order on Tuseday");
    more("Correct the text…");
    var dialog = page.locator("dialog[open]");
    assertThat(dialog).containsText("Nobody is notified.");
    assertThat(dialog.getByText(Pattern.compile("^Correct for \\d+ people$"))).isDisabled();

    dialog.locator("textarea").fill("The lift is out of order on Tuesday");
    assertThat(dialog.locator(".said")).containsText("on Tuesday");
    dialog.getByText(Pattern.compile("^Correct for \\d+ people$")).click();

    assertThat(follow("Corrected:")).isVisible();
    assertThat(entries("on Tuesday")).isNotEmpty();
    assertThat(entries("on Tuseday")).isEmpty();
    assertThat(page.locator("section.said")).containsText("on Tuesday");
  }

  @Test
  void whatSomebodyElseHasCorrectedMeanwhileIsSaidAtOnceAndTakenOrReplaced() {
    open("#/jobs", "Jobs");
    var job = sent("The shuttle leaves at nine");
    more("Correct the text…");
    var dialog = page.locator("dialog[open]");
    var yes = dialog.getByText(Pattern.compile("^Correct for \\d+ people$"));
    dialog.locator("textarea").fill("The shuttle leaves at ten");
    assertThat(yes).isEnabled();
    correctElsewhere(job, "The shuttle leaves at eleven");

    assertThat(dialog.locator("[role=alert]")).containsText("Meanwhile the message was corrected.");
    assertThat(dialog.locator(".said").first()).containsText("at eleven");
    assertThat(dialog.locator("textarea")).hasValue("The shuttle leaves at ten");
    assertThat(yes).isDisabled();
    button("Load the other version").click();
    assertThat(dialog.locator("textarea")).hasValue("The shuttle leaves at eleven");
    assertThat(dialog.locator("[role=alert]")).hasCount(0);

    dialog.locator("textarea").fill("The shuttle leaves at twelve");
    correctElsewhere(job, "The shuttle leaves at one");
    assertThat(dialog.locator(".said").first()).containsText("at one");
    assertThat(yes).isDisabled();
    button("Keep mine").click();
    assertThat(dialog.locator("textarea")).hasValue("The shuttle leaves at twelve");
    yes.click();
    assertThat(dialog).hasCount(0);
    page.waitForCondition(() -> entries("at one").isEmpty() && !entries("at twelve").isEmpty());
  }

  /** Without news, as on a bad connection. */
  @Test
  void whatACorrectionIsNotBasedOnIsShownWhereItIsRefused() {
    expectComplaint("status of 409|ERR_FAILED");
    open("#/jobs", "Jobs");
    var job = sent("The canteen opens at nine");
    page.route(
        Pattern.compile("jobs/detail/"),
        route -> {
          if ("text/event-stream".equals(route.request().headers().get("accept"))) {
            route.abort();
          } else {
            route.resume();
          }
        });
    more("Correct the text…");
    var dialog = page.locator("dialog[open]");
    dialog.locator("textarea").fill("The canteen opens at ten");
    correctElsewhere(job, "The canteen opens at eleven");
    dialog.getByText(Pattern.compile("^Correct for \\d+ people$")).click();

    assertThat(dialog.locator(".said").first()).containsText("at eleven");
    assertThat(dialog.locator("textarea")).hasValue("The canteen opens at ten");
    assertThat(button("Keep mine")).isVisible();
    assertThat(dialog.locator("[role=alert]")).hasCount(1);
    assertThat(entries("at ten")).isEmpty();
  }

  private void correctElsewhere(String job, String markdown) {
    api("jobs/correct", Map.of("jobId", job, "markdown", markdown));
    assertThat(page.locator("job-view section.said")).containsText(markdown);
    assertThat(follow("Correcting:")).hasCount(0);
  }

  @Test
  void whoJoinsTheChosenMeanwhileIsShownBeforeTheirMessageIsRecalled() {
    expectComplaint("status of 400");
    open("#/jobs", "Jobs");
    var all =
        List.of(LARS, MAIJA, PRIYA).stream().map(one -> Map.of("kind", "person", "email", one));
    page.navigate(address("#/jobs/" + startedJob("Recalled from a crew", all.toList())));
    assertThat(jobState()).hasText("Done");
    var crew = api("user/groups/create", Map.of("name", "Night crew")).get("id");
    join(crew, LARS);
    more("Recall…");
    var dialog = page.locator("dialog[open]");
    dialog.getByText("Only some people or groups").click();
    choose("Night crew", "Night crew");
    var yes = dialog.locator("button.danger");
    assertThat(yes).hasText("Recall from 1 person");
    join(crew, MAIJA);
    yes.click();

    assertThat(dialog.locator("[role=alert]")).containsText("has changed since you looked");
    assertThat(yes).hasText("Recall from 2 people");
    assertThat(entries("from a crew")).noneMatch(Ledger.Entry::deleted);
    yes.click();
    assertThat(follow("Recalled:")).isVisible();
    assertThat(entries("from a crew").stream().filter(Ledger.Entry::deleted)).hasSize(2);
  }

  @Test
  void whoIsTypedIntoARecallIsCountedBeforeItBegins() {
    open("#/jobs", "Jobs");
    var all = List.of(MAIJA, PRIYA).stream().map(one -> Map.of("kind", "person", "email", one));
    page.navigate(address("#/jobs/" + startedJob("Recalled as typed", all.toList())));
    assertThat(jobState()).hasText("Done");
    more("Recall…");
    var dialog = page.locator("dialog[open]");
    dialog.getByText("Only some people or groups").click();
    choose("maija.salo", "Maija Salo");
    var yes = dialog.locator("button.danger");
    assertThat(yes).hasText("Recall from 1 person");
    to().click();
    page.keyboard().type(PRIYA);
    yes.click();
    assertThat(yes).hasText("Recall from 2 people");
    assertThat(entries("as typed")).noneMatch(Ledger.Entry::deleted);
    yes.click();
    assertThat(follow("Recalled:")).isVisible();
  }

  @Test
  void aRecallWaitsForTheListsOnTheirWayAndForOneThatFailsToBeRead() {
    expectComplaint("status of 400");
    open("#/jobs", "Jobs");
    var all = List.of(MAIJA, PRIYA).stream().map(one -> Map.of("kind", "person", "email", one));
    page.navigate(address("#/jobs/" + startedJob("Recalled by lists", all.toList())));
    assertThat(jobState()).hasText("Done");
    more("Recall…");
    var dialog = page.locator("dialog[open]");
    dialog.getByText("Only some people or groups").click();
    var field = dialog.locator("audience-picker input[type=file]");
    var yes = dialog.locator("button.danger");
    field.setInputFiles(list("first.csv", MAIJA));
    assertThat(yes).hasText("Recall from 1 person");
    assertThat(yes).isEnabled();

    var held = new ArrayList<Route>();
    page.route("**/user/lists/add*", held::add);
    field.setInputFiles(list("second.csv", PRIYA));
    page.waitForCondition(() -> held.size() == 1);
    assertThat(yes).isDisabled();
    held.getFirst().resume();
    assertThat(yes).hasText("Recall from 2 people");
    assertThat(yes).isEnabled();

    page.unroute("**/user/lists/add*");
    field.setInputFiles(list("mistyped.csv", "pria.patel@northwind.example"));
    assertThat(dialog)
        .containsText("1 address not found in your organization: pria.patel@northwind.example");
    assertThat(yes).hasText("Recall from 2 people");
    field.setInputFiles(list("third.csv", "nobody"));
    assertThat(dialog.locator("[role=alert]"))
        .containsText("A list that was on its way was not added");
    field.setInputFiles(list("fourth.csv", PRIYA));
    assertThat(dialog.locator(".chip")).hasCount(4);
    assertThat(dialog.locator("[role=alert]"))
        .containsText("A list that was on its way was not added");
    assertThat(yes).isDisabled();
    dialog.locator("[role=alert] button").click();
    yes.click();
    assertThat(follow("Recalled:")).isVisible();
    assertThat(entries("by lists").stream().filter(Ledger.Entry::deleted)).hasSize(2);
  }

  private static FilePayload list(String name, String person) {
    return new FilePayload(name, "text/csv", person.getBytes(StandardCharsets.UTF_8));
  }

  private void join(@Nullable Object group, String person) {
    var members = List.of(Map.of("email", person));
    var id = (String) Objects.requireNonNull(group);
    var joined = api("user/groups/add", Map.of("groupId", id, "members", members));
    assertThat(joined.toString()).contains("status=added");
  }

  @Test
  void aMessageIsRecalledForSomeAndThenForAll() {
    open("#/jobs", "Jobs");
    sent("Sent by mistake");
    more("Recall…");
    var dialog = page.locator("dialog[open]");
    dialog.getByText("Only some people or groups").click();
    assertThat(dialog.locator("button.danger")).isDisabled();
    paste(to(), "lars.berg@northwind.example, half@, zoe.muller@northwind.example");
    choose("Engineering", "Engineering");
    assertThat(dialog.locator("#to-below")).containsText("this is not an address: half@");
    to().fill("kenji");
    dialog.getByText(Pattern.compile("^Recall from \\d+ people$")).click();
    assertThat(dialog.locator("[role=alert]")).containsText("is not chosen yet");
    button("Cancel").click();

    more("Recall…");
    page.locator("dialog[open]").getByText(Pattern.compile("^Recall from \\d+ people$")).click();

    assertThat(follow("Recalled:")).isVisible();
    assertThat(entries("Sent by mistake")).isNotEmpty().allMatch(Ledger.Entry::deleted);
    assertThat(jobState()).hasText("Recalled");
    assertThat(page.locator("recipients-table")).containsText("Delivered, recalled");
    button("More actions for this job").click();
    assertThat(button("Recall…")).isHidden();

    shownWith("\"unclear\":0,\"skipped\":0", "\"unclear\":0,\"skipped\":1");
    assertThat(follow("1 was stopped before its turn")).isVisible();
    button("More actions for this job").click();
    assertThat(button("Recall…")).isVisible();
  }

  /** As if that were otherwise about the job that is open. */
  private void shownWith(String part, String otherwise) {
    var path = "jobs/detail/" + page.url().replaceFirst(".*#/jobs/", "");
    var now = (String) page.evaluate("async (path) => (await fetch(path)).text()", path);
    assertThat(now).contains(part);
    page.route(
        "**/" + path,
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setContentType("text/event-stream")
                    .setBody("data: %s\n\n".formatted(now.replace(part, otherwise)))));
    page.reload();
  }

  @Test
  void aRecallSaysThatItStopsTheCorrectionThatIsUnderWay() {
    open("#/jobs", "Jobs");
    var job = sent("The tap is dirpping");
    api("jobs/correct", Map.of("jobId", job, "markdown", "The tap is dripping"));
    assertThat(follow("Corrected:")).isVisible();
    shownWith("\"state\":\"finished\",\"part\"", "\"state\":\"underway\",\"part\"");
    assertThat(follow("Correcting:")).isVisible();

    more("Recall…");
    assertThat(page.locator("dialog[open]")).containsText("The correction that is under way stops");
  }

  /** As in a space that the bot has left: its answer was not lost. */
  @Test
  void ofARecallThatWebexKnowsNoMessageForIsSaidThatItIsBeingChecked() {
    open("#/jobs", "Jobs");
    var job = sent("The bot has left");
    portal
        .simulator()
        .faults()
        .set(
            List.of(
                FaultRule.on(Operation.MESSAGES_DELETE, Fault.before(404)),
                FaultRule.on(Operation.MESSAGES_GET, Fault.before(502))));
    api("jobs/recall", Map.of("jobId", job));
    var recall = follow("Recalling:");
    assertThat(recall).containsText("It is not known yet whether that was done for");
    assertThat(recall).not().containsText("lost");
    portal.simulator().faults().set(List.of());
    assertThat(follow("Recalled:")).isVisible();
  }

  @Test
  void thePageSaysHowLongItIsKept() {
    open("#/jobs", "Jobs");
    sent("The canteen is closed today");
    var day = ZonedDateTime.now(ZoneId.of("Europe/Helsinki")).plusDays(60).getDayOfMonth();
    var kept = page.locator("job-view > .after");
    assertThat(kept)
        .hasText(
            Pattern.compile(
                "^The message and its results are kept until (\\w{3} )?%d \\w{3}( \\d{4})?\\.$"
                    .formatted(day)));

    var draft = api("jobs/edit", Map.of("markdown", "Not yet", "audience", List.of()));
    page.navigate(address("#/jobs/" + draft.get("id")));
    assertThat(page.locator("h1")).hasText("Not yet");
    assertThat(kept).isHidden();
  }

  private boolean isRecalled(String job) {
    return (Boolean)
        page.evaluate(
            """
            async (job) => {
              const { run } = await (await fetch(`jobs/detail/${job}`)).json();
              return run.followUps[0].state === "finished";
            }
            """,
            job);
  }

  private String startedWithAButton(String markdown) {
    var button = Map.of("title", "Open it", "url", "https://intranet.example");
    var draft =
        api(
            "jobs/edit",
            Map.of(
                "markdown",
                markdown,
                "card",
                Map.of("buttons", List.of(button)),
                "audience",
                List.of(group("Engineering"))));
    var id = (String) Objects.requireNonNull(draft.get("id"), draft::toString);
    api("jobs/runNow", Map.of("jobId", id));
    return id;
  }

  @Test
  void aMessageWithButtonsIsRecalledAndWrittenAnewForTheSamePeople() {
    open("#/jobs", "Jobs");
    var job = startedWithAButton("The door is open on Mondy");
    page.navigate(address("#/jobs/" + job));
    assertThat(jobState()).hasText("Done");

    button("More actions for this job").click();
    assertThat(button("Correct the text…")).isHidden();
    button("Recall and write anew…").click();
    assertThat(page.locator("dialog[open]"))
        .containsText("Webex cannot change a message with a file, a picture or buttons.");
    page.locator("dialog[open]").getByText(Pattern.compile("^Recall from \\d+ people$")).click();

    assertThat(page.locator("h1")).hasText("New message");
    var chip = page.locator(".chip").first();
    assertThat(chip).containsText("on Mondy");
    assertThat(chip).containsText("those it was recalled from");

    page.waitForCondition(() -> isRecalled(job));
    text().fill("The door is open on Monday");
    button("Review and send").click();
    button(Pattern.compile("^Send to \\d+ people$")).click();
    assertThat(jobState()).hasText("Done");

    assertThat(entries("on Mondy")).isNotEmpty().allMatch(Ledger.Entry::deleted);
    assertThat(recipients("on Monday")).isEqualTo(recipients("on Mondy"));
  }

  /** As often as Webex permits, one person's message is changed to what it says. */
  private String exhausted(String words) {
    var entry = entries(words).getFirst();
    var messages = portal.simulator().messages();
    var message = messages.byId(entry.messageId()).orElseThrow();
    while (messages.edit(message, message.words().content()).isPresent()) {}
    return entry.recipient();
  }

  @Test
  void whatACorrectionCouldNotChangeIsRecalledAndWrittenAnew() {
    open("#/jobs", "Jobs");
    var job = sent("The garage closes at sevn");
    var whose = exhausted("at sevn");
    more("Correct the text…");
    page.locator("dialog[open] textarea").fill("The garage closes at seven");
    page.locator("dialog[open]").getByText(Pattern.compile("^Correct for \\d+ people$")).click();
    assertThat(follow("Corrected:")).containsText("Webex left 1 as it was.");

    more("Correct the text…");
    assertThat(page.locator("dialog[open]")).containsText("1 of");
    assertThat(page.locator("dialog[open]")).containsText("can no longer be corrected");
    button("Cancel").click();
    button("Recall these and write anew…").click();
    assertThat(page.locator("dialog[open]")).containsText("exactly those people");
    button("Recall from 1 person").click();

    assertThat(page.locator("h1")).hasText("New message");
    assertThat(text()).hasValue("The garage closes at seven");
    page.waitForCondition(() -> isRecalled(job));
    button("Review and send").click();
    button("Send to 1 person").click();
    assertThat(jobState()).hasText("Done");
    var all = entries("at seven");
    assertThat(all.stream().filter(one -> one.recipient().equals(whose))).hasSize(1);
    assertThat(recipients("at seven")).hasSize(all.size());
  }
}
