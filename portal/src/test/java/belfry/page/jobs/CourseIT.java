package belfry.page.jobs;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import belfry.runs.ids.JobId;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.messages.Ledger;
import belfry.testing.TestPortal;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * An announcement's whole course, by hand: people press "Got it", some write back and one is
 * answered, the others are reminded, its text is corrected for all and recalled for one group. Each
 * number on the page is the simulator's and the database's. With {@code
 * -Dbelfry.course.people=10000 -Dbelfry.course.pressed=300} it is the size of the demo's company.
 */
public class CourseIT extends BrowserTest {
  private static final int PEOPLE = Integer.getInteger("belfry.course.people", 120);
  private static final int PRESSED = Integer.getInteger("belfry.course.pressed", 12);
  private static final String PRESS = "{\"belfry\":\"acknowledge\"}";
  private static final String BOT = "Company News";
  private static final String FIRST = "The office moves on Mondy";
  private static final String REMINDER = "Please read where the office moves";
  private static final String ANEW = "The office moves on Monday";

  /** For the sending of all messages at the simulated platform's pace, in milliseconds. */
  @Override
  public TestPortal started() {
    return TestPortal.start(
        SimulatorSettings.defaults().withPeople(PEOPLE),
        settings -> TestPortal.readingAnswers(settings, true));
  }

  private List<Ledger.Entry> entries(String words) {
    return portal.simulator().ledger().entries(Ledger.Query.containing(words));
  }

  private Set<String> recipients(String words) {
    return entries(words).stream().map(Ledger.Entry::recipient).collect(Collectors.toSet());
  }

  private Set<String> withoutMessage(String words) {
    return entries(words).stream()
        .filter(Ledger.Entry::deleted)
        .map(Ledger.Entry::recipient)
        .collect(Collectors.toSet());
  }

  private String jobOnThePage() {
    return page.url().replaceFirst(".*#/jobs/", "");
  }

  private void more(String choice) {
    button("More actions for this job").click();
    button(choice).click();
  }

