package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import belfry.page.BrowserTest;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/**
 * Whoever is typed into To or Except, in whatever way, is chosen, or asked about, and nobody else.
 */
class TypedAddressesIT extends BrowserTest {
  private Locator sum() {
    return page.locator(".sum b:not(.quiet)");
  }

  private Locator dialog() {
    return page.locator("dialog[open]");
  }

  @Test
  void whoWasTypedAndNotChosenIsAskedAboutBeforeTheReview() {
    open("", "New message");
    choose("lars.berg", "Lars Berg");
    button("Leave somebody out").click();
    page.keyboard().type("priya");
    to().click();
    page.keyboard().type("kenji");
    text().fill("For two, and not for a third");
    button("Review and send").click();
    assertThat(page.locator("#to-below [role=alert]"))
        .hasText("“kenji” is not chosen yet. Choose who is meant, or delete it.");
    assertThat(to()).isFocused();
    assertThat(page.locator("[role=option][aria-selected=true]")).containsText("Kenji Tanaka");
    page.keyboard().press("Enter");
    assertThat(page.locator("#to-below [role=alert]")).hasCount(0);

    button("Review and send").click();
    assertThat(page.locator("#except-below [role=alert]")).containsText("is not chosen yet");
    assertThat(dialog()).hasCount(0);
    page.locator("#except").fill("");
    button("Review and send").click();
    assertThat(page.locator("#confirm-title")).containsText("2 people");
  }

  /** The key is pressed in the field, so that nothing else tells of it. */
  @Test
  void whoIsTypedAsTheOnlyOneIsInTheReviewThatAKeyOpens() {
    open("", "New message");
    text().fill("For one");
    to().click();
    page.keyboard().type("lars.berg@northwind.example");
    page.keyboard().press("Control+Enter");
    assertThat(page.locator("#confirm-title")).containsText("1 person");
    button("Keep editing").click();
    to().click();
    page.keyboard().type("maija.salo@northwind.example kenji.tanaka@northwind.example");
    page.reload();
    assertThat(sum()).hasText("3 people");
  }

  /** Elsewhere on the page, or after it, nobody would know of the letters. */
  @Test
  void aWholeAddressThatWasTypedIsChosenByWhoeverGoesOn() {
    open("", "New message");
    choose("maija.salo", "Maija Salo");
    choose("lars.berg", "Lars Berg");
    button("Leave somebody out").click();
    page.keyboard().type("lars.berg@northwind.example");
    button("Review and send").click();
    var left = page.locator("audience-picker:has(#except) .chip");
    assertThat(left).hasCount(1);
    // What is written while a press is at work is reviewed by it.
    assertThat(page.locator("#text-fault")).hasText("Write a message first.");
    text().fill("Not for Lars");
    button("Review and send").click();
    assertThat(page.locator("#confirm-title")).containsText("1 person");
    button("Keep editing").click();

    to().click();
    page.keyboard().type("kenji.tanaka@northwind.example");
    page.reload();
    assertThat(page.locator("audience-picker:has(#to) .chip")).hasCount(3);
    assertThat(left).hasCount(1);

    to().click();
    page.keyboard().type("priya.patel@northwind.example");
    link("Jobs").click();
    assertThat(page.locator("audience-picker")).hasCount(0);
    link("Compose").click();
    assertThat(page.locator("audience-picker:has(#to) .chip")).hasCount(4);

    to().click();
    page.keyboard().type("zoe");
    button("More actions for this message").click();
    button("Save as a draft").click();
    assertThat(page.locator("#to-below [role=alert]")).containsText("“zoe” is not chosen yet");
  }

  /** Saving makes small letters of them, which is no change by anybody. */
  @Test
  void addressesWithCapitalLettersAreSentToAtTheFirstPress() {
    open("", "New message");
    to().click();
    page.keyboard().insertText("Maija.Salo@Northwind.example");
    page.keyboard().press("Enter");
    page.keyboard().insertText("Lars Berg <Lars.Berg@northwind.example>");
    page.keyboard().press("Enter");
    button("Leave somebody out").click();
    page.keyboard().insertText("Kenji.Tanaka@northwind.example");
    page.keyboard().press("Enter");
    text().fill("For two in capital letters");
    button("Review and send").click();
    assertThat(page.locator("#confirm-title")).containsText("2 people");
    button("Send to 2 people").click();

    assertThat(dialog()).hasCount(0);
    assertThat(page.locator("h1")).containsText("For two in capital letters");
  }

  /** Whoever looks at something else, or loads the page anew, has not taken them back. */
  @Test
  void lettersForWhichNobodyIsChosenStayWithTheMessage() {
    open("", "New message");
    choose("maija.salo", "Maija Salo");
    choose("lars.berg", "Lars Berg");
    button("Leave somebody out").click();
    var except = page.locator("#except");
    page.keyboard().type("Lars Berg");
    to().click();
    page.keyboard().type("kenji");
    text().fill("Not for Lars");
    link("Jobs").click();
    assertThat(page.locator("audience-picker")).hasCount(0);
    link("Compose").click();
    assertThat(except).hasValue("Lars Berg");
    assertThat(to()).hasValue("kenji");
    page.reload();
    assertThat(except).hasValue("Lars Berg");
    button("Review and send").click();
    assertThat(page.locator("#to-below [role=alert]")).containsText("“kenji” is not chosen yet");
    assertThat(page.locator("[role=option][aria-selected=true]")).containsText("Kenji Tanaka");
    to().press("Enter");
    assertThat(page.locator("audience-picker:has(#to) .chip")).hasCount(3);
    assertThat(to()).hasValue("");

    button("Saved audiences…").click();
    dialog().locator("input").fill("Two but Lars");
    dialog().locator(".main-one").click();
    assertThat(dialog().locator("[role=alert]"))
        .hasText("“Lars Berg” is not chosen yet. Choose who is meant, or delete it.");
    button("Cancel").click();
    except.fill("");
    assertThat(except).isVisible();
    page.reload();
    assertThat(page.locator("audience-picker:has(#to) .chip")).hasCount(3);
    assertThat(except).hasCount(0);
    assertThat(to()).hasValue("");

    to().click();
    page.keyboard().type("zoe");
    button("More actions for this message").click();
    button("Discard this message").click();
    assertThat(to()).hasValue("");
    button("Undo").click();
    assertThat(to()).hasValue("zoe");
  }

