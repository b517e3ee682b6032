package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import belfry.page.Axe;
import belfry.page.BrowserTest;
import belfry.simulator.messages.Ledger;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.FilePayload;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Buttons and a picture under a message. */
class CardsIT extends BrowserTest {
  private Locator preview(String part) {
    return page.locator(".preview " + part);
  }

  @Test
  void buttonsAndAPictureAreWrittenSeenAndSent() {
    open("", "New message");
    choose("Lars", "Lars Berg");
    text().fill("Dear {{firstName}}, *the hall* opens");
    button("Add a button").click();
    assertThat(page.getByLabel("Words on it")).isFocused();
    page.keyboard().type("Plan for {{firstName}}");
    page.keyboard().press("Tab");
    page.keyboard().type("corp.test/plan");
    button("Add a picture").click();
    assertThat(page.getByLabel("Address of the picture")).isFocused();
    page.keyboard().type("https://corp.test/hall.png");
    assertThat(page.locator("#button-0-url-fault")).containsText("begins with https://");
    assertThat(preview(".card-buttons")).hasText("Plan for Lars");

    button("Review and send").click();
    assertThat(page.locator("#button-0-url")).isFocused();
    page.locator("#button-0-url").fill("https://corp.test/plan?for={{email}}");
    button("Review and send").click();
    assertThat(page.locator("#picture-alt")).isFocused();
    page.locator("#picture-alt").fill("The new hall");
    assertThat(preview(".card-picture")).containsText("The new hall");
    assertThat(preview(".card-picture")).containsText("corp.test");
    button("Review and send").click();
    button("Send to 1 person").click();

    assertThat(heading("Dear ‹First name›, the hall opens")).isVisible();
    assertThat(page.locator(".card-buttons .button")).hasText("Plan for ‹First name›");
    assertThat(page.locator(".progress.done")).isAttached();
    var arrived = portal.simulator().ledger().entries(Ledger.Query.containing("*the hall*"));
    var message = portal.simulator().messages().byId(arrived.getFirst().messageId()).orElseThrow();
    assertThat(Objects.requireNonNull(message.words().content().card()))
        .contains("\"text\":\"Dear Lars, _the hall_ opens\"")
        .contains("\"title\":\"Plan for Lars\"")
        .contains("https://corp.test/plan?for=lars.berg%40northwind.example");
  }

  @Test
  void beforeAnybodyIsChosenPlaceholdersAreShownAsWords() {
    open("", "New message");
    text().fill("Dear {{firstName|colleague}}");
    assertThat(preview(".message")).hasText("Dear ‹First name›");
    button("Add a button").click();
    page.locator("#button-0-title").fill("Plan for {{ firstName }}");
    assertThat(preview(".card-buttons")).hasText("Plan for ‹First name›");
    button("Add a picture").click();
    page.locator("#picture-alt").fill("The desk of {{name}}");
    assertThat(preview(".card-picture")).containsText("The desk of ‹Full name›");
    button("Remove the picture").click();
    button("Remove button 1").click();
    button("Use your own card").click();
    page.locator("#own-card")
        .fill(
            "{\"type\": \"AdaptiveCard\", \"version\": \"1.3\", \"body\": [{\"type\": \"TextBlock\", \"text\": \"Hi **{{firstName|you}}**\"}]}");
    assertThat(preview(".adaptive strong")).hasText("‹First name›");
    page.locator("summary").filter(new Locator.FilterOptions().setHasText("no cards")).click();
    assertThat(preview(".message")).hasText("Dear ‹First name›");

    choose("Lars", "Lars Berg");
    assertThat(preview(".adaptive strong")).hasText("Lars");
  }

