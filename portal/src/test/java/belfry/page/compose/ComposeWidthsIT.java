package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import belfry.page.Widths;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writing a message in windows of every width, with what is longest in each part. */
class ComposeWidthsIT extends BrowserTest {
  private static final String LONG_WORD =
      "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

  /** A width that is left out differs from the next one in nothing but itself. */
  private static final int STEP = 12;

  @BeforeEach
  void widely() {
    use(signedIn().setViewportSize(1600, 700));
  }

  private Map<String, Object> misfits() {
    return Widths.misfits(page, STEP, "", ".bar .button, .chip, .segments .line, .file");
  }

  @Test
  void aLongMessageToManyWithALongFileFits() {
    open("", "New message");
    for (var number = 1; number <= 3; number++) {
      api("user/groups/create", Map.of("name", LONG_WORD + " " + number));
      choose(LONG_WORD, LONG_WORD + " " + number);
    }
    choose("All staff", "All staff");
    choose("Crisis", "Crisis team");
    paste(
        to(),
        "somebody.with.a.long.name.%s@northwind.example, lars.berg@northwind.example"
            .formatted("x".repeat(40)));
    choose("Priya", "Priya Patel");
    choose("Maria", "Maria Garcia");
    button("Leave somebody out").click();
    paste(page.locator("#except"), "a".repeat(64) + "@" + "b".repeat(60) + ".example");
    text()
        .fill(
            "# %s\n\n%s https://corp.test/%s `%s`\n\n```\n%s\n```\n\n| a | %s |\n|---|---|\n| b | c |"
                .formatted(
                    LONG_WORD,
                    LONG_WORD,
                    "path/".repeat(30),
                    LONG_WORD,
                    "code ".repeat(60),
                    LONG_WORD));
    page.locator("#file")
        .setInputFiles(
            new FilePayload(
                "%s.%s.pdf".formatted(LONG_WORD, LONG_WORD), "application/pdf", new byte[10]));
    assertThat(page.locator(".preview .file")).isVisible();
    assertThat(page.locator(".sum b:not(.quiet)")).containsText("people");
    assertThat(page.locator("#text-notes")).containsText("tables");

    assertThat(misfits()).isEmpty();
  }

  @Test
  void buttonsAPictureAndAllFurtherChoicesFit() {
    open("", "New message");
    choose("Crisis", "Crisis team");
    choose("All staff", "All staff");
    text().fill("Dear {{firstName|%s}}".formatted(LONG_WORD));
    button("Add a button").click();
    page.locator("#button-0-title").fill(LONG_WORD + " for {{firstName}}");
    page.locator("#button-0-url").fill("https://" + "a".repeat(60) + ".example/" + LONG_WORD);
    button("Add a button").click();
    page.locator("#button-1-title").fill("Short");
    button("Add a picture").click();
    page.locator("#picture-url").fill("https://" + "a".repeat(60) + ".example/picture.png");
    page.locator("#picture-alt").fill(LONG_WORD);
    assertThat(page.locator(".preview .card-picture")).containsText(LONG_WORD);
    radio(Pattern.compile("Repeat")).check();
    assertThat(page.locator(".goes-out b").first()).isVisible();
    summary("Send to a few first").click();
    page.getByLabel("Who gets it first").selectOption("people");
    summary("Acknowledgement").click();
    page.getByLabel("Ask people to say that they have read it").check();
    summary("If something goes wrong").click();
    assertThat(page.getByLabel("Still send up to")).isVisible();
    button("Review and schedule").click();
    assertThat(page.locator("#button-1-url-fault")).not().isEmpty();

    assertThat(misfits()).isEmpty();
  }

  private Locator summary(String words) {
    return page.locator("summary").filter(new Locator.FilterOptions().setHasText(words));
  }

  @Test
  void aCardOfOnesOwnWithItsMistakesFits() {
    open("", "New message");
    choose("Lars", "Lars Berg");
    text().fill("Instead of it");
    button("Use your own card").click();
    var card = page.locator("#own-card");
    card.fill(
        """
        {"type": "AdaptiveCard", "version": "1.3", "body": [
          {"type": "TextBlock", "text": "%1$s"},
          {"type": "FactSet", "facts": [{"title": "%1$s", "value": "%1$s"}]},
          {"type": "ColumnSet", "columns": [{"type": "Column", "items": [
            {"type": "TextBlock", "text": "%1$s"}]}, {"type": "Column", "items": [
            {"type": "TextBlock", "text": "%1$s"}]}]}],
         "actions": [{"type": "Action.OpenUrl", "title": "%1$s", "url": "https://corp.test/"}]}
        """
            .formatted(LONG_WORD));
    assertThat(page.locator(".preview .adaptive dd")).hasText(LONG_WORD);
    assertThat(misfits()).isEmpty();

    page.setViewportSize(1600, 700);
    card.fill("{\"type\": \"AdaptiveCard\", \"%s\": 1, \"body\": []}".formatted(LONG_WORD));
    assertThat(page.locator("#own-card-faults")).containsText(LONG_WORD);
    assertThat(misfits()).isEmpty();
  }

  @Test
  void theDialogsFit() {
    open("", "New message");
    var file =
        "e-mail;%1$s;Ort\nlars.berg@northwind.example;%1$s;Oulu\nnobody;%1$s;x\n"
            .formatted(LONG_WORD);
    page.locator("audience-picker input[type=file]")
        .setInputFiles(
            new FilePayload(LONG_WORD + ".csv", "text/csv", file.getBytes(StandardCharsets.UTF_8)));
    assertThat(page.locator("dialog[open]")).containsText("cannot be added");
    assertThat(misfits()).as("a list").isEmpty();
    page.setViewportSize(1600, 700);
    button("Use this address").click();

    text().fill("# %s\n\nDear {{Ort}}".formatted(LONG_WORD));
    choose("All staff", "All staff");
    api(
        "user/audiences/save",
        Map.of("name", LONG_WORD, "audience", List.of(group("Crisis team")), "except", List.of()));
    button("Saved audiences…").click();
    assertThat(page.locator("dialog[open]")).containsText(LONG_WORD);
    assertThat(misfits()).as("saved audiences").isEmpty();
    page.keyboard().press("Escape");

    page.setViewportSize(1600, 700);
    api(
        "templates/save",
        Map.of(
            "name",
            LONG_WORD,
            "markdown",
            "On [[Day]] for [[%s]]".formatted(LONG_WORD.substring(0, 40))));
    button("More actions for this message").click();
    page.getByText("Start from a template", new Page.GetByTextOptions().setExact(true)).click();
    assertThat(page.locator("dialog[open]")).containsText(LONG_WORD);
    assertThat(misfits()).as("templates").isEmpty();
    page.setViewportSize(1600, 700);
    page.locator("dialog[open] .link").click();
    assertThat(page.locator("dialog[open] input")).hasCount(2);
    assertThat(misfits()).as("a template").isEmpty();
    page.keyboard().press("Escape");

    page.setViewportSize(1600, 700);
    button("Review and send").click();
    assertThat(page.locator("dialog[open]")).containsText("do not get it");
    assertThat(misfits()).as("the review").isEmpty();
  }
}