  /** An extension put them there for the message that was discarded. */
  @Test
  void lettersThatCameWithoutAnEventGoToNoOtherMessage() {
    open("", "New message");
    text().fill("Only for Lars");
    to().evaluate("(field) => (field.value = 'lars.berg@northwind.example')");
    button("More actions for this message").click();
    button("Discard this message").click();
    assertThat(text()).hasValue("");
    text().fill("For somebody else");
    assertThat(to()).hasValue("");
  }

  @Test
  void severalAddressesInTheFieldAreTakenAsAPasteIs() {
    open("", "New message");
    var chips = page.locator("audience-picker:has(#to) .chip");
    for (var typed :
        List.of(
            "lars.berg@northwind.example maija.salo@northwind.example",
            "lars.berg@northwind.example and maija.salo@northwind.example",
            "Maija Salo <maija.salo@northwind.example>, Lars Berg <lars.berg@northwind.example>")) {
      to().click();
      page.keyboard().insertText(typed);
      assertThat(page.locator(".suggestions .note")).not().containsText("Searching");
      page.keyboard().press("Enter");
      assertThat(page.locator("#to-below")).containsText("2 addresses added");
      assertThat(sum()).hasText("2 people");
      chips.first().getByRole(AriaRole.BUTTON).click();
      assertThat(chips).hasCount(0);
    }

    to().click();
    page.keyboard().insertText("maija.salo@northwind.example Lars Berg");
    page.keyboard().press("Enter");
    assertThat(page.locator("#to-below")).containsText("this is not an address: Lars Berg");
    assertThat(chips).hasCount(1);
    chips.first().getByRole(AriaRole.BUTTON).click();

    paste(to(), "lars.berg@northwind.example");
    to().fill("lars.berg@northwind.example");
    paste(to(), "maija.salo@northwind.example, kenji.tanaka@northwind.example");
    assertThat(chips).hasCount(2);
    assertThat(sum()).hasText("3 people");
  }

  /** Two of the same name, and one of them elsewhere. */
  @Test
  void nobodyIsChosenForAnAddressThatIsAnothers() {
    open("", "New message");
    for (var typed :
        List.of(
            "maija.salo@partner",
            "maija.salo@@partner.example",
            "maija.salo@partner example",
            "maija.salo@northwind.example/lars.berg@northwind.example",
            "maija.salo@northwind.examplelars.berg@northwind.example")) {
      to().fill(typed);
      assertThat(page.locator(".suggestions .note")).containsText("Nothing found");
      to().press("Enter");
      assertThat(page.locator(".chip")).hasCount(0);
    }
    for (var typed :
        List.of(
            "maija.salo@partner.example)",
            "[maija.salo@partner.example]",
            "maija.salo@partner.example/")) {
      to().fill(typed);
      to().press("Enter");
      assertThat(page.locator(".chip")).hasCount(1);
      assertThat(page.locator(".chip")).containsText("maija.salo@partner.example");
      page.locator(".chip button").click();
      assertThat(page.locator(".chip")).hasCount(0);
    }
    to().fill("maija.salo@northw");
    assertThat(page.locator("[role=option][aria-selected=true]")).containsText("Maija Salo");
  }

  /** Whoever is chosen by name gets it, whoever has the address by then. */
  @Test
  void whileWebexIsSilentAnAddressIsChosenAndNobodyWhoHadIt() {
    var directory = portal.simulator().directory();
    var address = directory.personEmail(41);
    Jdbi.create(portal.databaseAddress())
        .useHandle(it -> {
          it.execute("UPDATE person SET email = '' WHERE id = ?", directory.personId(41));
          it.execute(
              """
              INSERT INTO person (id, name, name_key, email) VALUES (?, 'Before', 'before', ?)
              ON CONFLICT (id) DO UPDATE SET name = excluded.name, email = excluded.email
              """,
              directory.personId(40),
              address);
        });
    portal.simulator().faults().set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(503)));
    open("", "New message");
    to().click();
    page.keyboard().insertText(address);
    var option = page.locator("[role=option]");
    assertThat(page.locator(".suggestions .note")).containsText("503");
    assertThat(option).hasCount(1);
    assertThat(option).containsText(address);
    page.keyboard().press("Enter");
    var chip = page.locator("audience-picker:has(#to) .chip");
    assertThat(chip).containsText(address);
    assertThat(chip).not().containsText("Before");
    portal.simulator().faults().set();
    text().fill("For whoever has it now");
    button("Review and send").click();
    assertThat(page.locator("#confirm-title")).containsText("1 person");
    button(Pattern.compile("^Send to ")).click();
    assertThat(page.locator("h1")).containsText("For whoever has it now");
    Await.until(
            () -> portal.simulator().ledger().entries(Ledger.Query.containing("For whoever")),
            all -> !all.isEmpty())
        .forEach(one ->
            org.assertj.core.api.Assertions.assertThat(one.recipient())
                .isEqualTo(directory.personId(41)));
  }
}
