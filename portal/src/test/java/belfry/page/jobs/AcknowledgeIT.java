package belfry.page.jobs;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import belfry.page.BrowserTest;
import belfry.simulator.SimulatorSettings;
import belfry.testing.TestPortal;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** An announcement that asks whether it was read, and who has said so. */
public class AcknowledgeIT extends BrowserTest {
  private static final String LARS = "lars.berg@northwind.example";

  @Override
  public TestPortal started() {
    return TestPortal.start(
        SimulatorSettings.defaults().withPeople(1_000),
        settings -> TestPortal.readingAnswers(settings, true));
  }

  private Page messengerOf(String email) {
    var messenger = newPage();
    messenger.navigate(portal.simulator().address() + "/inbox?person=" + email);
    return messenger;
  }

  private Locator field(String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  @Test
  void aButtonIsAskedForReviewedPressedAndCounted() {
    open("#/compose", "New message");
    choose("lars.berg", "Lars Berg");
    choose("maija.salo", "Maija Salo");
    text().fill("Wear your badge from Monday on");
    page.locator("#acknowledge > summary").click();
    page.getByLabel("Ask people to say that they have read it").check();
    assertThat(field("Button below the message")).hasValue("Got it");
    field("Button below the message").fill("I have read it");
    assertThat(page.locator(".chat .card-buttons")).containsText("I have read it");
    button("Review and send").click();
    assertThat(page.locator("dialog[open]"))
        .containsText("It asks everybody to acknowledge it: “I have read it”.");
    button("Send to 2 people").click();
    assertThat(heading("Wear your badge from Monday on")).isVisible();

    var figures = page.locator(".figures");
    assertThat(figures).containsText(Pattern.compile("Acknowledged\\s*0\\s*of 2"));
    var messenger = messengerOf(LARS);
    messenger
        .getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("I have read it"))
        .click();

    assertThat(figures).containsText(Pattern.compile("Acknowledged\\s*1\\s*of 2"));
    radio(Pattern.compile("^Acknowledged")).check();
    assertThat(page.locator(".recipients tbody tr")).hasCount(1);
    assertThat(page.locator(".recipients tbody")).containsText("Lars Berg");
    assertThat(page.locator(".recipients tbody")).containsText("Acknowledged");
    radio(Pattern.compile("^Not yet acknowledged")).check();
    assertThat(page.locator(".recipients tbody")).containsText("Maija Salo");
  }

  private static Locator.FilterOptions named(String words) {
    return new Locator.FilterOptions().setHasText(words);
  }

  @Test
  void aWordIsWrittenBack() {
    open("#/jobs", "Jobs");
    var made =
        api(
            "jobs/edit",
            Map.of(
                "markdown",
                "Write *OK* when you have read this",
                "acknowledge",
                Map.of("word", "OK"),
                "audience",
                List.of(Map.of("kind", "person", "email", LARS))));
    api("jobs/runNow", Map.of("jobId", made.get("id")));
    open("#/jobs/" + made.get("id"), "Write OK when you have read this");
    assertThat(page.locator(".figures")).containsText(Pattern.compile("Acknowledged\\s*0\\s*of 1"));

    portal.simulator().say(LARS, "Company News", "ok!");

    assertThat(page.locator(".figures")).containsText(Pattern.compile("Acknowledged\\s*1\\s*of 1"));
    open("#/jobs", "Jobs");
    assertThat(page.locator(".job").filter(named("Write OK"))).containsText("1 acknowledged");
  }

  @Test
  void aWordOfSignsIsRefusedWhereItStands() {
    open("#/compose", "New message");
    choose("lars.berg", "Lars Berg");
    text().fill("With a file");
    page.locator("#acknowledge > summary").click();
    page.getByLabel("Ask people to say that they have read it").check();
    field("Word to write back").fill("?!");

    var fault = page.locator("#acknowledge-word-fault");

    assertThat(fault).containsText("Agree on a word with letters or digits");
    button("Review and send").click();
    assertThat(field("Word to write back")).isFocused();
    field("Word to write back").fill("");
    assertThat(fault).hasCount(0);
  }
}