  /** How many messages of a job the database has, in a state or with what followed. */
  private long stored(String job, String condition) {
    try (var connection = DriverManager.getConnection(portal.databaseAddress());
        var query =
            connection.prepareStatement(
                "SELECT count(*) FROM recipient JOIN run ON run.id = recipient.run WHERE run.job ="
                    + " ? AND "
                    + condition)) {
      query.setLong(1, JobId.parse(job).orElseThrow().value());
      return query.executeQuery().getLong(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static String number(int count) {
    return String.format(Locale.ENGLISH, "%,d", count);
  }

  private void sendTo(int people) {
    button("Review and send").click();
    var typed = page.locator("dialog[open] .typed-number input");
    assertThat(button("Send to %s people".formatted(number(people)))).isVisible();
    if (typed.count() > 0) {
      typed.fill(String.valueOf(people));
    }
    button("Send to %s people".formatted(number(people))).click();
    assertThat(jobState())
        .hasText(
            "Done", new LocatorAssertions.HasTextOptions().setTimeout(patience(250L * PEOPLE)));
    assertThat(page.locator(".figures")).containsText(Pattern.compile("of " + number(people)));
  }

  private void acknowledged(int count, int of) {
    assertThat(page.locator(".figures"))
        .containsText(
            Pattern.compile("Acknowledged\\s*%s\\s*of %s".formatted(number(count), number(of))),
            new LocatorAssertions.ContainsTextOptions().setTimeout(patience(250L * PEOPLE)));
  }

  private Locator notice(String words) {
    return page.locator(".notice").filter(new Locator.FilterOptions().setHasText(words));
  }

  private void recalled(String job, int count) {
    page.navigate(address("#/jobs/" + job));
    assertThat(notice("Recalled: %1$s of %1$s.".formatted(number(count))))
        .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(patience(250L * PEOPLE)));
  }

  @Test
  void fromTheAnnouncementToTheRecallForOneGroup() {
    open("#/compose", "New message");
    choose("All staff", "All staff");
    text().fill(FIRST);
    page.locator("#acknowledge > summary").click();
    page.getByLabel("Ask people to say that they have read it").check();
    sendTo(PEOPLE);
    var first = jobOnThePage();
    assertThat(recipients(FIRST)).hasSize(PEOPLE);
    assertThat(stored(first, "recipient.state = 'sent'")).isEqualTo(PEOPLE);

    var pressed = press();
    acknowledged(PRESSED, PEOPLE);
    writeBackAndAnswerOne(first);

    page.navigate(address("#/jobs/" + first));
    more("Remind those who have not acknowledged it");
    assertThat(page.locator("h1")).hasText("New message");
    text().fill(REMINDER);
    sendTo(PEOPLE - PRESSED);
    assertThat(entries(REMINDER)).hasSize(PEOPLE - PRESSED);
    assertThat(recipients(REMINDER)).hasSize(PEOPLE - PRESSED).doesNotContainAnyElementsOf(pressed);

    correctForAll(first);
    recallForOneGroup();
    theTrailSaysItInWords();
  }

  /** What the page has no words for, it would show as it is called: job.finished. */
  private void theTrailSaysItInWords() {
    open("#/trail", "Audit trail");
    var did = page.locator("tbody th b");
    assertThat(did.first()).isVisible();
    assertThat(did.allTextContents())
        .contains("Finished sending a message")
        .allMatch(words -> words.contains(" "));
  }

  /** One in the simulated messenger, the others by its controls; who they are. */
  private Set<String> press() {
    var readers = entries(FIRST).stream().limit(PRESSED).toList();
    var directory = portal.simulator().directory();
    var one = directory.principal(readers.getFirst().recipient());
    var messenger = newPage();
    messenger.navigate(
        portal.simulator().address() + "/inbox?person=" + one.map(directory::email).orElseThrow());
    messenger
        .getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Got it"))
        .first()
        .click();
    readers.stream()
        .skip(1)
        .forEach(entry -> portal.simulator().press(entry.recipient(), entry.messageId(), PRESS));
    return readers.stream().map(Ledger.Entry::recipient).collect(Collectors.toSet());
  }

  private void writeBackAndAnswerOne(String job) {
    entries(FIRST).stream()
        .skip(PRESSED)
        .limit(5)
        .forEach(entry -> portal.simulator().say(entry.recipient(), BOT, "Where to?"));
    page.navigate(address("#/answers/" + job));
    var answers = page.locator(".answer");
    assertThat(answers).hasCount(5);
    assertThat(page.locator(".group-list [aria-current]")).containsText("5 unread");
    answers
        .first()
        .getByRole(
            AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(Pattern.compile("^Answer ")))
        .click();
    page.locator("dialog[open] textarea").fill("To the **third** floor");
    button("Send answer").click();
    assertThat(page.locator(".group-list [aria-current]")).containsText("4 unread");
    assertThat(page.locator(".answer .reply")).hasCount(1);
    assertThat(page.locator(".answer .reply .pill")).hasCount(0);
    assertThat(entries("To the **third** floor")).hasSize(1);
  }

  /** A message with a button cannot be changed, so it is recalled and written anew. */
  private void correctForAll(String job) {
    page.navigate(address("#/jobs/" + job));
    more("Recall and write anew…");
    button("Recall from %s people".formatted(number(PEOPLE))).click();
    assertThat(page.locator("h1")).hasText("New message");
    var draft = page.url();
    recalled(job, PEOPLE);
    assertThat(withoutMessage(FIRST)).hasSize(PEOPLE);
    assertThat(stored(job, "recipient.followed = 'recalled'")).isEqualTo(PEOPLE);
    acknowledged(PRESSED, PEOPLE);
    page.navigate(draft);
    text().fill(ANEW);
    sendTo(PEOPLE);
    assertThat(entries(ANEW)).hasSize(PEOPLE);
    assertThat(recipients(ANEW)).isEqualTo(recipients(FIRST));
  }

  private void recallForOneGroup() {
    var members = members();
    var job = jobOnThePage();
    more("Recall…");
    page.locator("dialog[open]").getByText("Only some people or groups").click();
    var field = page.locator("dialog[open]").getByRole(AriaRole.COMBOBOX);
    field.fill("Engineering");
    page.getByRole(AriaRole.OPTION, new Page.GetByRoleOptions().setName("Engineering"))
        .first()
        .click();
    page.locator("dialog[open] button.danger").click();
    recalled(job, members);
    assertThat(withoutMessage(ANEW)).hasSize(members);
    assertThat(stored(job, "recipient.followed = 'recalled'")).isEqualTo(members);
    assertThat(jobState()).hasText("Done, %s recalled".formatted(number(members)));
  }

  /** How many people are in the group, as the platform knows it. */
  private int members() {
    var counted =
        api(
            "jobs/preview",
            Map.of("markdown", "Counted", "audience", List.of(group("Engineering"))));
    return Stream.of(counted.get("audience"))
        .map(Objects::requireNonNull)
        .map(Map.class::cast)
        .map(audience -> ((Number) Objects.requireNonNull(audience.get("people"))).intValue())
        .findFirst()
        .orElseThrow();
  }
}