  @Test
  void nothingMovesUnderAPointerThatIsDown() {
    // A busy machine holds it longer than the page believes that somebody does.
    page.addInitScript(
        """
        const soon = window.setTimeout;
        window.setTimeout = (act, wait) => soon(act, wait === 1_000 ? 60_000 : wait);
        """);
    open("", "New message");
    choose("Lars", "Lars Berg");
    page.waitForResponse("**/jobs/preview", () -> button("Add a button").click());
    assertThat(page.locator("#button-0-title")).isFocused();
    var target = button("Add a picture").boundingBox();

    page.mouse().move(target.x + target.width / 2, target.y + target.height / 2);
    page.mouse().down();
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))");
    assertThat(button("Add a picture").boundingBox().y)
        .as("but for the button's own give")
        .isCloseTo(target.y, within(1.5));
    page.mouse().up();

    assertThat(page.locator("#picture-url")).isVisible();
    assertThat(page.locator("#button-0-title-fault")).containsText("Say what the button does");
  }

  @Test
  void whatIsTakenAwayIsGoneAndTheFocusIsNotLost() {
    open("", "New message");
    button("Add a button").click();
    assertThat(page.locator("#button-0-title")).isFocused();
    page.keyboard().type("One");
    button("Add a button").click();
    assertThat(page.locator("#button-1-title")).isFocused();
    page.keyboard().type("Two");
    button("Remove button 1").click();
    assertThat(page.locator("#add-button")).isFocused();
    assertThat(page.locator("#button-0-title")).hasValue("Two");
    button("Remove button 1").click();
    assertThat(page.locator("card-fields")).hasCount(0);
  }

  @Test
  void aFileOrButtonsIsSaidBeforeBothAreThere() {
    open("", "New message");
    var file = page.locator("#file");
    file.setInputFiles(new FilePayload("Plan.pdf", "application/pdf", new byte[10]));
    assertThat(page.locator(".beneath")).containsText("With a file there can be no buttons");
    assertThat(button("Add a button")).isDisabled();
    assertThat(button("Use your own card")).isDisabled();
    button("Remove Plan.pdf").click();
    assertThat(button("Add a button")).isEnabled();
    button("Add a button").click();
    assertThat(page.locator("#button-0-title")).isFocused();
    assertThat(page.locator(".beneath"))
        .containsText("With buttons or a picture there can be no file");
    assertThat(file).isDisabled();
    assertThat(Axe.violations(page)).isEmpty();
  }

  @Test
  void aCardOfOnesOwnIsCheckedShownAndSent() {
    open("", "New message");
    choose("Lars", "Lars Berg");
    text().fill("My own card");
    button("Use your own card").click();
    assertThat(page.locator("#own-card")).isFocused();
    page.locator("#own-card")
        .fill("{\"type\": \"AdaptiveCard\", \"body\": [{\"type\": \"TextBlok\"}]}");
    assertThat(page.locator("#own-card-faults")).containsText("The card: version is missing.");
    assertThat(page.locator("#own-card-faults"))
        .containsText("Element 1, type: this must be one of TextBlock");
    button("Review and send").click();
    assertThat(page.locator("#own-card")).isFocused();

    page.locator("#own-card")
        .fill(
            "{\"type\": \"AdaptiveCard\", \"version\": \"1.3\", \"body\": [{\"type\":"
                + " \"Input.ChoiceSet\", \"id\": \"lunch\", \"choices\": [{\"title\": \"Soup\","
                + " \"value\": \"1\"}]}], \"actions\": [{\"type\": \"Action.Submit\"}, {\"type\":"
                + " \"Action.OpenUrl\", \"url\": \"javascript:alert(1)\"}]}");
    assertThat(preview(".adaptive .input")).hasText("○ Soup");
    assertThat(page.locator("#own-card-faults"))
        .containsText("Button 2, address: This is no address that a button may open.");

    page.locator("#own-card")
        .fill(
            "{\"type\": \"AdaptiveCard\", \"version\": \"1.3\", \"body\": [{\"type\": \"TextBlock\", \"text\": \"Hi **{{firstName}}**\"}, {\"type\": \"FactSet\", \"facts\": [{\"title\": \"Where\", \"value\": \"Hall\"}]}], \"actions\": [{\"type\": \"Action.OpenUrl\", \"title\": \"Map\", \"url\": \"https://corp.test/map\"}]}");
    assertThat(preview(".adaptive strong")).hasText("Lars");
    assertThat(preview(".adaptive dd")).hasText("Hall");
    assertThat(preview(".adaptive a")).hasAttribute("href", "https://corp.test/map");
    button("Review and send").click();
    button("Send to 1 person").click();
    assertThat(heading("My own card")).isVisible();
    assertThat(page.locator(".adaptive dd")).hasText("Hall");
  }

  @Test
  void aMessageBecomesATemplateThatAnotherBeginsWith() {
    open("", "New message");
    text().fill("Join us on [[Day]], {{firstName}}");
    button("Add a button").click();
    assertThat(page.locator("#button-0-title")).isFocused();
    page.keyboard().type("On [[Day]]");
    page.locator("#button-0-url").fill("https://corp.test/?day=[[Day]]");
    menu("Save as a template");
    page.locator("dialog[open] input").fill("Invitation");
    page.locator("dialog[open] .main-one").click();
    assertThat(page.locator(".toast")).containsText("Saved as the template Invitation");

    text().fill("Something else");
    menu("Start from a template");
    page.locator("dialog[open] .link").click();
    page.locator("dialog[open] input").fill("May 1");
    button("Use this template").click();
    assertThat(text()).hasValue("Join us on May 1, {{firstName}}");
    assertThat(page.locator("#button-0-title")).hasValue("On May 1");
    assertThat(page.locator("#button-0-url")).hasValue("https://corp.test/?day=May%201");
  }

  private void menu(String choice) {
    button("More actions for this message").click();
    page.getByText(choice, new com.microsoft.playwright.Page.GetByTextOptions().setExact(true))
        .click();
  }
}
