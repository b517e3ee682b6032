package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Opening saved audiences for changes while somebody is chosen already. */
class SavedAudiencesIT extends BrowserTest {
  private static final String FORMER_CHOICES =
      "() => Object.values(localStorage).join().split('\"instead\"').length - 1";

  /** What was written for those who were chosen would go to the saved audience. */
  @Test
  void whoWasChosenBeforeASavedAudienceWasOpenedCanBeBroughtBack() {
    open("", "New message");
    var team =
        List.of(
            Map.of("kind", "person", "email", "zoe.muller@northwind.example"),
            Map.of("kind", "person", "email", "maria.garcia@northwind.example"));
    api("user/audiences/save", Map.of("name", "Opened team", "audience", team));
    bring(
        "desks.csv",
        "Email,Desk\nlars.berg@northwind.example,A1\nkenji.tanaka@northwind.example,A2\n");
    button("Use these 2 addresses").click();
    button("Leave somebody out").click();
    paste(page.locator("#except"), "ana.lopez@northwind.example, priya.patel@northwind.example");
    assertThat(page.locator("#except-below")).containsText("2 addresses added");
    text().fill("You sit at {{Desk}}");
    assertThat(sum()).hasText("2 people");

    openTeam();
    assertThat(page.locator(".chip")).containsText(new String[] {"zoe.muller", "maria.garcia"});
    assertThat(page.locator("audience-picker .news")).hasCount(0);
    assertThat(page.locator(".toast"))
        .containsText("hold what is saved as Opened team, in place of what was chosen");
    button("Undo").click();
    assertThat(page.locator(".chip")).containsText(new String[] {"desks", "Pasted list"});
    assertThat(sum()).hasText("2 people");
    assertThat(page.locator("#text-fault")).isEmpty();

    openTeam();
    assertThat(page.locator(".chip")).hasCount(2);
    button("Saved audiences…").click();
    dialog().locator("input").fill("Opened team");
    button("Replace").click();
    assertThat(page.locator(".chip")).containsText(new String[] {"Opened team"});
    button("Back to what was chosen").click();
    assertThat(page.locator(".chip")).containsText(new String[] {"desks", "Pasted list"});
    assertThat(sum()).hasText("2 people");
  }

  /** All addresses of each would be kept with the draft until this browser keeps no more. */
  @Test
  void whoeverLooksThroughSavedAudiencesKeepsWhatWasChosenBefore() {
    open("", "New message");
    var zoe = Map.of("kind", "person", "email", "zoe.muller@northwind.example");
    var maria = Map.of("kind", "person", "email", "maria.garcia@northwind.example");
    api("user/audiences/save", Map.of("name", "One team", "audience", List.of(zoe, maria)));
    api("user/audiences/save", Map.of("name", "Other team", "audience", List.of(maria, zoe)));
    paste(to(), "lars.berg@northwind.example, kenji.tanaka@northwind.example");
    assertThat(page.locator(".chip")).containsText(new String[] {"Pasted list"});

    openSaved("One team");
    assertThat(page.locator(".chip")).containsText(new String[] {"zoe.muller", "maria.garcia"});
    openSaved("Other team");
    assertThat(page.locator(".chip")).containsText(new String[] {"maria.garcia", "zoe.muller"});
    openSaved("One team");
    assertThat(page.locator(".chip")).containsText(new String[] {"zoe.muller", "maria.garcia"});
    assertThat(page.evaluate(FORMER_CHOICES)).isEqualTo(1);
    button("Saved audiences…").click();
    dialog().locator("input").fill("One team");
    button("Replace").click();
    button("Back to what was chosen").click();
    assertThat(page.locator(".chip")).containsText(new String[] {"Pasted list"});

    openSaved("One team");
    page.locator(".chip button").last().click();
    assertThat(page.locator(".chip")).hasCount(1);
    openSaved("Other team");
    assertThat(page.locator(".chip")).hasCount(2);
    assertThat(page.evaluate(FORMER_CHOICES)).isEqualTo(1);
    button("Undo").last().click();
    assertThat(page.locator(".chip")).containsText(new String[] {"zoe.muller"});
  }

  @Test
  void aSavedAudienceIsFoundAsEverybodyElseIsWithoutItsAccents() {
    open("", "New message");
    var zoe = Map.of("kind", "person", "email", "zoe.muller@northwind.example");
    api("user/audiences/save", Map.of("name", "Väinö's crew", "audience", List.of(zoe)));

    to().pressSequentially("vaino");

    assertThat(page.getByRole(AriaRole.OPTION)).containsText(new String[] {"Väinö's crew"});
  }

  @Test
  void whatIsTooLongIsKeptAndSaidAndAnEmojiIsOneCharacter() {
    open("#/groups", "Groups");
    button("New group").click();
    dialog().locator("input").fill("🛶".repeat(121));
    page.keyboard().press("Enter");
    assertThat(dialog().locator("input")).hasValue("🛶".repeat(121));
    assertThat(dialog().locator("input").evaluate("field => field.validationMessage"))
        .isEqualTo("This has more than 120 characters. Shorten it.");
    dialog().locator("input").fill("🛶".repeat(120));
    page.keyboard().press("Enter");
    assertThat(page.locator(".one h2").first()).hasText("🛶".repeat(120));
  }

  @Test
  void aNameThatIsTooLongIsKeptAndRefusedInWords() {
    open("", "New message");
    paste(to(), "lars.berg@northwind.example, kenji.tanaka@northwind.example");
    button("Saved audiences…").click();
    dialog().locator("input").fill("🛶".repeat(121));
    expectComplaint("status of 400");
    button("Save").click();
    assertThat(dialog().locator(".fault")).containsText("at most 120 characters");
    assertThat(dialog().locator("input")).hasValue("🛶".repeat(121));
  }

  private void openTeam() {
    openSaved("Opened team");
  }

  private void openSaved(String name) {
    button("Saved audiences…").click();
    button("Open " + name + " for changes").click();
  }

  private void bring(String name, String table) {
    page.locator("audience-picker input[type=file]")
        .first()
        .setInputFiles(new FilePayload(name, "text/csv", table.getBytes(StandardCharsets.UTF_8)));
  }

  private Locator sum() {
    return page.locator(".sum b:not(.quiet)");
  }

  private Locator dialog() {
    return page.locator("dialog[open]");
  }
}
